import { alignAxes, multiply, type Quaternion, rotate, rotationX, rotationY } from '../math/quaternion.js';
import { add, cross, distance, subtract, type Vector } from '../math/vector.js';
import { bonePosition, type Side } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';
import { solveTwoBones } from './two-bone.js';

/** Contact point of the left heel at rest. */
const HEEL: Vector = [0.1, 0, -0.075];
const ANKLE = bonePosition('footL');
const TOE_JOINT = bonePosition('toeL');

/** Position and heading of a foot flat on the ground. */
export interface Foothold {
  /** Metres to the wearer's left. */
  readonly x: number;
  readonly z: number;
  /** Heading in degrees; positive points the toes to the wearer's left. */
  readonly yaw: number;
}

export interface FootPose {
  readonly ankle: Vector;
  /** Rotation of the foot from its rest pose. */
  readonly rotation: Quaternion;
  /** Upward bend of the toes relative to the foot, degrees. */
  readonly toe: number;
}

/**
 * Rolls a foot on its hold without slipping. Positive `pitch`, in degrees, lifts the toes around the heel; negative
 * `pitch` lifts the heel around the toe joint, with flat toes.
 */
export function rollFoot({ x, z, yaw }: Foothold, pitch: number): FootPose {
  const flat = rotationY(yaw);
  const rotation = multiply(flat, rotationX(-pitch));
  const pivot = pitch > 0 ? HEEL : TOE_JOINT;
  const ankle = add(
    add([x, ANKLE[1], z], rotate(flat, subtract(pivot, ANKLE))),
    rotate(rotation, subtract(ANKLE, pivot)),
  );
  return { ankle, rotation, toe: Math.max(0, -pitch) };
}

const THIGH = distance(bonePosition('thighL'), bonePosition('shinL'));
const SHIN = distance(bonePosition('shinL'), bonePosition('footL'));

/** Places a foot by inverse kinematics. The knee bends in the direction of the toes. */
export function placeFoot(figure: Figure, side: Side, { ankle, rotation, toe }: FootPose): void {
  const hip = figure.position(`thigh${side}`);
  const heading = rotate(rotation, [0, 0, 1]);
  const pole: Vector = [heading[0], 0.1, heading[2]];
  const { joint, end } = solveTwoBones(hip, ankle, THIGH, SHIN, pole);
  const hinge = cross(pole, subtract(end, hip));
  const rest = (bone: 'thigh' | 'shin' | 'foot') => bonePosition(`${bone}${side}`);
  const aim = (from: Vector, to: Vector, restFrom: Vector, restTo: Vector) =>
    alignAxes(subtract(restTo, restFrom), [1, 0, 0], subtract(to, from), hinge);
  figure.setWorld(`thigh${side}`, aim(hip, joint, rest('thigh'), rest('shin')));
  figure.setWorld(`shin${side}`, aim(joint, end, rest('shin'), rest('foot')));
  figure.setWorld(`foot${side}`, rotation);
  figure.set(`toe${side}`, rotationX(-toe));
}
