import type { CrowdAssets } from '../assets/index.js';
import { type BoneTexture, deriveLocalPoses, type LocalPoses } from '../rig/index.js';
import type { ClipRegistry } from './characters/index.js';
import type { BoundedClip, BoundedTexture } from './poses/index.js';

export interface PosedAssets {
  /** The baked matrices; `clipInfo` lists the clips by the numbers that rows use. */
  readonly boneTexture: BoundedTexture;
  /** Undefined if the rig's matrices are not made of translation, rotation and scale. Derived at the first call. */
  localPoses(): LocalPoses | undefined;
}

type RiggedTexture = Pick<CrowdAssets, 'boneTexture' | 'skeleton' | 'skin' | 'localPoses' | 'builds'>;

/** @param clips whose numbers rows use: twice as many as the bone texture has */
export function createPosedAssets(
  assets: RiggedTexture,
  boneTexture: BoundedTexture,
  { infos }: ClipRegistry<BoundedClip>,
): PosedAssets {
  const { data, manifest } = boneTexture;
  return {
    boneTexture: { data, manifest: { ...manifest, clipInfo: [...infos] } },
    localPoses: () => localPosesOf(assets),
  };
}

/** Local poses by bone texture, shared by all crowds of the same assets; undefined poses are cached, too. */
const derived = new WeakMap<BoneTexture, { readonly poses: LocalPoses | undefined }>();

/** Undefined if the rig's matrices are not made of translation, rotation and scale. */
export function localPosesOf({
  boneTexture,
  skeleton,
  skin,
  localPoses,
  builds,
}: RiggedTexture): LocalPoses | undefined {
  const known = derived.get(boneTexture);
  if (known) return known.poses;
  const own = localPoses ?? deriveLocalPoses(boneTexture, skeleton, skin);
  const poses = own && builds ? { ...own, builds } : own;
  derived.set(boneTexture, { poses });
  return poses;
}
