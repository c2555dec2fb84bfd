export { type ClipFeet, createMover, preloadMotion } from './create-mover.js';
export {
  type ClipSpeed,
  type CreateSimulation,
  type CrowdAgents,
  createSimulationBy,
  createSimulationOf,
} from './create-simulation.js';
export type { CrowdGoOptions, CrowdMotion, CrowdMotionEvents, GroundPoint } from './crowd-motion.js';
export type { FootSampler } from './feet/foot-sampler.js';
export type { Footstep, Footsteps } from './feet/footsteps.js';
export { type Ground, type GroundHeight, readGround, type SteadyGround, steadyGround } from './ground.js';
export type { MotionOptions } from './motion-options.js';
export type { MotionState, Mover } from './mover.js';
