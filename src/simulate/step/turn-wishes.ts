import { sinCos } from '../../math/index.js';
import type { Agents, Population } from '../population/population.js';
import { STEP_SECONDS } from '../population/steering-options.js';
import type { StepArrays } from './step-arrays.js';
import { turn } from './turn.js';

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
