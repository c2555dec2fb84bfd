import { streamSeed, uniformAt } from '../../math/index.js';
import type { Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimAtTarget, distanceTo } from './aim.js';

/** Distance at which a target counts as reached, metres. */
export const ARRIVAL_DISTANCE = 1;
/** Seconds of being held up after which an agent chooses another target. */
export const GIVE_UP_SECONDS = 2.9;
/** Fraction of the region's width that full `personalSpace` excludes, so that agents stay near its middle. */
const CENTERING = 0.6;

/** Number of targets that all wanderers share where ways take flow fields: each target has a field of its own. */
const SHARED_PLACES = 16;
/** Tag of their stream of draws: PLAC. */
const SHARED_STREAM = 0x504c4143;

const place = { x: 0, z: 0 };

/** Walks to one drawn place after another. */
export function wander(person: number, people: Population, arrays: StepArrays, world: World): void {
  const left = distanceTo(people.targetX[person], people.targetZ[person], person, people);
  const isFirst = people.visits[person] === 0;
  const cover = world.coverOfTarget(left, person, people);
  if (isFirst || left < Math.max(ARRIVAL_DISTANCE, cover) || people.wait[person] > GIVE_UP_SECONDS) {
    drawPlace(person, people, world);
    people.wait[person] = 0;
  }
  const speed = people.preferredSpeed[person];
  aimAtTarget(speed, person, people, arrays, world);
}

/**
 * Draws the next target, with two numbers of a stream of the agent's own, so that its way does not depend on the other
 * agents. Where ways take flow fields, one number chooses among the {@link SHARED_PLACES}.
 */
function drawPlace(person: number, people: Population, world: World): void {
  const { seed, fields } = world;
  const own = streamSeed(seed, person);
  const visit = people.visits[person];
  if (fields.areNeeded) {
    const choice = Math.floor(SHARED_PLACES * uniformAt(own, visit));
    samplePlace(streamSeed(seed, SHARED_STREAM), 2 * choice, world);
  } else {
    samplePlace(own, 2 * visit, world);
  }
  people.visits[person] += 1;
  people.field[person] = -1;
  people.targetX[person] = place.x;
  people.targetZ[person] = place.z;
}

/** Finds `place` by two draws of a stream. */
function samplePlace(stream: number, draw: number, { boundary, personalSpace }: World): void {
  boundary.sample(uniformAt(stream, draw), uniformAt(stream, draw + 1), place);
  const [minX, minZ, maxX, maxZ] = boundary.bounds;
  const kept = 1 - CENTERING * personalSpace;
  place.x = (minX + maxX) / 2 + (place.x - (minX + maxX) / 2) * kept;
  place.z = (minZ + maxZ) / 2 + (place.z - (minZ + maxZ) / 2) * kept;
}
