/**
 * What a page moves a crowd with, so that `import()` takes this in place of all of `three-crowd/simulate`. By way of its
 * index, which esbuild would else make a file of its own of, without a line in it.
 */
export { crowdPerson, crowdScenario, SimulationDriver } from '../index.js';
