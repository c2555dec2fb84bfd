import type { Recipe, Scene } from '../../protocol/index.js';
import { obstaclesOf } from '../recipe/scene.js';
import { EDGE_TOLERANCE, type Region } from '../shapes/region.js';
import { regionOf } from '../shapes/region-of.js';
import { touchingDistance } from '../traits/body-size.js';
import type { PlacementGroup } from '../traits/groups.js';

/** Rounding tolerance for rings inside an obstacle, metres. */
const DEPTH_TOLERANCE = 1e-6;

/** A recipe's region, its obstacles, and the things and slots of its scene. */
export interface Ground {
  readonly region: Region;
  /** Distance at which two characters of any scale touch, metres. */
  readonly touching: number;
  /** True if a character at a position is clear of every obstacle. */
  isFree(x: number, z: number): boolean;
  /** False if no group of a radius, in metres, can be centred at a position. */
  mayHold(radius: number, x: number, z: number): boolean;
  /** True if all members of a group at a position are inside the region and clear of obstacles. */
  fits(group: PlacementGroup, x: number, z: number): boolean;
}

/**
 * Distance between groups, in touching distances; larger than between single characters, so that groups are
 * recognizable.
 */
const GROUP_MARGIN = 1.5;

/** Returns the distance between the rings of two groups, metres. */
export function gapBetween(groups: readonly PlacementGroup[], ground: Ground): number {
  return largestRadius(groups) > 0 ? GROUP_MARGIN * ground.touching : ground.touching;
}

export function largestRadius(groups: readonly PlacementGroup[]): number {
  return groups.reduce((largest, group) => Math.max(largest, group.radius), 0);
}

export function groundOf(recipe: Recipe, scene?: Scene): Ground {
  const region = regionOf(recipe);
  const touching = touchingDistance(recipe);
  const occupied = (scene?.slots ?? []).map(({ x, z }) => ({ x, z, radius: touching / 2 }));
  const blockers = [...recipe.obstacles, ...obstaclesOf(scene), ...occupied].map(({ x, z, radius }) => {
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
    // In a ring, two members are farther apart than its radius.
    if (radius > region.extent || !region.isNear(x, z, radius + EDGE_TOLERANCE)) return false;
    // At this depth the whole ring is inside the obstacle.
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
