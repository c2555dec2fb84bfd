import { RigError } from '../errors/index.js';
import { AFFINE_SIZE, decomposeAffine, invertAffine, multiplyAffine } from '../math/index.js';
import { type BoneTexture, clipFrames, frameEnd, readBoneMatrix } from './bone-texture.js';
import { type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/** Cosine between two joint axes above which the joint is sheared. */
const MAX_SHEAR = 1e-3;

/** Returns the nearest ancestor joint of each joint, −1 for roots. */
export function jointParents(skeleton: Skeleton, skin: Skin): Int16Array {
  const jointOfBone = new Map(Array.from(skin.joints, (bone, joint) => [bone, joint]));
  return Int16Array.from(skin.joints, (bone) => {
    let above = skeleton.parents[bone];
    while (above >= 0 && !jointOfBone.has(above)) above = skeleton.parents[above];
    return jointOfBone.get(above) ?? -1;
  });
}

/**
 * Derives joint transforms relative to the parent joint from baked matrices: {@link TRS_SIZE} numbers per (frame,
 * joint). Frames of no clip get the identity.
 *
 * @returns undefined if a matrix is not translation · rotation · scale, or is mirrored in some frames only
 */
export function jointTransforms(
  texture: BoneTexture,
  parents: Int16Array,
  skin: Skin,
): Float64Array | undefined {
  const bind = bindMatricesWithFlatJoints(skin);
  const joints = parents.length;
  const frames = frameEnd(texture.manifest.clipInfo);
  const poses = new Float64Array(frames * joints * TRS_SIZE);
  const world = new Float64Array(joints * AFFINE_SIZE);
  const local = new Float64Array(AFFINE_SIZE);
  for (let o = 6; o < poses.length; o += TRS_SIZE) poses.fill(1, o, o + 4);
  const first = texture.manifest.clipInfo[0].startFrame * joints * TRS_SIZE;
  for (const frame of clipFrames(texture.manifest.clipInfo)) {
    for (let j = 0; j < joints; j++) {
      readBoneMatrix(texture, frame, j, world, j * AFFINE_SIZE);
      multiplyAffine(world, j * AFFINE_SIZE, world, j * AFFINE_SIZE, bind, j * AFFINE_SIZE);
    }
    for (let j = 0; j < joints; j++) {
      if (parents[j] < 0) local.set(world.subarray(j * AFFINE_SIZE, (j + 1) * AFFINE_SIZE));
      else if (invertAffine(local, 0, world, parents[j] * AFFINE_SIZE)) {
        multiplyAffine(local, 0, local, 0, world, j * AFFINE_SIZE);
      } else return undefined;
      const o = (frame * joints + j) * TRS_SIZE;
      decomposeAffine(poses, o, local, 0);
      // A reflection is stored in the x scale; any axis would do if all frames use the same.
      const isMirroredAtTimes = poses[o + 7] * poses[first + j * TRS_SIZE + 7] < 0;
      if (isMirroredAtTimes || isSheared(local, 0, 1) || isSheared(local, 0, 2) || isSheared(local, 1, 2)) {
        return undefined;
      }
    }
  }
  return poses;
}

/** True if two axes of a matrix are not perpendicular, or one has zero length. */
function isSheared(m: Float64Array, a: number, b: number): boolean {
  const product = dot(m, a, b);
  return !(product * product < MAX_SHEAR * MAX_SHEAR * dot(m, a, a) * dot(m, b, b));
}

/** Returns the dot product of two columns. */
function dot(m: Float64Array, a: number, b: number): number {
  return m[a] * m[b] + m[a + 4] * m[b + 4] + m[a + 8] * m[b + 8];
}

/** Like `bindMatrices`, but keeps singular inverse bind matrices (flat joints) as they are. */
function bindMatricesWithFlatJoints(skin: Skin): Float64Array {
  const bind = Float64Array.from(skin.inverseBind);
  for (let j = 0; j < skin.joints.length; j++) invertAffine(bind, j * AFFINE_SIZE, bind, j * AFFINE_SIZE);
  return bind;
}

/**
 * Returns bind matrices, from joint space to stored vertices: 12 numbers per joint.
 *
 * @throws {RigError} where an inverse bind matrix has no inverse
 */
export function bindMatrices(skin: Skin): Float64Array {
  const binds = new Float64Array(skin.inverseBind.length);
  for (let joint = 0; joint < skin.joints.length; joint++) {
    const o = joint * AFFINE_SIZE;
    if (!invertAffine(binds, o, skin.inverseBind, o)) {
      throw new RigError(
        `Joint ${joint} of the skin has an inverse bind matrix without an inverse. Export the skin again.`,
      );
    }
  }
  return binds;
}
