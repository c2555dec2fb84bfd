import { add, subtract, type Vector } from '../mesh/vector.js';
import { bonePosition } from '../skeleton.js';
import { combine, rotate, type Turn, turnX, turnY } from './turn.js';

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
  readonly turn: Turn;
  /** Degrees that the toes bend up against the foot. */
  readonly toe: number;
}

/**
 * A foot that rolls on its hold without slipping: with the toes up (`pitch` above 0, degrees) about its heel, with the
 * heel up (below 0) about the toe joint, while the toes stay flat.
 */
export function rollFoot({ x, z, yaw }: Foothold, pitch: number): FootPose {
  const flat = turnY(yaw);
  const turn = combine(flat, turnX(-pitch));
  const pivot = pitch > 0 ? HEEL : TOE_JOINT;
  const ankle = add(
    add([x, ANKLE[1], z], rotate(flat, subtract(pivot, ANKLE))),
    rotate(turn, subtract(ANKLE, pivot)),
  );
  return { ankle, turn, toe: Math.max(0, -pitch) };
}
