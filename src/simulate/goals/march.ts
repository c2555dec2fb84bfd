import type { Population } from '../population.js';
import type { StepArrays } from '../step/step-arrays.js';
import { placeInFormation } from '../world/formation.js';
import type { World } from '../world/world.js';
import { approachPlace } from './approach-place.js';

/** Keeps a place in a formation. Whoever stands in it when the formation has come to its end has arrived. */
export function march(person: number, people: Population, arrays: StepArrays, world: World): void {
  const formation = world.formations[people.leader[person]];
  const place = placeInFormation(person, people, world);
  const dx = place.x - people.x[person];
  const dz = place.z - people.z[person];
  formation.lag = Math.max(formation.lag, Math.sqrt(dx * dx + dz * dz));
  const { directionX, directionZ } = place;
  const isThere = approachPlace(
    dx,
    dz,
    directionX * formation.pace,
    directionZ * formation.pace,
    person,
    people,
    arrays,
  );
  const { isClosed, length } = world.paths[formation.path];
  if (!isThere || isClosed || formation.arc < length || people.isSettled[person] === 1) return;
  people.isSettled[person] = 1;
  world.report('arrived', person);
}
