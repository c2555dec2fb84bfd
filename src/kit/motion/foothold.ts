import { multiply, type Quaternion, rotate, rotationX, rotationY } from '../math/quaternion.js';
import { add, subtract, type Vector } from '../math/vector.js';
import { bonePosition } from '../skeleton/kit-skeleton.js';

/** Where the left heel touches the ground at rest. */
const HEEL: Vector = [0.1, 0, -0.075];
const ANKLE = bonePosition('footL');
const TOE_JOINT = bonePosition('toeL');

/** A foot flat on the ground: where its ankle stands, and where the toes point. */
export interface Foothold {
  /** Metres to the wearer's left. */
  readonly x: number;
  readonly z: number;
  /** Degrees, positive turns the toes to the wearer's left. */
  readonly yaw: number;
}

export interface FootPose {
  readonly ankle: Vector;
  /** Turn of the foot away from its rest pose. */
  readonly rotation: Quaternion;
  /** Degrees that the toes bend up against the foot. */
  readonly toe: number;
}

/**
 * A foot that rolls on its hold without slipping: with the toes up (`pitch` above 0, degrees) about its heel, with the
 * heel up (below 0) about the toe joint, while the toes stay flat.
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
