import type { PlacementGroup } from '../traits/groups.js';
import type { Ground } from './ground.js';

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
