export { CrowdMotion } from './crowd-motion.js';
