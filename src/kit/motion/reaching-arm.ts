import { alignAxes, multiply, type Quaternion, rotate, rotationBetween } from '../math/quaternion.js';
import { distance, subtract, type Vector } from '../math/vector.js';
import { type BoneName, onSide, type Side } from '../skeleton/kit-skeleton.js';
import { ELBOW, SHOULDER, WRIST } from '../skeleton/weights.js';
import type { Figure } from './figure.js';
import { FORE_ARM, PALM, rollForearm, UPPER_ARM } from './forearm-roll.js';
import { moveShoulder } from './hanging-arm.js';
import { solveTwoBones } from './two-bone.js';

/** Where a hand goes. All vectors are written for the left arm and mirrored for the right. */
export interface Reach {
  /** The bone that the vectors move with, in the character's space at rest. */
  readonly with: BoneName;
  readonly wrist: Vector;
  /** Which way the elbow points. */
  readonly elbow: Vector;
  /** Where the fingers point. */
  readonly fingers: Vector;
  /** Where the palm faces. */
  readonly palm: Vector;
  /** Degrees. */
  readonly shrug?: number;
  /** Degrees. */
  readonly hunch?: number;
}

/** Brings a hand to a place by inverse kinematics, and turns it. */
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

/** Turns on from `turn` the shortest way, until the bone resting along `rest` points along `to`. */
function swingOnto(turn: Quaternion, rest: Vector, to: Vector): Quaternion {
  return multiply(rotationBetween(rotate(turn, rest), to), turn);
}
