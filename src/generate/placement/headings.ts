import { atan2, TAU, wrapAngle } from '../../math/index.js';
import type { Recipe } from '../../protocol/index.js';
import type { Region } from '../shapes/region.js';
import type { PlacementGroup } from '../traits/groups.js';
import { RANDOM, signedRandomOf } from '../traits/random-numbers.js';
import { roundNumber } from '../traits/round.js';
import type { Positions } from './positions.js';

/** Maximum angle by which idle members look past the middle of their group, radians. */
const GLANCE = 0.35;

/**
 * Returns the heading of each character, radians around Y in [−π, π).
 *
 * Each character has a random bearing: walkers of a group have their leader's; idle members face the middle of the
 * group. `facing` then blends towards the bearing of the shape, which is constant, or depends on the position in recipe
 * format 1.
 */
export function headings(
  recipe: Pick<Recipe, 'v' | 'seed' | 'size' | 'facing'>,
  groups: readonly PlacementGroup[],
  positions: Positions,
  walks: readonly boolean[],
  region: Region,
): Float64Array {
  const { seed, facing } = recipe;
  const result = new Float64Array(recipe.size);
  for (const group of groups) {
    const middle = middleOf(group, positions);
    for (let i = group.first; i < group.first + group.offsets.length; i++) {
      const isGrouped = group.offsets.length > 1;
      const x = positions.x[i];
      const z = positions.z[i];
      const suggested = recipe.v > 1 ? region.bearing : region.bearingAt(x, z);
      const own =
        isGrouped && !walks[i]
          ? atan2(middle.x - x, middle.z - z) + GLANCE * signedRandomOf(seed, i, RANDOM.facing)
          : suggested + (TAU / 2) * signedRandomOf(seed, group.first, RANDOM.facing);
      const turn = (1 - facing) * wrapAngle(own - suggested);
      result[i] = roundNumber(wrapAngle(suggested + turn));
    }
  }
  return result;
}

function middleOf({ first, offsets }: PlacementGroup, positions: Positions): { x: number; z: number } {
  let x = 0;
  let z = 0;
  for (let i = first; i < first + offsets.length; i++) {
    x += positions.x[i];
    z += positions.z[i];
  }
  return { x: x / offsets.length, z: z / offsets.length };
}
