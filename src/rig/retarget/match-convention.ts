import { BoneTextureError } from '../../errors/index.js';
import { AFFINE_SIZE, multiplyAffine } from '../../math/index.js';
import type { ClipInfo, RetargetConvention } from '../../protocol/index.js';
import { frameTime } from '../bake-bone-texture.js';
import { type BoneTexture, readBoneMatrix } from '../bone-texture.js';
import type { Clip } from '../clip.js';
import { bindMatrices } from '../joint-transforms.js';
import { RETARGET_CONVENTIONS } from '../manifest/read-manifest.js';
import { skinMatrices } from '../pose-matrices.js';
import type { Skeleton, Skin } from '../skeleton.js';
import { createRetargeter, type Retargeter } from './retarget-pose.js';

/** Compared frames per clip, evenly spaced. */
const FRAMES = 5;

/** Maximum number of compared clips. */
const CLIPS = 4;

/** Distance from a joint at which rotation errors are measured, metres. */
const REACH_METRES = 0.1;

/**
 * Finds the convention of a bone texture: retargets a few frames with each and compares.
 *
 * @param skin the target's, as the texture was baked for
 * @param clips as authored, each for its `source`; clips with the name of one in the texture are compared
 * @returns the closer convention and its largest error in metres, within 0.1 m of a joint
 * @throws {BoneTextureError} if the texture has other joints than `skin`, or none of the clips
 */
export function matchRetargetConvention(
  texture: BoneTexture,
  skin: Skin,
  target: Skeleton,
  clips: readonly { readonly clip: Clip; readonly source: Skeleton }[],
): { convention: RetargetConvention; error: number } {
  const { nBones, clipInfo } = texture.manifest;
  if (nBones !== skin.joints.length) {
    throw new BoneTextureError(
      `The manifest's nBones is ${nBones} but the skin has ${skin.joints.length} joints. Pass the skin that the texture was baked for.`,
      'nBones',
    );
  }
  const shared = clips
    .flatMap(({ clip, source }) =>
      clipInfo.filter(({ name }) => name === clip.name).map((info) => ({ clip, source, info })),
    )
    .slice(0, CLIPS);
  if (shared.length === 0) {
    throw new BoneTextureError(
      `The texture has none of the clips given (${clips.map(({ clip }) => clip.name).join(', ')}). Pass one of its own.`,
      'clipInfo',
    );
  }
  const binds = bindMatrices(skin);
  const [matched, relative] = RETARGET_CONVENTIONS.map((convention) => {
    const errors = shared.map(({ clip, source, info }) => {
      const retargeter = createRetargeter({ ...clip, loop: info.loop }, source, target, convention);
      return clipError(texture, info, skin, binds, target, retargeter);
    });
    return { convention, error: Math.max(...errors) };
  });
  return relative.error < matched.error ? relative : matched;
}

/** Returns the largest error over a few frames of a clip. */
function clipError(
  texture: BoneTexture,
  info: ClipInfo,
  skin: Skin,
  binds: Float64Array,
  target: Skeleton,
  retargeter: Retargeter,
): number {
  const pose = new Float64Array(target.rest.length);
  const posed = new Float64Array(binds.length);
  const baked = new Float64Array(AFFINE_SIZE);
  const frames = Math.min(FRAMES, info.frameCount);
  let error = 0;
  for (let i = 0; i < frames; i++) {
    const frame = Math.floor((i * info.frameCount) / frames);
    retargeter.pose(frameTime(retargeter.clip, info.frameCount, frame), pose);
    skinMatrices(target, skin, pose, posed);
    for (let joint = 0; joint < skin.joints.length; joint++) {
      const o = joint * AFFINE_SIZE;
      readBoneMatrix(texture, info.startFrame + frame, joint, baked, 0);
      multiplyAffine(baked, 0, baked, 0, binds, o);
      multiplyAffine(posed, o, posed, o, binds, o);
      error = Math.max(error, matrixDistance(baked, 0, posed, o));
    }
  }
  return error;
}

/** Returns the largest distance between two poses of a joint, at its origin and at arm's length along its axes. */
function matrixDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let worst = Math.hypot(a[i + 3] - b[j + 3], a[i + 7] - b[j + 7], a[i + 11] - b[j + 11]);
  for (let axis = 0; axis < 3; axis++) {
    const length = Math.hypot(b[j + axis], b[j + 4 + axis], b[j + 8 + axis]);
    const arm = length > 0 ? REACH_METRES / length : 0;
    let square = 0;
    for (let row = 0; row < 12; row += 4) {
      const difference = a[i + row + 3] - b[j + row + 3] + (a[i + row + axis] - b[j + row + axis]) * arm;
      square += difference * difference;
    }
    worst = Math.max(worst, Math.sqrt(square));
  }
  return worst;
}
