import type { Recipe } from '../../protocol/index.js';
import { EDGE_TOLERANCE, type Region } from '../shapes/region.js';
import { regionOf } from '../shapes/region-of.js';
import { touchingDistance } from '../traits/body-size.js';
import type { PlacementGroup } from '../traits/groups.js';

/** Room for rounding where a whole ring is to be inside an obstacle, metres. */
const DEPTH_TOLERANCE = 1e-6;

/** A recipe's region and what stands in it. */
export interface Ground {
  readonly region: Region;
  /** Distance at which two characters of any scale touch, metres. */
  readonly touching: number;
  /** Whether a character at a place would be clear of every obstacle. */
  isFree(x: number, z: number): boolean;
  /** False where no group of a radius, in metres, can be centred, whichever way its members stand. */
  mayHold(radius: number, x: number, z: number): boolean;
  /** Whether all members of a group centred at a place would be inside the region and clear of every obstacle. */
  fits(group: PlacementGroup, x: number, z: number): boolean;
}

export function groundOf(recipe: Recipe): Ground {
  const region = regionOf(recipe);
  const touching = touchingDistance(recipe);
  const blockers = recipe.obstacles.map(({ x, z, radius }) => {
    const reach = radius + touching / 2;
    return { x, z, reach, squaredReach: reach * reach };
  });

  const isFree = (x: number, z: number): boolean => {
    for (const blocker of blockers) {
      const dx = x - blocker.x;
      const dz = z - blocker.z;
      if (dx * dx + dz * dz < blocker.squaredReach) return false;
    }
    return true;
  };
  const mayHold = (radius: number, x: number, z: number): boolean => {
    if (radius === 0) return region.contains(x, z) && isFree(x, z);
    // A ring of several people has two who are farther apart than its radius.
    if (radius > region.extent || !region.isNear(x, z, radius + EDGE_TOLERANCE)) return false;
    // So deep in an obstacle, all places around it are in there too.
    return !blockers.some((blocker) => {
      const depth = blocker.reach - radius - DEPTH_TOLERANCE;
      const dx = x - blocker.x;
      const dz = z - blocker.z;
      return depth > 0 && dx * dx + dz * dz < depth * depth;
    });
  };
  const fits = (group: PlacementGroup, x: number, z: number): boolean => {
    for (const [offsetX, offsetZ] of group.offsets) {
      if (!region.contains(x + offsetX, z + offsetZ) || !isFree(x + offsetX, z + offsetZ)) return false;
    }
    return true;
  };
  return { region, touching, isFree, mayHold, fits };
}
