import { RigError } from '../errors/index.js';
import { AFFINE_SIZE, decomposeAffine, invertAffine, multiplyAffine } from '../math/index.js';
import { type BoneTexture, clipFrames, frameEnd, readBoneMatrix } from './bone-texture.js';
import { type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/**
 * A bone texture decomposed into local joint rotations, so that poses can be blended along the chain.
 *
 * Notes: blending baked matrices was rejected. Compared with three's `AnimationMixer`, vertices of a walk at 30 frames
 * per second are off by up to 12 mm between frames (21 mm for a chop), against 0.02 mm with local poses; in the middle
 * of a fade by 169 to 305 mm, against 0.05 to 0.11 mm.
 */
export interface JointPoses {
  /**
   * `size` numbers per (frame, joint), relative to the parent joint: quaternion x y z w, translation x y z, then the
   * scale: one number, or x y z and two zeros.
   */
  readonly data: Float32Array;
  /** Numbers per joint: 8 with uniform scales, 12 otherwise. */
  readonly size: 8 | 12;
  /** Nearest joint above each joint, −1 for roots. */
  readonly parents: Int16Array;
  /** Inverse bind matrix of each joint, 12 numbers. */
  readonly inverseBind: Float32Array;
}

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
    // World matrix of each joint: skin matrix times bind matrix.
    for (let j = 0; j < joints; j++) {
      readBoneMatrix(texture, frame, j, world, j * AFFINE_SIZE);
      multiplyAffine(world, j * AFFINE_SIZE, world, j * AFFINE_SIZE, bind, j * AFFINE_SIZE);
    }
    // Relative to the parent, then decomposed.
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
 * @throws {RigError} if an inverse bind matrix has no inverse
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
