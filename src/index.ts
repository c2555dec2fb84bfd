/**
 * Crowds of animated characters for three.js.
 *
 * @module
 */
export { type CrowdAssets, loadCrowdAssets } from './assets/index.js';
export {
  type CreateCrowdOptions,
  type CrowdProgress,
  createCrowd,
  type DrawOptions,
  type GivenCrowdOptions,
  type ServedCrowdOptions,
} from './create-crowd.js';
export * from './errors/index.js';
export type { Assets, Character, CrowdResponse, Recipe } from './protocol/index.js';
export {
  type BackendName,
  type BuildCrowdOptions,
  buildCrowd,
  Crowd,
  type CrowdMode,
  type CrowdRenderer,
  type CrowdStats,
  type CrowdTier,
} from './render/index.js';
