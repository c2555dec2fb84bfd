import { atan2, TAU, wrapAngle } from '../math/index.js';
import type { Recipe } from '../protocol/index.js';
import { SLOT, signedDrawOf } from './draws.js';
import type { Unit } from './groups.js';
import type { Positions } from './placement/positions.js';
import { roundNumber } from './round.js';
import type { Region } from './shapes/region.js';

/** How far idle members of a group look past its middle at most, radians. */
const GLANCE = 0.35;

/**
 * The way each character faces, radians about Y in [−π, π).
 *
 * Everyone draws a bearing of their own: walkers of a group share their leader's, idle ones look at the group's
 * middle. The recipe's `facing` then turns them towards the bearing that the shape suggests: as a
 * whole, or in recipe format 1 where they stand.
 */
export function headings(
  recipe: Pick<Recipe, 'v' | 'seed' | 'size' | 'facing'>,
  units: readonly Unit[],
  positions: Positions,
  walks: readonly boolean[],
  region: Region,
): Float64Array {
  const { seed, facing } = recipe;
  const result = new Float64Array(recipe.size);
  for (const unit of units) {
    const middle = middleOf(unit, positions);
    for (let i = unit.first; i < unit.first + unit.offsets.length; i++) {
      const isGrouped = unit.offsets.length > 1;
      const x = positions.x[i];
      const z = positions.z[i];
      const suggested = recipe.v > 1 ? region.bearing : region.bearingAt(x, z);
      const own =
        isGrouped && !walks[i]
          ? atan2(middle.x - x, middle.z - z) + GLANCE * signedDrawOf(seed, i, SLOT.facing)
          : suggested + (TAU / 2) * signedDrawOf(seed, unit.first, SLOT.facing);
      const turn = (1 - facing) * wrapAngle(own - suggested);
      result[i] = roundNumber(wrapAngle(suggested + turn));
    }
  }
  return result;
}

function middleOf({ first, offsets }: Unit, positions: Positions): { x: number; z: number } {
  let x = 0;
  let z = 0;
  for (let i = first; i < first + offsets.length; i++) {
    x += positions.x[i];
    z += positions.z[i];
  }
  return { x: x / offsets.length, z: z / offsets.length };
}
