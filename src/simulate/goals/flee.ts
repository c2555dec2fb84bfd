import type { Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import { distanceTo } from './aim.js';

/** Speed of a fleeing agent, as a multiple of its preferred speed. */
const FLIGHT_SPEED_RATIO = 1.8;

/** Walks straight away from a point until it is far enough, and returns to the previous goal. */
export function flee(person: number, people: Population, { aimX, aimZ, aimDistance }: StepArrays): void {
  const x = people.dangerX[person];
  const z = people.dangerZ[person];
  const distance = distanceTo(x, z, person, people);
  if (distance >= people.dangerRadius[person]) people.intent[person] = people.intentBefore[person];
  aimX[person] = distance > 0 ? (people.x[person] - x) / distance : people.headingX[person];
  aimZ[person] = distance > 0 ? (people.z[person] - z) / distance : people.headingZ[person];
  aimDistance[person] = Number.POSITIVE_INFINITY;
  people.wishSpeed[person] = FLIGHT_SPEED_RATIO * people.preferredSpeed[person];
}
