/**
 * People who walk: from a recipe to places, headings and speeds, twenty times a second, the same on every engine.
 *
 * @module three-crowd/simulate
 */
export { AGE_SPEEDS, type AgeGroup } from './age-speeds.js';
export type { Command, MarchOptions, Who } from './controls/command.js';
export { Controls, type FollowOptions, type GoOptions } from './controls/controls.js';
export { createSimulation } from './create-simulation.js';
export {
  type CrowdScenarioOptions,
  crowdPerson,
  crowdScenario,
  type SimulatedCharacter,
} from './crowd-scenario.js';
export { createFrame, FRAME, FRAME_STATE, FRAME_STRIDE, interpolateFrames } from './frame.js';
export { type NavMeshQueryLike, navMeshPathFinder, type PathFinder } from './nav-mesh.js';
export type { RunningSimulation, SimulationEvent, TimedSimulation } from './running-simulation.js';
export type {
  BoundaryDescription,
  Exit,
  Goal,
  ObstacleDescription,
  PathDescription,
  Person,
  Scenario,
  Wall,
} from './scenario.js';
export { Simulation, type SimulationOptions } from './simulation.js';
export type { SimulationSnapshot } from './snapshot.js';
export { STEP_SECONDS } from './step/steering-options.js';
export { type TrajectoryOptions, trajectoryText } from './trajectories.js';
export {
  type SqliteDatabase,
  type TrajectoryDatabaseOptions,
  writeTrajectoryDatabase,
} from './trajectory-database.js';
export type { DriverState } from './worker/frame-pair.js';
export { type DriverOptions, SimulationDriver } from './worker/simulation-driver.js';
