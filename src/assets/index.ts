/**
 * From addresses to three objects: a crowd's files, fetched once and shared.
 *
 * @module three-crowd/assets
 */
export { AssetCache, type Lease, type Source, type Work } from './asset-cache.js';
export type { CrowdAssets, LoadOptions } from './crowd-assets.js';
export { type LoadAssetsOptions, loadCrowdAssets } from './load-crowd-assets.js';
export type { Part } from './part.js';
export type { OnProgress, Progress } from './progress.js';
