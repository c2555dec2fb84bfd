import type { Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import { distanceTo } from './aim.js';

/** People flee this many times as fast as they walk. */
const FLIGHT_SPEED_RATIO = 1.8;

/** Walks away from a point, straight, until far enough; then the goal before is the goal again. */
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
