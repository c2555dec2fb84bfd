import {
  type BoneTexture,
  bakeBoneTexture,
  type Clip,
  type RetargetConvention,
  retargetClip,
  type Skeleton,
  type Skin,
  type SkinnedVertices,
} from '../rig/index.js';

/** All that a bone texture is made from, as plain arrays that a worker can be sent. */
export interface BakeJob {
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  /** Each with the skeleton that it is authored for. */
  readonly clips: readonly { readonly clip: Clip; readonly source: Skeleton }[];
  readonly convention: RetargetConvention;
  /** Frames a second. @default as {@link bakeBoneTexture} */
  readonly fps?: number | undefined;
  /** All parts, for the clips' bounds; undefined to make do with the joints. */
  readonly vertices: readonly SkinnedVertices[] | undefined;
}

/** @param onProgress gets a fraction from 0 to 1 */
export function runBakeJob(job: BakeJob, onProgress: (fraction: number) => void): BoneTexture {
  const { skeleton, skin, convention, vertices, fps } = job;
  const clips = job.clips.map(
    ({ clip, source }) => retargetClip(clip, source, skeleton, { convention }).clip,
  );
  return bakeBoneTexture(skeleton, skin, clips, {
    onProgress,
    ...(vertices ? { vertices } : {}),
    ...(fps ? { fps } : {}),
  });
}
