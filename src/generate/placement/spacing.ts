import type { PlacementGroup } from '../traits/groups.js';
import type { Ground } from './ground.js';

/** Groups keep half a touching distance more than loners do, so that they can be told apart. */
const GROUP_MARGIN = 1.5;

/** Clear distance between the rings of two groups, metres. */
export function gapBetween(groups: readonly PlacementGroup[], ground: Ground): number {
  return largestRadius(groups) > 0 ? GROUP_MARGIN * ground.touching : ground.touching;
}

export function largestRadius(groups: readonly PlacementGroup[]): number {
  return groups.reduce((largest, group) => Math.max(largest, group.radius), 0);
}
