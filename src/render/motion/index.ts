export { CrowdMotion, type CrowdMotionEvents, type CrowdMotionOptions } from './crowd-motion.js';
