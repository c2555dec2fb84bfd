import { alignAxes, multiply, type Quaternion, rotate, rotationBetween } from '../math/quaternion.js';
import { distance, subtract, type Vector } from '../math/vector.js';
import { type BoneName, onSide, type Side } from '../skeleton/kit-skeleton.js';
import { ELBOW, SHOULDER, WRIST } from '../skeleton/weights.js';
import type { Figure } from './figure.js';
import { FORE_ARM, PALM, rollForearm, UPPER_ARM } from './forearm-roll.js';
import { moveShoulder } from './hanging-arm.js';
import { solveTwoBones } from './two-bone.js';

/** Target of a hand. Vectors are for the left arm and are mirrored for the right. */
export interface Reach {
  /** Bone that the target moves with. Vectors are in the character's space at rest. */
  readonly with: BoneName;
  readonly wrist: Vector;
  /** Direction of the elbow. */
  readonly elbow: Vector;
  /** Direction of the fingers. */
  readonly fingers: Vector;
  /** Normal of the palm. */
  readonly palm: Vector;
  /** Degrees. */
  readonly shrug?: number;
  /** Degrees. */
  readonly hunch?: number;
}

/** Moves a hand to its target by inverse kinematics and rotates it. */
export function reachWith(figure: Figure, side: Side, reach: Reach): void {
  const { shrug = 0, hunch = 0 } = reach;
  moveShoulder(figure, side, shrug, hunch);
  const frame = figure.world(reach.with);
  const direction = (v: Vector) => rotate(frame, onSide(side, v));
  const wrist = figure.carry(reach.with, onSide(side, reach.wrist));
  const shoulder = figure.position(`upperArm${side}`);
  const { joint, end } = solveTwoBones(
    shoulder,
    wrist,
    distance(SHOULDER, ELBOW),
    distance(ELBOW, WRIST),
    direction(reach.elbow),
  );
  const upper = swingOnto(
    figure.world(`clavicle${side}`),
    onSide(side, UPPER_ARM),
    subtract(joint, shoulder),
  );
  const hand = alignAxes(
    onSide(side, FORE_ARM),
    onSide(side, PALM),
    direction(reach.fingers),
    direction(reach.palm),
  );
  figure.setWorld(`upperArm${side}`, upper);
  figure.setWorld(`foreArm${side}`, swingOnto(upper, onSide(side, FORE_ARM), subtract(end, joint)));
  figure.setWorld(`hand${side}`, hand);
  rollForearm(figure, side);
}

/** Adds to `turn` the shortest rotation that points the bone, which rests along `rest`, along `to`. */
function swingOnto(turn: Quaternion, rest: Vector, to: Vector): Quaternion {
  return multiply(rotationBetween(rotate(turn, rest), to), turn);
}
