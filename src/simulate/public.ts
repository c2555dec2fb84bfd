/**
 * People who walk: from a recipe to places, headings and speeds, twenty times a second, the same on every engine.
 *
 * @module three-crowd/simulate
 */
export type { Command, FollowOptions, GoOptions, Who } from './commands/command.js';
export { SimulationCommands } from './commands/simulation-commands.js';
export { createSimulation } from './create-simulation.js';
export type { MarchOptions } from './goals/march.js';
export { type NavMeshQueryLike, navMeshPathFinder, type PathFinder } from './nav-mesh.js';
export {
  type CrowdScenarioOptions,
  crowdPerson,
  crowdScenario,
  type SimulatedCharacter,
} from './population/crowd-scenario.js';
export { createFrame, FRAME, FRAME_STATE, FRAME_STRIDE, interpolateFrames } from './population/frame.js';
export type {
  BoundaryDescription,
  Exit,
  Goal,
  ObstacleDescription,
  PathDescription,
  Person,
  Scenario,
  Wall,
} from './population/scenario.js';
export { STEP_SECONDS } from './population/steering-options.js';
export type { RunningSimulation, SimulationEvent, TimedSimulation } from './running-simulation.js';
export { Simulation, type SimulationOptions, type SimulationSnapshot } from './simulation.js';
export type { DriverState } from './worker/frame-pair.js';
export { type DriverOptions, SimulationDriver } from './worker/simulation-driver.js';
