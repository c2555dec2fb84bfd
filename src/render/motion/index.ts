export { CharacterMover, type MotionState } from './character-mover.js';
export type { CrowdGoOptions, CrowdMotion, CrowdMotionEvents } from './crowd-motion.js';
export type { GroundHeight } from './foot-ground.js';
export { FootPlanting } from './foot-planting.js';
export { FootSampler } from './foot-sampler.js';
export { type Footstep, Footsteps } from './footsteps.js';
export { PictureRange } from './picture-range.js';
export { StepFollower } from './step-follower.js';
export { createStopClip } from './stop-clip.js';
