// From addresses to three objects: what other folders may use of this one. Users get what `public.ts` lists.
export { AssetCache } from './asset-cache.js';
export type { CrowdAssets, LoadOptions } from './crowd-assets.js';
export type { DecoderOptions } from './decoders.js';
export { fetchJson } from './fetch-bytes.js';
// `loadGltfAssets` is imported from its own file, so that only those who draw files of their own download it.
export type { StanceOptions } from './find-stance.js';
export { type GltfAssets, type GltfAssetsOptions, type GltfSource, loadGltfAssets } from './gltf-assets.js';
export { type LoadAssetsOptions, loadCrowdAssets } from './load-crowd-assets.js';
export { joinWithOwnColors } from './merge-pieces.js';
export { allVertices } from './model.js';
export type { Part } from './part.js';
export type { OnProgress, Progress } from './progress.js';
