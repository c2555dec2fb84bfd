import {
  type BoneTexture,
  bakeBoneTexture,
  joinBoneTextures,
  type RetargetConvention,
  retargetClip,
  type Skeleton,
  type Skin,
  type SkinnedVertices,
} from '../../rig/index.js';
import type { SourceClip } from './source-clips.js';

/** Skeleton and skin that clips are baked for, as plain arrays for a worker. */
export interface BakeTarget {
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  readonly convention: RetargetConvention;
  /** Frames a second. @default as {@link bakeBoneTexture} */
  readonly fps?: number | undefined;
  /** As for {@link bakeBoneTexture}. */
  readonly atKeys?: boolean;
  /** All parts, for the clips' bounds; undefined to make do with the joints. */
  readonly vertices: readonly SkinnedVertices[] | undefined;
}

/** All that a bone texture is made from. */
export interface BakeJob<Clip = SourceClip> extends BakeTarget {
  readonly clips: readonly Clip[];
}

/** A bone texture of one clip. */
export function bakeClip(
  { skeleton, skin, convention, vertices, fps, atKeys = false }: BakeTarget,
  { clip: authored, source }: SourceClip,
): BoneTexture {
  const { clip } = retargetClip(authored, source, skeleton, { convention });
  return bakeBoneTexture(skeleton, skin, [clip], {
    ...(vertices ? { vertices } : {}),
    ...(fps ? { fps } : {}),
    atKeys,
  });
}

/** @param onProgress gets a fraction from 0 to 1 */
export function runBakeJob(job: BakeJob, onProgress: (fraction: number) => void): BoneTexture {
  const textures = job.clips.map((clip, index) => {
    const texture = bakeClip(job, clip);
    onProgress((index + 1) / job.clips.length);
    return texture;
  });
  return joinBoneTextures(textures);
}
