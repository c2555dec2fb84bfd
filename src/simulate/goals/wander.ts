import { streamSeed, uniformAt } from '../../math/index.js';
import type { Population } from '../population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimAtTarget, distanceTo } from './aim.js';

/** A place counts as reached from this near, metres. */
export const ARRIVAL_DISTANCE = 1;
/** Held up for so long, seconds, people think of somewhere else to go. */
export const GIVE_UP_SECONDS = 2.9;
/** How much of the region's width full `personalSpace` takes away, so that people stay towards its middle. */
export const CENTERING = 0.6;

/** Places that everybody shares where there are walls. */
const SHARED_PLACES = 16;
/** Tag of their stream of draws: PLAC. */
const SHARED_STREAM = 0x504c4143;

const place = { x: 0, z: 0 };

/** Walks to one drawn place after another. */
export function wander(person: number, people: Population, arrays: StepArrays, world: World): void {
  const left = distanceTo(people.targetX[person], people.targetZ[person], person, people);
  const isFirst = people.visits[person] === 0;
  if (isFirst || left < ARRIVAL_DISTANCE || people.wait[person] > GIVE_UP_SECONDS) {
    drawPlace(person, people, world);
    people.wait[person] = 0;
  }
  const speed = people.preferredSpeed[person];
  aimAtTarget(speed, person, people, arrays, world);
}

/**
 * Two draws a place, from a stream of the person's own, so that nobody's way depends on who else there is. Where the
 * way to a place takes a flow field, there are only a few places, which all share.
 */
function drawPlace(
  person: number,
  people: Population,
  { seed, boundary, personalSpace, fields }: World,
): void {
  const shared = fields.areNeeded;
  const visit = people.visits[person];
  const choice = Math.floor(SHARED_PLACES * uniformAt(streamSeed(seed, person), visit));
  const own = shared ? streamSeed(seed, SHARED_STREAM) : streamSeed(seed, person);
  const draw = 2 * (shared ? choice : visit);
  people.visits[person] += 1;
  people.field[person] = -1;
  boundary.sample(uniformAt(own, draw), uniformAt(own, draw + 1), place);
  const [minX, minZ, maxX, maxZ] = boundary.bounds;
  const kept = 1 - CENTERING * personalSpace;
  people.targetX[person] = (minX + maxX) / 2 + (place.x - (minX + maxX) / 2) * kept;
  people.targetZ[person] = (minZ + maxZ) / 2 + (place.z - (minZ + maxZ) / 2) * kept;
}
