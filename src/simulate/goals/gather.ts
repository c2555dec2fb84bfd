import { INTENT, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { FlowFields } from '../world/flow-fields.js';
import type { World } from '../world/world.js';
import { aimAt, aimAtTarget, walkToTarget } from './aim.js';

/** The first to arrive stop this far from what they look at, metres, besides their radius, where nothing else is said. */
export const STAND_OFF = 1;
/** The others stop this close behind those who stand, metres. */
const COMFORTABLE_GAP = 0.35;
/** Someone who stands still this long, seconds, near those who have arrived, has arrived too. */
export const PATIENCE_SECONDS = 1;
/** Clear distance to an agent that has arrived which counts as near, metres. */
const NEAR_GAP = 1;
/** Time in which the rest of the way is walked, seconds, so that people slow down towards its end. */
export const SLOWING_SECONDS = 1.2;
/** Metres a second that are kept to the end, so that it is reached. */
export const LAST_SPEED = 0.1;

/** From how near a point counts as reached in any case, metres. */
const NEAREST = 0.3;
/** Who was pushed into a door comes back at this speed, metres a second. */
const RETURN_SPEED = 0.5;
/** Square metres that someone takes of a gathering, for each of the square of their width: discs in rows that interlock. */
const PACKING = 0.87;

const way = { x: 0, z: 0, distance: 0 };

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
    (isThere(left, person, people, world) || isBehindTheOthers(person, people, world))
  ) {
    people.isSettled[person] = 1;
    world.report('arrived', person);
  }
  const preferred = people.preferredSpeed[person];
  let speed = Math.min(preferred, LAST_SPEED + left / SLOWING_SECONDS);
  if (people.isSettled[person] === 1) {
    const isPushedOut = distance > 2 * NEAREST && !isInRoom(person, people, world);
    if (isPushedOut) aimAtTarget(Math.min(preferred, RETURN_SPEED), person, people, arrays, world);
    else aimAt(people.targetX[person], people.targetZ[person], 0, person, people, arrays);
  } else {
    // Nobody slows down in a door.
    if (speed < preferred && !isInRoom(person, people, world)) {
      speed = Math.min(preferred, LAST_SPEED + distance / SLOWING_SECONDS);
    }
    aimAtTarget(speed, person, people, arrays, world);
    arrays.aimDistance[person] -= cover;
  }
}

/** @param left metres to go. Who is held up by others at their sides right before the end stops there */
function isThere(left: number, person: number, people: Population, world: World): boolean {
  const isNear = left <= 0 || (left < COMFORTABLE_GAP && people.wait[person] > PATIENCE_SECONDS);
  if (!isNear || isInRoom(person, people, world)) return isNear;
  // A point right behind a door is reached from there.
  return left + people.reach[person] <= NEAREST;
}

/** Whether no door is left between someone and their target, so that nobody has to pass them. */
export function isInRoom(person: number, people: Population, { fields }: World): boolean {
  return (
    !fields.areNeeded || fields.room(fieldOf(person, people, fields)).has(people.x[person], people.z[person])
  );
}

function fieldOf(person: number, people: Population, fields: FlowFields): number {
  if (people.field[person] < 0) {
    people.field[person] = fields.numberOf(people.targetX[person], people.targetZ[person]);
  }
  return people.field[person];
}

/**
 * True if an agent that has arrived at the same point blocks the way. Agents with other goals are walked around.
 */
export function isBehindTheOthers(person: number, people: Population, world: World): boolean {
  const ahead = people.ahead[person];
  if (ahead < 0 || !hasArrivedAt(people.targetX[person], people.targetZ[person], ahead, people)) return false;
  const gap = people.gap[person];
  const isHeldUp = gap < COMFORTABLE_GAP || (gap < NEAR_GAP && people.wait[person] > PATIENCE_SECONDS);
  return isHeldUp && mayStopHere(person, people, world);
}

/** Whether no door is left between someone and their target, and those who stand there need the place where they are. */
function mayStopHere(person: number, people: Population, world: World): boolean {
  const { fields } = world;
  if (!fields.areNeeded) return true;
  if (!isInRoom(person, people, world)) return false;
  const number = fieldOf(person, people, fields);
  if (!fields.get(number).sample(people.x[person], people.z[person], way)) return true;
  const width = 2 * people.radius[person] + COMFORTABLE_GAP;
  const area = (fields.arrivedAt(number) + 1) * PACKING * width * width;
  return way.distance <= fields.room(number).radiusOf(area, people.reach[person]) + width;
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
