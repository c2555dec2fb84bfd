import { type SkinnedPart, writeSkinnedGlb } from './gltf/write-skinned-glb.js';
import type { PackedMesh } from './mesh/pack.js';
import { kitSkeleton, kitSkin } from './skeleton/kit-skeleton.js';

const CLOTH_ROUGHNESS = 0.82;
const EYE_ROUGHNESS = 0.45;

/** All parts on one skeleton as a GLB: `skeleton_glb` from the near parts, `lod_glb` from the far ones. */
export function writeSkeletonGlb(parts: ReadonlyMap<string, PackedMesh>): Promise<Uint8Array> {
  const skinned = [...parts].map(
    ([name, mesh]): SkinnedPart => ({
      name,
      mesh,
      roughness: name === 'shared_eyes' ? EYE_ROUGHNESS : CLOTH_ROUGHNESS,
      hasTintMask: true,
    }),
  );
  return writeSkinnedGlb(kitSkeleton(), kitSkin(), skinned);
}
