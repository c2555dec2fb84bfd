import type { Population } from '../population.js';
import type { StepArrays } from '../step/step-arrays.js';
import { aimAt, aimNowhere, distanceTo } from './aim.js';

/** Someone who was pushed farther than this from their place steps back to it, metres … */
export const RETURN_DISTANCE = 0.3;
/** … until this near. */
export const BACK_DISTANCE = 0.08;
/** Metres a second. */
export const RETURN_SPEED = 0.5;
/** Time in which the rest of the way is walked, seconds, so that people slow down towards its end. */
export const SLOWING_SECONDS = 0.8;

/** Stays in one place. */
export function stand(person: number, people: Population, arrays: StepArrays): void {
  const x = people.targetX[person];
  const z = people.targetZ[person];
  const distance = distanceTo(x, z, person, people);
  const isBack = people.isSettled[person] === 1 ? distance < RETURN_DISTANCE : distance < BACK_DISTANCE;
  people.isSettled[person] = isBack ? 1 : 0;
  if (isBack) aimNowhere(person, people, arrays);
  else aimAt(x, z, Math.min(RETURN_SPEED, distance / SLOWING_SECONDS), person, people, arrays);
}
