export {
  type CrowdGoOptions,
  CrowdMotion,
  type CrowdMotionEvents,
  type CrowdMotionOptions,
  type MotionState,
} from './crowd-motion.js';
export { FootPlanting, type GroundHeight } from './foot-planting.js';
export { FootSampler } from './foot-sampler.js';
export { type Footstep, Footsteps } from './footsteps.js';
export { StepFollower } from './step-follower.js';
