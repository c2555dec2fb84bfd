import { AFFINE_SIZE, composeAffine, invertAffine } from '../../math/index.js';
import type { Skeleton, Skin } from '../../rig/index.js';
import {
  inverse,
  multiply,
  type Quaternion,
  rotate,
  rotationBetween,
  rotationY,
  rotationZ,
} from '../math/quaternion.js';
import { add, scale, subtract, UP, type Vector } from '../math/vector.js';
import {
  BONES,
  type BoneName,
  bonePosition,
  METRES_PER_UNIT,
  type PairedBone,
  type Side,
  sign,
  skeletonOf,
} from './kit-skeleton.js';

/**
 * Scale factors relative to the characters. Legs and hips share one, so that feet stay on the ground on both skeletons.
 */
const LEGS = 1.07;
const TRUNK = 0.95;
const ARMS = 1.04;

/** Rest angle of the arms above the characters', degrees: 35° below horizontal. */
const RAISED = 23;

const LEG_BONES = /^(root|hips|thigh|shin|foot|toe|skirt)/;
const ARM_BONES = /^(upperArm|foreArm|hand|sleeve)/;

/**
 * Target of a bone's y axis and the roll around it in degrees (left side). All other bones have the identity rotation
 * at rest.
 */
const AXES: Partial<Record<BoneName | PairedBone, { to: BoneName | PairedBone; roll: number }>> = {
  spine: { to: 'chest', roll: 0 },
  chest: { to: 'neck', roll: 0 },
  neck: { to: 'head', roll: 0 },
  clavicle: { to: 'upperArm', roll: 15 },
  upperArm: { to: 'foreArm', roll: 35 },
  foreArm: { to: 'hand', roll: 80 },
  thigh: { to: 'shin', roll: -20 },
  shin: { to: 'foot', roll: -20 },
  foot: { to: 'toe', roll: 0 },
  skirtFront1: { to: 'skirtFront2', roll: 26 },
  skirtSide1: { to: 'skirtSide2', roll: 90 },
  skirtBack1: { to: 'skirtBack2', roll: 154 },
};

/** Returns the rest position of a base mesh bone in model space, metres. */
export function basePosition(bone: BoneName): Vector {
  const position = bonePosition(bone);
  if (LEG_BONES.test(bone)) return scale(position, LEGS);
  if (ARM_BONES.test(bone)) {
    const side = bone.slice(-1) as Side;
    const shoulder = bonePosition(`upperArm${side}`);
    const arm = scale(subtract(position, shoulder), ARMS);
    return add(onTrunk(shoulder), rotate(rotationZ(sign(side) * RAISED), arm));
  }
  return onTrunk(position);
}

function onTrunk(position: Vector): Vector {
  const hips = bonePosition('hips');
  return add(scale(hips, LEGS), scale(subtract(position, hips), TRUNK));
}

/** Returns the rest rotation of a base mesh bone: along its limb, with roll, as exported by modelling tools. */
export function baseRotation(bone: BoneName): Quaternion {
  const side = bone.slice(-1) as Side;
  const paired = bone.slice(0, -1) as PairedBone;
  const axis = AXES[bone] ?? AXES[paired];
  if (axis === undefined) return [0, 0, 0, 1];
  const isPaired = !(bone in AXES);
  const to = (isPaired ? `${axis.to}${side}` : axis.to) as BoneName;
  const along = subtract(basePosition(to), basePosition(bone));
  // Mirroring negates the roll.
  return multiply(rotationBetween(UP, along), rotationY(isPaired ? sign(side) * axis.roll : axis.roll));
}

/**
 * Returns the skeleton of the base mesh: the characters' bone names, in centimetres under an armature with scale 0.01.
 */
export function baseSkeleton(): Skeleton {
  return skeletonOf(({ name, parent }) => {
    const back = inverse(baseRotation(parent ?? 'root'));
    const offset = subtract(basePosition(name), parent === null ? [0, 0, 0] : basePosition(parent));
    return [...scale(rotate(back, offset), 1 / METRES_PER_UNIT), ...multiply(back, baseRotation(name))];
  });
}

/** Returns the skin of {@link baseSkeleton}: every bone is a joint, vertices are in centimetres. */
export function baseSkin(): Skin {
  const inverseBind = new Float32Array(BONES.length * AFFINE_SIZE);
  BONES.forEach(({ name }, i) => {
    const place = scale(basePosition(name), 1 / METRES_PER_UNIT);
    composeAffine(inverseBind, i * AFFINE_SIZE, [...place, ...baseRotation(name), 1, 1, 1], 0);
    invertAffine(inverseBind, i * AFFINE_SIZE, inverseBind, i * AFFINE_SIZE);
  });
  return { joints: Uint16Array.from(BONES, (_, i) => i + 1), inverseBind };
}

/** Maps a point near `bone` from the characters' rest pose to the base mesh. */
export function besideBaseBone(bone: BoneName, point: Vector): Vector {
  const offset = subtract(point, bonePosition(bone));
  if (LEG_BONES.test(bone)) return add(basePosition(bone), scale(offset, LEGS));
  if (!ARM_BONES.test(bone)) return add(basePosition(bone), scale(offset, TRUNK));
  const raise = rotationZ(sign(bone.slice(-1) as Side) * RAISED);
  return add(basePosition(bone), rotate(raise, scale(offset, ARMS)));
}
