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
  /** The skeleton that the clips are authored for. */
  readonly source: Skeleton;
  readonly clips: readonly Clip[];
  readonly convention: RetargetConvention;
  /** All parts, for the clips' bounds. */
  readonly vertices: readonly SkinnedVertices[];
}

/** @param onProgress gets a fraction from 0 to 1 */
export function runBakeJob(job: BakeJob, onProgress: (fraction: number) => void): BoneTexture {
  const { skeleton, skin, source, convention, vertices } = job;
  const clips = job.clips.map((clip) => retargetClip(clip, source, skeleton, { convention }).clip);
  return bakeBoneTexture(skeleton, skin, clips, { vertices, onProgress });
}
