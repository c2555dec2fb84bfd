import { sinCos } from '../../math/index.js';
import type { Agents, Population } from '../population/population.js';
import { STEP_SECONDS } from '../population/steering-options.js';
import type { StepArrays } from './step-arrays.js';
/**
 * Turns the unit vector (x[i], z[i]) towards another one by an angle at most, given by its sine and cosine. A turn by
 * half a circle goes to the left.
 */
export function turn(
  x: Float64Array,
  z: Float64Array,
  i: number,
  toX: number,
  toZ: number,
  sin: number,
  cos: number,
): void {
  const fromX = x[i];
  const fromZ = z[i];
  if (fromX * toX + fromZ * toZ >= cos) {
    x[i] = toX;
    z[i] = toZ;
    return;
  }
  // With +Z ahead, +X is to the left.
  const by = toX * fromZ - toZ * fromX >= 0 ? sin : -sin;
  const turnedX = fromX * cos + fromZ * by;
  const turnedZ = fromZ * cos - fromX * by;
  const length = Math.sqrt(turnedX * turnedX + turnedZ * turnedZ);
  x[i] = turnedX / length;
  z[i] = turnedZ / length;
}

/** Fastest change of direction of a walking agent, radians a second: a U-turn takes one and a half seconds … */
const WALKING_WISH_TURN_RATE = 2.1;
/** … and of a standing one. */
const STANDING_WISH_TURN_RATE = 5;
/** Speed below which an agent stands, metres a second. */
export const WALKING_SPEED = 0.4;

const [WALKING_SIN, WALKING_COS] = sinCos(WALKING_WISH_TURN_RATE * STEP_SECONDS);
const [STANDING_SIN, STANDING_COS] = sinCos(STANDING_WISH_TURN_RATE * STEP_SECONDS);

/** Turns the wanted directions towards the aims, at a human rate: an agent that turns back walks an arc. */
export function turnWishes(
  { wishX, wishZ, shownSpeed }: Population,
  { list, count }: Agents,
  { aimX, aimZ }: StepArrays,
): void {
  for (let n = 0; n < count; n++) {
    const i = list[n];
    const isWalking = shownSpeed[i] > WALKING_SPEED;
    const sin = isWalking ? WALKING_SIN : STANDING_SIN;
    const cos = isWalking ? WALKING_COS : STANDING_COS;
    turn(wishX, wishZ, i, aimX[i], aimZ[i], sin, cos);
  }
}
