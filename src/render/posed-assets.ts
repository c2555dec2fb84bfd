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
  const { manifest } = boneTexture;
  return {
    boneTexture: { ...boneTexture, manifest: { ...manifest, clipInfo: [...infos] } },
    localPoses: () => localPosesOf(assets),
  };
}

/** Local poses by bone texture and builds, shared by all crowds of the same ones; undefined poses are cached, too. */
const derived = new WeakMap<BoneTexture, Map<CrowdAssets['builds'], LocalPoses | undefined>>();

/** Undefined if the rig's matrices are not made of translation, rotation and scale. */
export function localPosesOf({
  boneTexture,
  skeleton,
  skin,
  localPoses,
  builds,
}: RiggedTexture): LocalPoses | undefined {
  const known = derived.get(boneTexture) ?? new Map<CrowdAssets['builds'], LocalPoses | undefined>();
  derived.set(boneTexture, known);
  if (known.has(builds)) return known.get(builds);
  const own = localPoses ?? deriveLocalPoses(boneTexture, skeleton, skin);
  const poses = own && builds ? { ...own, builds } : own;
  known.set(builds, poses);
  return poses;
}
