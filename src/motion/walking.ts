// Downloaded for crowds that move. `index.ts` has the rest.
export { FootPlanting } from './feet/foot-planting.js';
export { FootSampler } from './feet/foot-sampler.js';
export { Footsteps } from './feet/footsteps.js';
export { StepFollower } from './follower/step-follower.js';
export { createStopClip } from './follower/stop-clip.js';
export { Mover } from './mover.js';
