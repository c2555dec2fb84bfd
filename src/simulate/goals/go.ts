import { INTENT, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimAtTarget, distanceTo } from './aim.js';
import { isBehindTheOthers } from './gather.js';
import { stand } from './stand.js';

/** Time for the rest of the way, seconds: agents slow down towards its end. */
export const SLOWING_SECONDS = 0.8;
/** Least speed on the rest of the way, metres a second, so that the end is reached. */
export const LAST_SPEED = 0.1;

/**
 * Walks to a point, and stands there or leaves. An agent whose way is blocked by one that has arrived there arrives
 * behind it, as in `gather.ts`: without that, 41 of 100 agents sent to one point one by one never come to rest.
 */
export function go(person: number, people: Population, arrays: StepArrays, world: World): void {
  const x = people.targetX[person];
  const z = people.targetZ[person];
  const left = distanceTo(x, z, person, people);
  const cover = world.coverOfTarget(left, person, people);
  const leaves = people.removesOnArrival[person] === 1;
  if (
    left <= Math.max(people.reach[person], cover) ||
    (!leaves && isBehindTheOthers(person, people, world))
  ) {
    people.intentBefore[person] = INTENT.go;
    people.intent[person] = leaves ? INTENT.gone : INTENT.stand;
    people.isStopping[person] = leaves ? 0 : 1;
    world.report('arrived', person);
    people.reachedX[person] = x;
    people.reachedZ[person] = z;
    if (leaves) people.wishSpeed[person] = 0;
    else stand(person, people, arrays, world);
    return;
  }
  const preferred = people.preferredSpeed[person];
  const speed = leaves ? preferred : Math.min(preferred, LAST_SPEED + (left - cover) / SLOWING_SECONDS);
  // An agent that starts near the point accelerates first.
  people.isStopping[person] = speed < preferred && people.shownSpeed[person] > speed ? 1 : 0;
  aimAtTarget(speed, person, people, arrays, world);
  arrays.aimDistance[person] -= cover;
}
