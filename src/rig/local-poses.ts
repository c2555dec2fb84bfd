import { composeAffine } from '../math/index.js';
import type { BoneTexture } from './bone-texture.js';
import { findLimbs, type Limbs } from './find-limbs.js';
import { jointParents, jointTransforms } from './joint-transforms.js';
import { type Floats, type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/** Numbers of a local pose with one scale for all axes, and with three; whole texels. */
const EVEN_SIZE = 8;
const UNEVEN_SIZE = 12;

/** How far all scales of a joint may be from equal to be taken for one. */
const MAX_ANISOTROPY = 1e-3;

/**
 * A bone texture taken apart into each joint's own rotation, so that poses can be blended along the chain.
 *
 * Rejected: blending the baked matrices. Against three's `AnimationMixer`, vertices of a walk baked at 30 frames a second
 * are up to 12 mm off between frames (a chop 21 mm), where local poses are 0.02 mm off; in the middle of a fade they are
 * 169 to 305 mm off, where local poses are 0.05 to 0.11 mm off.
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
  /** Legs, head and waist; undefined where the rig has none that can be found. */
  readonly limbs: Limbs | undefined;
}

/**
 * Local poses from the baked matrices and the inverse binds alone: bones between joints vanish into them.
 *
 * @returns undefined where a turn and three scales cannot say what a joint's matrix says: where it is sheared by more
 * than one in a thousand (it turns below a stretched node that is no joint), is flat, or is mirrored at times
 */
export function deriveLocalPoses(
  texture: BoneTexture,
  skeleton: Skeleton,
  skin: Skin,
): LocalPoses | undefined {
  const poses = deriveJointPoses(texture, skeleton, skin);
  return poses && withLimbs(poses, skeleton, skin);
}

/** Local poses before it is known which joints are limbs. */
export type JointPoses = Omit<LocalPoses, 'limbs'>;

/** As {@link deriveLocalPoses}, of a part of the clips. */
export function deriveJointPoses(
  texture: BoneTexture,
  skeleton: Skeleton,
  skin: Skin,
): JointPoses | undefined {
  const parents = jointParents(skeleton, skin);
  const poses = jointTransforms(texture, parents, skin);
  if (!poses) return undefined;
  const size = isEven(poses) ? EVEN_SIZE : UNEVEN_SIZE;
  return { data: pack(poses, size), size, parents, inverseBind: skin.inverseBind };
}

/**
 * What {@link deriveLocalPoses} makes of all clips, from what was made of each.
 *
 * @returns undefined where that does not follow: joints of some clip have more than one scale, or none that can be told
 */
export function joinJointPoses(
  parts: readonly (JointPoses | undefined)[],
  skeleton: Skeleton,
  skin: Skin,
): LocalPoses | undefined {
  const even = parts.filter((part) => part?.size === EVEN_SIZE) as JointPoses[];
  if (even.length === 0 || even.length < parts.length) return undefined;
  const data = new Float32Array(even.reduce((sum, part) => sum + part.data.length, 0));
  let at = 0;
  for (const part of even) {
    data.set(part.data, at);
    at += part.data.length;
  }
  return withLimbs({ ...even[0], data }, skeleton, skin);
}

function withLimbs(poses: JointPoses, skeleton: Skeleton, skin: Skin): LocalPoses {
  const names = Array.from(skin.joints, (bone) => skeleton.names[bone]);
  return { ...poses, limbs: findLimbs(poses, names) };
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
    for (let k = 0; k < 4; k++) data[o + k] = poses[i + 3 + k];
    for (let k = 0; k < 3; k++) data[o + 4 + k] = poses[i + k];
    if (size === EVEN_SIZE) data[o + 7] = (poses[i + 7] + poses[i + 8] + poses[i + 9]) / 3;
    else for (let k = 7; k < TRS_SIZE; k++) data[o + k] = poses[i + k];
  }
  return data;
}
