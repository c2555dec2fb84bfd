import { multiply, type Quaternion, rotate, rotationX, rotationY } from '../math/quaternion.js';
import { add, subtract, type Vector } from '../math/vector.js';
import { bonePosition } from '../skeleton/kit-skeleton.js';

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
