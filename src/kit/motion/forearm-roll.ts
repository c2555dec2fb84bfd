import {
  alignAxes,
  axisRotation,
  inverse,
  multiply,
  type Quaternion,
  rotate,
  twistDegrees,
  wrapDegrees,
} from '../math/quaternion.js';
import { clamp } from '../math/shaping.js';
import { addScaled, cross, FORWARD, normalize, scale, subtract, UP, type Vector } from '../math/vector.js';
import { onSide, type Side, sign } from '../skeleton/kit-skeleton.js';
import { ELBOW, SHOULDER, WRIST } from '../skeleton/weights.js';
import type { Figure } from './figure.js';

export const UPPER_ARM = subtract(ELBOW, SHOULDER);
export const FORE_ARM = subtract(WRIST, ELBOW);
/** Normal of the palm: down and towards the body. */
export const PALM = cross(FORE_ARM, FORWARD);

/** Fraction of the forearm's roll that the upper arm takes. */
const UPPER_ARM_ROLL = 0.35;
/** Maximum roll of the upper arm, degrees. More would twist the shoulder unnaturally. */
const MOST_ROLL = 42;
/** Middle of the shoulder's range, degrees inwards. Resolves the direction of half turns. */
const MEAN_ROLL = 45;

/**
 * Rolls the forearm around its axis to suit the sleeve. The upper arm takes a part of the roll; elbow and hand keep
 * their positions.
 */
export function rollForearm(figure: Figure, side: Side): void {
  const hand = figure.world(`hand${side}`);
  const forearm = figure.world(`foreArm${side}`);
  const axis = onSide(side, FORE_ARM);
  const back = onSide(side, scale(PALM, -1));
  const along = rotate(forearm, axis);
  const rolled = alignAxes(axis, back, along, sleeveTop(along, rotate(hand, back)));
  const roll = multiply(inverse(forearm), rolled);
  figure.setWorld(`upperArm${side}`, multiply(figure.world(`upperArm${side}`), shareOfRoll(side, roll)));
  figure.setWorld(`foreArm${side}`, rolled);
  figure.setWorld(`hand${side}`, hand);
}

/**
 * Returns the direction of the sleeve's upper edge, which at rest is on the back of the hand. It points up, or the cuff
 * of a wide sleeve would twist out of its hanging part; for a steep forearm, which has no upper side, it follows the
 * hand.
 */
function sleeveTop(forearm: Vector, back: Vector): Vector {
  const [x, , z] = normalize(forearm);
  return addScaled(back, UP, 2.5 * (x * x + z * z));
}

/** Returns the part of the forearm's roll that the upper arm takes. */
function shareOfRoll(side: Side, roll: Quaternion): Quaternion {
  const inwards = sign(side) * twistDegrees(roll, onSide(side, FORE_ARM));
  const share = (MEAN_ROLL + wrapDegrees(inwards - MEAN_ROLL)) * UPPER_ARM_ROLL;
  return axisRotation(onSide(side, UPPER_ARM), sign(side) * clamp(share, -MOST_ROLL, MOST_ROLL));
}
