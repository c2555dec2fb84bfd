/** All that a page needs to move a crowd. `import()` of this file downloads less than `three-crowd/simulate`. */
export { crowdPerson, crowdScenario } from '../population/crowd-scenario.js';
export { withGround } from '../world/with-ground.js';
export { SimulationDriver } from './simulation-driver.js';
