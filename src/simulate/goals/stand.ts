import type { Population } from '../population/population.js';
import { STEP_SECONDS } from '../population/steering-options.js';
import { MAX_SPEED_RATIO } from '../step/accelerate.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimAt, aimNowhere, distanceTo } from './aim.js';
import { GIVE_UP_SECONDS } from './wander.js';

/** Distance from its place at which a standing agent begins to step back to it, metres … */
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
/** Time for the rest of the way, seconds: agents slow down towards its end. */
export const SLOWING_SECONDS = 0.8;

/** Share of its speed that a stopping agent loses per second, and the least deceleration, metres a second squared. */
export const BRAKING_RATE = 1.5;
export const LEAST_BRAKING = 0.5;

/** Slows an agent down until it stands, and then keeps it in its place. */
export function stand(person: number, people: Population, arrays: StepArrays, world: World): void {
  if (people.isStopping[person] === 1) {
    brake(person, people, arrays);
    return;
  }
  const x = people.targetX[person];
  const z = people.targetZ[person];
  const distance = distanceTo(x, z, person, people);
  const isKeptAway = distance < CLOSE_DISTANCE && people.wait[person] > GIVE_UP_SECONDS;
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
 * Slows down in a straight line. Velocities follow the wanted ones with a delay, but never exceed {@link
 * MAX_SPEED_RATIO} times the wanted speed: that limit brakes here.
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

function stayHere(person: number, people: Population): void {
  people.targetX[person] = people.x[person];
  people.targetZ[person] = people.z[person];
}

/** Makes the present heading the one that a standing agent turns back to. */
export function turnBackToHeading(person: number, people: Population): void {
  people.standingX[person] = people.headingX[person];
  people.standingZ[person] = people.headingZ[person];
}

/** Distance that an agent covers from a speed, metres a second, until it stands; metres. */
export function brakingDistance(speed: number): number {
  const last = LEAST_BRAKING / BRAKING_RATE;
  const even = Math.min(speed, last);
  return (speed - even) / BRAKING_RATE + (even * even) / (2 * LEAST_BRAKING);
}
