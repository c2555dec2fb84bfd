export {
  type BackendChoice,
  createRenderer,
  disposeRenderer,
  type ViewRenderer,
} from './create-renderer.js';
export { describeCanvas } from './describe-canvas.js';
export { boxOf, frameCrowd } from './frame-crowd.js';
export { FrameLoop } from './frame-loop.js';
export { Orbit } from './orbit.js';
export { isMotionReduced, watchReducedMotion } from './reduced-motion.js';
export { Surroundings } from './surroundings.js';
export { watchClicks } from './watch-clicks.js';
