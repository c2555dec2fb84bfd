export { type BuildCrowdOptions, buildCrowd, type CrowdMode } from './build-crowd.js';
export type { Hero } from './clones/index.js';
export { Crowd } from './crowd.js';
export type { CrowdIntersection } from './crowd-intersection.js';
export type { CrowdStats, CrowdTier } from './crowd-stats.js';
export type { FrameBudgetOptions, FrameBudgetReport } from './frame-budget.js';
export type { BackendName, CrowdRenderer, WebGPULikeRenderer } from './shared/index.js';
