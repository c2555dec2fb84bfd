import { RigError } from '../errors/index.js';
import { AFFINE_SIZE, decomposeAffine, invertAffine, multiplyAffine } from '../math/index.js';
import { type BoneTexture, readBoneMatrix } from './bone-texture.js';
import { type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/** The cosine between two axes of a joint from which on it is sheared. */
const MAX_SHEAR = 1e-3;

/** Nearest joint above each joint, −1 for roots. */
export function jointParents(skeleton: Skeleton, skin: Skin): Int16Array {
  const jointOfBone = new Map(Array.from(skin.joints, (bone, joint) => [bone, joint]));
  return Int16Array.from(skin.joints, (bone) => {
    let above = skeleton.parents[bone];
    while (above >= 0 && !jointOfBone.has(above)) above = skeleton.parents[above];
    return jointOfBone.get(above) ?? -1;
  });
}

/**
 * What the baked matrices make of each joint: {@link TRS_SIZE} numbers for each (frame, joint), relative to the parent
 * joint.
 *
 * @returns undefined where a joint's matrix is no translation · rotation · scale, or is mirrored in some frames alone
 */
export function jointTransforms(
  texture: BoneTexture,
  parents: Int16Array,
  skin: Skin,
): Float64Array | undefined {
  const bind = bindMatricesWithFlatJoints(skin);
  const joints = parents.length;
  const frames = texture.manifest.clipInfo.reduce(
    (n, clip) => Math.max(n, clip.startFrame + clip.frameCount),
    0,
  );
  const poses = new Float64Array(frames * joints * TRS_SIZE);
  const world = new Float64Array(joints * AFFINE_SIZE);
  const local = new Float64Array(AFFINE_SIZE);
  for (let frame = 0; frame < frames; frame++) {
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
      // The reflection of a mirrored joint is put on its x scale; any axis would do, so long as all frames take the same.
      const isMirroredAtTimes = poses[o + 7] * poses[j * TRS_SIZE + 7] < 0;
      if (isMirroredAtTimes || isSheared(local, 0, 1) || isSheared(local, 0, 2) || isSheared(local, 1, 2)) {
        return undefined;
      }
    }
  }
  return poses;
}

/** Whether two axes of a matrix stand off their right angle, or one has no length. */
function isSheared(m: Float64Array, a: number, b: number): boolean {
  const product = dot(m, a, b);
  return !(product * product < MAX_SHEAR * MAX_SHEAR * dot(m, a, a) * dot(m, b, b));
}

/** Of two axes of a matrix, its columns. */
function dot(m: Float64Array, a: number, b: number): number {
  return m[a] * m[b] + m[a + 4] * m[b + 4] + m[a + 8] * m[b + 8];
}

/** As `bindMatrices`, but a joint whose inverse bind matrix has no inverse (a flat joint) keeps that matrix. */
function bindMatricesWithFlatJoints(skin: Skin): Float64Array {
  const bind = Float64Array.from(skin.inverseBind);
  for (let j = 0; j < skin.joints.length; j++) invertAffine(bind, j * AFFINE_SIZE, bind, j * AFFINE_SIZE);
  return bind;
}

/**
 * From each joint's own space to the vertices as stored: 12 numbers a joint.
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
