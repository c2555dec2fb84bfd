import { AFFINE_SIZE, composeAffine, decomposeAffine, invertAffine, multiplyAffine } from '../math/index.js';
import { type BoneTexture, readBoneMatrix } from './bone-texture.js';
import { type Floats, type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/** Numbers of a local pose with one scale for all axes, and with three; whole texels. */
const EVEN_SIZE = 8;
const UNEVEN_SIZE = 12;

/** How far all scales of a joint may be from equal to be taken for one. */
const MAX_ANISOTROPY = 1e-3;
/** How far, of an axis's length, a joint's matrix may be from what a turn and three scales say. */
const MAX_SHEAR = 1e-3;

/**
 * A bone texture taken apart into each joint's own turn, so that poses can be blended along the chain: matrices
 * blended between frames are centimetres off, and tear limbs in a fade.
 */
export interface LocalPoses {
  /**
   * `size` numbers for each (frame, joint), relative to the parent joint: quaternion x y z w, translation x y z, then
   * the scale: one number for all axes, or x y z and two zeros.
   */
  readonly data: Float32Array;
  /** Numbers a joint takes: 8 where every joint has one scale for all axes, 12 where one has three. */
  readonly size: 8 | 12;
  /** Nearest joint above each joint, −1 for roots. */
  readonly parents: Int16Array;
  /** Inverse bind matrix of each joint, 12 numbers. */
  readonly inverseBind: Float32Array;
}

/**
 * Local poses from the baked matrices and the inverse binds alone: bones between joints vanish into them.
 *
 * @returns undefined where a turn and three scales cannot say what a joint's matrix says: where it is sheared by more
 * than one in a thousand (a turned joint under a stretched bone that is none), is flat, or is mirrored at times
 */
export function deriveLocalPoses(
  texture: BoneTexture,
  skeleton: Skeleton,
  skin: Skin,
): LocalPoses | undefined {
  const parents = jointParents(skeleton, skin);
  const poses = decomposeFrames(texture, parents, bindMatrices(skin));
  if (!poses) return undefined;
  const size = isEven(poses) ? EVEN_SIZE : UNEVEN_SIZE;
  return { data: pack(poses, size), size, parents, inverseBind: skin.inverseBind };
}

const trs = new Float64Array(TRS_SIZE);

/** The matrix of the local pose at `local`, of `size` numbers: 12 numbers at `out[o]`. */
export function composeLocal(out: Floats, o: number, local: Floats, size: LocalPoses['size']): void {
  const axis = size === EVEN_SIZE ? 0 : 1;
  for (let k = 0; k < 3; k++) {
    trs[k] = local[4 + k];
    trs[7 + k] = local[7 + k * axis];
  }
  for (let k = 0; k < 4; k++) trs[3 + k] = local[k];
  composeAffine(out, o, trs, 0);
}

function jointParents(skeleton: Skeleton, skin: Skin): Int16Array {
  const jointOfBone = new Map(Array.from(skin.joints, (bone, joint) => [bone, joint]));
  return Int16Array.from(skin.joints, (bone) => {
    let above = skeleton.parents[bone];
    while (above >= 0 && !jointOfBone.has(above)) above = skeleton.parents[above];
    return jointOfBone.get(above) ?? -1;
  });
}

/** Left as it is where a matrix has no inverse: the joint is then flat. */
function bindMatrices(skin: Skin): Float64Array {
  const bind = Float64Array.from(skin.inverseBind);
  for (let j = 0; j < skin.joints.length; j++) invertAffine(bind, j * AFFINE_SIZE, bind, j * AFFINE_SIZE);
  return bind;
}

/** {@link TRS_SIZE} numbers for each (frame, joint), relative to the parent joint; undefined where they do not suffice. */
function decomposeFrames(
  texture: BoneTexture,
  parents: Int16Array,
  bind: Float64Array,
): Float64Array | undefined {
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
      // The mirrored axis is told by convention: right as long as it is the same in all frames.
      const isMirroredAtTimes = poses[o + 7] * poses[j * TRS_SIZE + 7] < 0;
      if (isMirroredAtTimes || !(shear(local) <= MAX_SHEAR)) return undefined;
    }
  }
  return poses;
}

/** The greatest cosine between two axes of a matrix; NaN where one has no length. */
function shear(m: Float64Array): number {
  return Math.max(cosine(m, 0, 1), cosine(m, 0, 2), cosine(m, 1, 2));
}

function cosine(m: Float64Array, a: number, b: number): number {
  const dot = m[a] * m[b] + m[a + 4] * m[b + 4] + m[a + 8] * m[b + 8];
  const lengths = Math.hypot(m[a], m[a + 4], m[a + 8]) * Math.hypot(m[b], m[b + 4], m[b + 8]);
  return Math.abs(dot) / lengths;
}

/** Whether the scales of every joint are positive and as good as one. */
function isEven(poses: Float64Array): boolean {
  for (let o = 0; o < poses.length; o += TRS_SIZE) {
    const least = Math.min(poses[o + 7], poses[o + 8], poses[o + 9]);
    const most = Math.max(poses[o + 7], poses[o + 8], poses[o + 9]);
    if (least <= 0 || most / least - 1 > MAX_ANISOTROPY) return false;
  }
  return true;
}

function pack(poses: Float64Array, size: LocalPoses['size']): Float32Array {
  const data = new Float32Array((poses.length / TRS_SIZE) * size);
  for (let i = 0, o = 0; i < poses.length; i += TRS_SIZE, o += size) {
    const [x, y, z] = poses.subarray(i + 7, i + TRS_SIZE);
    data.set(poses.subarray(i + 3, i + 7), o);
    data.set(poses.subarray(i, i + 3), o + 4);
    data.set(size === EVEN_SIZE ? [(x + y + z) / 3] : [x, y, z], o + 7);
  }
  return data;
}
