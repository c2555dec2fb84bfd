import type { Population } from '../population/population.js';
import { STANDING_SPEED } from '../population/steering-options.js';
import type { StepArrays } from '../step/step-arrays.js';
import { aimNowhere } from './aim.js';

/** Time in which an agent catches up with its place, seconds. */
const CATCH_UP_SECONDS = 1.2;
/** Speed of an agent that lags behind its place, as a multiple of its preferred speed. */
const HURRY = 1.25;
/** Distance from a standing place that counts as there, metres. */
export const NEAR_ENOUGH = 0.25;

/**
 * Aims an agent at a moving place: at the velocity of the place, plus what closes the distance to it.
 *
 * @param dx metres to the place
 * @param velocityX of the place, metres a second
 * @returns true if the place stands and the agent has reached it
 */
export function approachPlace(
  dx: number,
  dz: number,
  velocityX: number,
  velocityZ: number,
  person: number,
  people: Population,
  arrays: StepArrays,
): boolean {
  const isStanding = velocityX * velocityX + velocityZ * velocityZ < STANDING_SPEED * STANDING_SPEED;
  const wantedX = velocityX + dx / CATCH_UP_SECONDS;
  const wantedZ = velocityZ + dz / CATCH_UP_SECONDS;
  const wanted = Math.sqrt(wantedX * wantedX + wantedZ * wantedZ);
  const isThere = isStanding && dx * dx + dz * dz < NEAR_ENOUGH * NEAR_ENOUGH;
  if (isThere || wanted === 0) {
    aimNowhere(person, people, arrays);
    return isThere;
  }
  arrays.aimX[person] = wantedX / wanted;
  arrays.aimZ[person] = wantedZ / wanted;
  arrays.aimDistance[person] = Number.POSITIVE_INFINITY;
  people.wishSpeed[person] = Math.min(wanted, HURRY * people.preferredSpeed[person]);
  return false;
}
