import { INTENT, type Population } from '../population/population.js';
import { STEP_SECONDS } from '../population/steering-options.js';
import { MAX_SPEED_RATIO } from '../step/accelerate.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimAt, aimNowhere, distanceTo } from './aim.js';
import { isInRoom } from './gather.js';
import { GIVE_UP_SECONDS } from './wander.js';

/** Someone who was pushed farther than this from their place steps back to it, metres … */
const RETURN_DISTANCE = 0.3;
/** … until this near. */
const BACK_DISTANCE = 0.08;
/**
 * Distance from its target within which a displaced agent stops trying to return, metres.
 *
 * Notes: without it, agents tremble before a place that is taken: 0.009 m/s on average after ranks have passed through 3 agents a
 * square metre. At any distance, a tenth of the agents that fled from a point at 2 a square metre stay 1.1 m away and more.
 */
const CLOSE_DISTANCE = 0.5;
/** Metres a second. */
export const RETURN_SPEED = 0.5;
/** Time in which the rest of the way is walked, seconds, so that people slow down towards its end. */
export const SLOWING_SECONDS = 0.8;

/** Share of its speed that a stopping agent loses per second, and the least deceleration, metres a second squared. */
export const BRAKING_RATE = 1.5;
export const LEAST_BRAKING = 0.5;

/** Comes to a stand, and then stays in that place. */
export function stand(person: number, people: Population, arrays: StepArrays, world: World): void {
  if (people.isStopping[person] === 1) {
    brake(person, people, arrays);
    return;
  }
  const x = people.targetX[person];
  const z = people.targetZ[person];
  const distance = distanceTo(x, z, person, people);
  const isPushed = distance >= RETURN_DISTANCE && isAmongOthers(person, people, world);
  if (isPushed && !isInRoom(person, people, world)) {
    goThereAgain(person, people);
    aimNowhere(person, people, arrays);
    return;
  }
  const isKeptAway = isPushed || (distance < CLOSE_DISTANCE && people.wait[person] > GIVE_UP_SECONDS);
  if (isKeptAway) stayHere(person, people);
  const near = people.isSettled[person] === 1 ? RETURN_DISTANCE : BACK_DISTANCE;
  const cover = distance < near ? 0 : world.coverOfTarget(distance, person, people);
  const isBack = isKeptAway || distance < near + cover;
  people.isSettled[person] = isBack ? 1 : 0;
  if (isBack) aimNowhere(person, people, arrays);
  else {
    const left = distance - cover;
    aimAt(x, z, Math.min(RETURN_SPEED, left / SLOWING_SECONDS), person, people, arrays);
    arrays.aimDistance[person] = left;
  }
}

/**
 * Slows down, straight on. Speeds follow what is wanted with a delay, but never exceed it by more than
 * {@link MAX_SPEED_RATIO}: that limit is what brakes here.
 */
function brake(person: number, people: Population, arrays: StepArrays): void {
  const x = people.velocityX[person];
  const z = people.velocityZ[person];
  const speed = Math.sqrt(x * x + z * z);
  const braked = speed - Math.max(BRAKING_RATE * speed, LEAST_BRAKING) * STEP_SECONDS;
  if (braked <= 0) {
    people.isStopping[person] = 0;
    people.isSettled[person] = 1;
    stayHere(person, people);
    turnBackToHeading(person, people);
    aimNowhere(person, people, arrays);
    return;
  }
  people.wishSpeed[person] = braked / MAX_SPEED_RATIO;
  arrays.aimX[person] = x / speed;
  arrays.aimZ[person] = z / speed;
  arrays.aimDistance[person] = brakingDistance(speed);
}

/** Whether others stand at the point that someone was sent to, so that one place is as good as another. */
function isAmongOthers(person: number, people: Population, { fields }: World): boolean {
  const number = people.field[person];
  return (
    fields.areNeeded &&
    number >= 0 &&
    people.reachedX[person] !== Number.POSITIVE_INFINITY &&
    fields.arrivedAt(number) > 1
  );
}

/** Has someone who was pushed into a door go to the point again, where they have arrived already. */
function goThereAgain(person: number, people: Population): void {
  people.intent[person] = INTENT.go;
  people.targetX[person] = people.reachedX[person];
  people.targetZ[person] = people.reachedZ[person];
  people.isSettled[person] = 0;
}

function stayHere(person: number, people: Population): void {
  people.targetX[person] = people.x[person];
  people.targetZ[person] = people.z[person];
}

/** Has someone who stands face as they do now, whoever has them step aside later. */
export function turnBackToHeading(person: number, people: Population): void {
  people.standingX[person] = people.headingX[person];
  people.standingZ[person] = people.headingZ[person];
}

/** Metres that someone walks at a speed, metres a second, before they stand. */
export function brakingDistance(speed: number): number {
  const last = LEAST_BRAKING / BRAKING_RATE;
  const even = Math.min(speed, last);
  return (speed - even) / BRAKING_RATE + (even * even) / (2 * LEAST_BRAKING);
}
