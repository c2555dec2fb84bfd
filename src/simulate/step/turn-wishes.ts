import { sinCos } from '../../math/index.js';
import type { Population } from '../population/population.js';
import { STEP_SECONDS } from '../population/steering-options.js';
import type { StepArrays } from './step-arrays.js';
import { turn } from './turn.js';

/** Someone who walks changes direction by this much a second at most, radians: a U-turn takes one and a half. */
const WALKING_WISH_TURN_RATE = 2.1;
/** Someone who stands, by this. */
const STANDING_WISH_TURN_RATE = 5;
/** Slower than this, metres a second, someone stands. */
export const WALKING_SPEED = 0.4;

const [WALKING_SIN, WALKING_COS] = sinCos(WALKING_WISH_TURN_RATE * STEP_SECONDS);
const [STANDING_SIN, STANDING_COS] = sinCos(STANDING_WISH_TURN_RATE * STEP_SECONDS);

/** Turns everyone's wish towards their aim, at a human rate: who turns back walks an arc. */
export function turnWishes({ size, wishX, wishZ, shownSpeed }: Population, { aimX, aimZ }: StepArrays): void {
  for (let i = 0; i < size; i++) {
    const isWalking = shownSpeed[i] > WALKING_SPEED;
    const sin = isWalking ? WALKING_SIN : STANDING_SIN;
    const cos = isWalking ? WALKING_COS : STANDING_COS;
    turn(wishX, wishZ, i, aimX[i], aimZ[i], sin, cos);
  }
}
