export {
  type CrowdGoOptions,
  CrowdMotion,
  type CrowdMotionEvents,
  type CrowdMotionOptions,
} from './crowd-motion.js';
