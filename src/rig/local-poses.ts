import { AFFINE_SIZE, decomposeAffine, invertAffine, multiplyAffine } from '../math/index.js';
import { type BoneTexture, readBoneMatrix } from './bone-texture.js';
import { type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/** Numbers a joint takes in a local pose: quaternion x y z w, translation x y z, uniform scale. */
export const LOCAL_SIZE = 8;

/** How far a joint's scales may be from equal before its pose needs the matrices as they are. */
const MAX_ANISOTROPY = 1e-3;

/**
 * A bone texture taken apart into each joint's own turn, so that poses can be blended along the chain: matrices
 * blended between frames are centimetres off, and tear limbs in a fade.
 */
export interface LocalPoses {
  /** {@link LOCAL_SIZE} numbers for each (frame, joint), relative to the parent joint. */
  readonly data: Float32Array;
  /** Nearest joint above each joint, −1 for roots. */
  readonly parents: Int16Array;
  /** Inverse bind matrix of each joint, 12 numbers. */
  readonly inverseBind: Float32Array;
}

/**
 * Local poses from the baked matrices and the inverse binds alone: bones between joints vanish into them.
 *
 * @returns undefined where a joint's local scale is not uniform to one in a thousand, since a turn and a single scale
 * cannot then say what the matrix says
 */
export function deriveLocalPoses(
  texture: BoneTexture,
  skeleton: Skeleton,
  skin: Skin,
): LocalPoses | undefined {
  const joints = skin.joints.length;
  const parents = jointParents(skeleton, skin);
  const bind = bindMatrices(skin);
  const frames = texture.manifest.clipInfo.reduce(
    (n, clip) => Math.max(n, clip.startFrame + clip.frameCount),
    0,
  );
  const data = new Float32Array(frames * joints * LOCAL_SIZE);
  const world = new Float64Array(joints * AFFINE_SIZE);
  const local = new Float64Array(AFFINE_SIZE);
  const trs = new Float64Array(TRS_SIZE);
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
      decomposeAffine(trs, 0, local, 0);
      if (anisotropy(trs) > MAX_ANISOTROPY) return undefined;
      const o = (frame * joints + j) * LOCAL_SIZE;
      data.set([trs[3], trs[4], trs[5], trs[6], trs[0], trs[1], trs[2], (trs[7] + trs[8] + trs[9]) / 3], o);
    }
  }
  return { data, parents, inverseBind: skin.inverseBind };
}

function jointParents(skeleton: Skeleton, skin: Skin): Int16Array {
  const jointOfBone = new Map(Array.from(skin.joints, (bone, joint) => [bone, joint]));
  return Int16Array.from(skin.joints, (bone) => {
    let above = skeleton.parents[bone];
    while (above >= 0 && !jointOfBone.has(above)) above = skeleton.parents[above];
    return jointOfBone.get(above) ?? -1;
  });
}

function bindMatrices(skin: Skin): Float64Array {
  const bind = Float64Array.from(skin.inverseBind);
  for (let j = 0; j < skin.joints.length; j++) invertAffine(bind, j * AFFINE_SIZE, bind, j * AFFINE_SIZE);
  return bind;
}

/** Spread of the three scales; infinite where one is negative or nothing. */
function anisotropy(trs: Float64Array): number {
  const least = Math.min(trs[7], trs[8], trs[9]);
  const most = Math.max(trs[7], trs[8], trs[9]);
  return least > 0 ? most / least - 1 : Number.POSITIVE_INFINITY;
}
