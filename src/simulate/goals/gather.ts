import { INTENT, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimAt, aimAtTarget, walkToTarget } from './aim.js';

/** The first to arrive stop this far from what they look at, metres, besides their radius, where nothing else is said. */
export const STAND_OFF = 1;
/** The others stop this close behind those who stand, metres. */
export const COMFORTABLE_GAP = 0.35;
/** Someone who stands still this long, seconds, near those who have arrived, has arrived too. */
export const PATIENCE_SECONDS = 1;
/** Clear distance to an agent that has arrived which counts as near, metres. */
export const NEAR_GAP = 1;
/** Time in which the rest of the way is walked, seconds, so that people slow down towards its end. */
export const SLOWING_SECONDS = 1.2;
/** Metres a second that are kept to the end, so that it is reached. */
export const LAST_SPEED = 0.1;

/**
 * Walks up to something and looks at it.
 *
 * An agent whose way is blocked by one that has arrived has arrived as well, and stands. Without this rule a thousand agents keep
 * moving at 0.1 m/s, however many times contacts are resolved.
 */
export function gather(person: number, people: Population, arrays: StepArrays, world: World): void {
  const distance = walkToTarget(person, people, world);
  // A flow field measures the way to the edge of what covers the point.
  const isFree = people.isSettled[person] === 1 || (world.fields.areNeeded && people.route[person] < 0);
  const cover = isFree ? 0 : world.coverOfTarget(distance, person, people);
  const left = distance - Math.max(people.reach[person], cover);
  if (
    people.isSettled[person] === 0 &&
    (isThere(left, person, people) || isBehindTheOthers(person, people))
  ) {
    people.isSettled[person] = 1;
    world.report('arrived', person);
  }
  const speed = Math.min(people.preferredSpeed[person], LAST_SPEED + left / SLOWING_SECONDS);
  if (people.isSettled[person] === 1) {
    aimAt(people.targetX[person], people.targetZ[person], 0, person, people, arrays);
  } else {
    aimAtTarget(speed, person, people, arrays, world);
    arrays.aimDistance[person] -= cover;
  }
}

/** @param left metres to go. Who is held up by others at their sides right before the end stops there */
function isThere(left: number, person: number, people: Population): boolean {
  return left <= 0 || (left < COMFORTABLE_GAP && people.wait[person] > PATIENCE_SECONDS);
}

/**
 * True if an agent that has arrived at the same point blocks the way. Agents with other goals are walked around.
 */
export function isBehindTheOthers(person: number, people: Population): boolean {
  const ahead = people.ahead[person];
  if (ahead < 0 || !hasArrivedAt(people.targetX[person], people.targetZ[person], ahead, people)) return false;
  const gap = people.gap[person];
  return gap < COMFORTABLE_GAP || (gap < NEAR_GAP && people.wait[person] > PATIENCE_SECONDS);
}

function hasArrivedAt(x: number, z: number, person: number, people: Population): boolean {
  if (people.isSettled[person] === 0) return false;
  if (people.intent[person] === INTENT.stand) {
    return people.reachedX[person] === x && people.reachedZ[person] === z;
  }
  return (
    people.intent[person] === INTENT.gather && people.targetX[person] === x && people.targetZ[person] === z
  );
}
