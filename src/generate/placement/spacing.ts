import type { Unit } from '../groups.js';
import type { Ground } from './ground.js';

/** Groups keep half a touching distance more than loners do, so that they can be told apart. */
const GROUP_MARGIN = 1.5;

/** Clear distance between the rings of two units, metres. */
export function gapBetween(units: readonly Unit[], ground: Ground): number {
  return largestRadius(units) > 0 ? GROUP_MARGIN * ground.touching : ground.touching;
}

export function largestRadius(units: readonly Unit[]): number {
  return units.reduce((largest, unit) => Math.max(largest, unit.radius), 0);
}
