// The sample kit: what other folders may use of this one. Users get what `public.ts` lists.
export { type GltfCharacter, readClipGlb, readSkinnedGlb } from '../gltf/index.js';
export { BUCKETS } from './buckets.js';
export { type BuildKitOptions, buildKit, type KitIndex, writeSkeletonGlb } from './build-kit.js';
export { type BuildPartsOptions, buildCharacterParts, TRIANGLE_LIMITS } from './build-parts.js';
export { buildManifest, KIT_VERSION } from './manifest.js';
export type { PackedMesh } from './mesh/pack.js';
export {
  ARMATURE_NAME,
  BONES,
  type BoneName,
  type KitBone,
  kitSkeleton,
  kitSkin,
  METRES_PER_UNIT,
} from './skeleton/kit-skeleton.js';
export { writeKit } from './write-kit.js';
