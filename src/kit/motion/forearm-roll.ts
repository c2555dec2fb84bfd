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
/** Out of the palm: down and towards the body. */
export const PALM = cross(FORE_ARM, FORWARD);

/** The upper arm rolls with the forearm by this share. */
const UPPER_ARM_ROLL = 0.35;
/** Degrees; more would wring the shoulder. */
const MOST_ROLL = 42;
/** Degrees inwards: the middle of what shoulders can do, which tells which way round a half turn goes. */
const MEAN_ROLL = 45;

/** Rolls the forearm about itself to suit the sleeve, with the upper arm in part; elbow and hand keep their place. */
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
 * Where the upper edge of the sleeve goes, which at rest is on the side of the back of the hand: up, or the cuff of a
 * wide sleeve would twist out of its hanging bag; with the hand where the forearm is too steep to have an upper side.
 */
function sleeveTop(forearm: Vector, back: Vector): Vector {
  const [x, , z] = normalize(forearm);
  return addScaled(back, UP, 2.5 * (x * x + z * z));
}

/** The same turn about the upper arm, in part: the elbow and the shoulder share the forearm's roll. */
function shareOfRoll(side: Side, roll: Quaternion): Quaternion {
  const inwards = sign(side) * twistDegrees(roll, onSide(side, FORE_ARM));
  const share = (MEAN_ROLL + wrapDegrees(inwards - MEAN_ROLL)) * UPPER_ARM_ROLL;
  return axisRotation(onSide(side, UPPER_ARM), sign(side) * clamp(share, -MOST_ROLL, MOST_ROLL));
}
