// Exports for other folders. Public exports are in `public.ts`.

export type { StanceOptions } from './bake/find-stance.js';
export type { CrowdAssets } from './crowd-assets.js';
export { resolveAddress } from './fetch/addresses.js';
export { AssetCache } from './fetch/asset-cache.js';
export { fetchJson } from './fetch/fetch-bytes.js';
export { fetchTexture } from './fetch/fetch-texture.js';
export type { LoadOptions, OnProgress, Progress } from './fetch/progress.js';
export { type GLTFAssetsOptions, type GltfAssets, loadGltfAssets } from './gltf-assets.js';
export type { HeldModel, InstancedModels } from './instanced-models.js';
export { type LoadAssetsOptions, loadCrowdAssets } from './load-crowd-assets.js';
export type { DecoderOptions } from './model/decoders.js';
export { allVertices } from './model/model.js';
export { zoneInput } from './model/outfits.js';
export type { Part, Zone } from './model/part.js';
export type { GLTFSource } from './model/scene-glb.js';
export { surfaceDistance } from './model/surface-distance.js';
export type { NamedVariants, TextureVariants } from './model/texture-variants.js';
export type { GLTFThingOptions } from './model/things.js';
export type { SeenAttributes, SimplifiedMesh, SimplifyJob, SimplifyResult } from './simplify/simplify-job.js';
