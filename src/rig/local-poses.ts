import { AFFINE_SIZE, composeAffine, multiplyAffine } from '../math/index.js';
import type { BoneTexture } from './bone-texture.js';
import { findLimbs, type Limbs } from './find-limbs.js';
import { type JointPoses, jointParents, jointTransforms } from './joint-transforms.js';
import { type Floats, type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/** Numbers per local pose with uniform and with non-uniform scale; whole texels. */
const EVEN_SIZE = 8;
const UNEVEN_SIZE = 12;

/** Maximum relative difference of scales that count as uniform. */
const MAX_ANISOTROPY = 1e-3;

/**
 * Changes of a skeleton for one build. The vertices of a joint are stretched in its own space; joints below it follow its
 * stretched end, and are not stretched with it. So all rotations and scales of clips stay as they are.
 */
export interface Build {
  /** The translation that is added to each joint's local translation, 3 numbers a joint. */
  readonly offsets: Float32Array;
  /** Matrix that stretches each joint's vertices in the joint's space: 12 numbers each (affine 3×4). */
  readonly stretches: Float64Array;
}

/** Number of builds of a crowd that has them. */
export const BUILDS = 16;

/** Joint poses, and the limbs that were found in them. */
export interface LocalPoses extends JointPoses {
  /** Legs, head and waist; undefined if they were not found. */
  readonly limbs: Limbs | undefined;
  /** The 16 builds of the characters. @default all have the file's own */
  readonly builds?: readonly Build[] | undefined;
}

/**
 * Derives local poses from baked matrices and inverse bind matrices. Bones between joints are folded into the joints.
 *
 * @returns undefined if rotation and scale cannot represent a joint's matrix: it is sheared by more than 0.001 (a
 *   rotation below a stretched node that is no joint), flat, or mirrored in some frames
 */
export function deriveLocalPoses(
  texture: BoneTexture,
  skeleton: Skeleton,
  skin: Skin,
): LocalPoses | undefined {
  const poses = deriveJointPoses(texture, skeleton, skin);
  return poses && withLimbs(poses, skeleton, skin);
}

/** Like {@link deriveLocalPoses}, for a part of the clips. */
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
 * Joins the results of {@link deriveJointPoses} for all clips.
 *
 * @returns undefined if joints of any clip have non-uniform scales or no local poses
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

/** Writes the matrix of the local pose at `local`, of `size` numbers, to `out[o]`: 12 numbers. */
export function composeLocal(out: Floats, o: number, local: Floats, size: LocalPoses['size']): void {
  const axis = size === EVEN_SIZE ? 0 : 1;
  for (let k = 0; k < 3; k++) {
    trs[k] = local[4 + k];
    trs[7 + k] = local[7 + k * axis];
  }
  for (let k = 0; k < 4; k++) trs[3 + k] = local[k];
  composeAffine(out, o, trs, 0);
}

/** True if all joints have positive, uniform scales. */
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

/** The inverse bind matrices with a build's stretches, 12 numbers a joint. */
export function stretchedBind({ stretches }: Build, inverseBind: Float32Array): Float32Array {
  const stretched = new Float32Array(inverseBind.length);
  for (let o = 0; o < stretched.length; o += AFFINE_SIZE) {
    multiplyAffine(stretched, o, stretches, o, inverseBind, o);
  }
  return stretched;
}
