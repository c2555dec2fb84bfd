import { INTENT, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimAt, aimAtTarget, fieldOf, walkToTarget } from './aim.js';

/** Distance from the point at which the first agents stop by default, metres, in addition to their radius. */
export const STAND_OFF = 1;
/** Clear distance at which an agent stops behind one that has arrived, metres. */
const COMFORTABLE_GAP = 0.35;
/** Seconds of standing still after which an agent near others that have arrived has arrived as well. */
export const PATIENCE_SECONDS = 1;
/** Clear distance to an agent that has arrived which counts as near, metres. */
const NEAR_GAP = 1;
/** Time for the rest of the way, seconds: agents slow down towards its end. */
export const SLOWING_SECONDS = 1.2;
/** Least speed on the rest of the way, metres a second, so that the end is reached. */
export const LAST_SPEED = 0.1;

/** Distance at which an agent has arrived even near a door, metres. */
const NEAREST = 0.3;
/** Speed at which an agent comes back that others have pushed into a door, metres a second. */
const RETURN_SPEED = 0.5;
/** Area of the ground per agent in a gathering, as a share of its squared width: discs in rows that interlock. */
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
    // Agents slow down behind the door, not in it.
    if (speed < preferred && !isInRoom(person, people, world)) {
      speed = Math.min(preferred, LAST_SPEED + distance / SLOWING_SECONDS);
    }
    aimAtTarget(speed, person, people, arrays, world);
    arrays.aimDistance[person] -= cover;
  }
}

/**
 * True if an agent is near enough to its target, or is held up right before it.
 *
 * @param left metres to the target
 */
function isThere(left: number, person: number, people: Population, world: World): boolean {
  const isNear = left <= 0 || (left < COMFORTABLE_GAP && people.wait[person] > PATIENCE_SECONDS);
  if (!isNear || isInRoom(person, people, world)) return isNear;
  // A target right behind a door is within the clearance of the door.
  return left + people.reach[person] <= NEAREST;
}

/**
 * True if an agent has passed all doors on the way to its target, and stands in none, so that it blocks nobody's way.
 */
function isInRoom(person: number, people: Population, { fields }: World): boolean {
  return (
    !fields.areNeeded || fields.room(fieldOf(person, people, fields)).has(people.x[person], people.z[person])
  );
}

/** True if an agent that has arrived at the same point is in the way, and this one may stop behind it. */
export function isBehindTheOthers(person: number, people: Population, world: World): boolean {
  const ahead = people.ahead[person];
  if (ahead < 0 || !hasArrivedAt(people.targetX[person], people.targetZ[person], ahead, people)) return false;
  const gap = people.gap[person];
  const isHeldUp = gap < COMFORTABLE_GAP || (gap < NEAR_GAP && people.wait[person] > PATIENCE_SECONDS);
  return isHeldUp && mayStopHere(person, people, world);
}

/** True if an agent is in the room of its target, and no farther from the target than all that have arrived need. */
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
