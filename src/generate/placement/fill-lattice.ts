import type { Point } from '../../math/index.js';
import type { LatticeSearch } from '../shapes/region.js';
import type { PlacementGroup } from '../traits/groups.js';
import { type Ground, gapBetween, largestRadius } from './ground.js';

/** Bisection steps for the pitch. */
const BISECTIONS = 16;
/** Visited points per group before a lattice is given up, because the region is too thin for it. */
const VISITS_PER_GROUP = 64;
const MIN_VISITS = 4096;
/** Pitch of the `startpoint` lattice, as a multiple of the distance that groups need. */
const START_PITCH = 1.1;

/**
 * The `grid` distribution: the square lattice with the largest pitch that fits all groups.
 *
 * @returns a position for each group; undefined if no lattice has enough free positions
 */
export function fillGrid(groups: readonly PlacementGroup[], ground: Ground): Point[] | undefined {
  const ideal = Math.sqrt(ground.region.area / groups.length);
  return widest(ideal / 4, ideal * 2, (pitch) =>
    takeFitting(groups, ground, (search) => ground.region.searchSquareLattice(pitch, search)),
  );
}

/**
 * The `startpoint` distribution: a dense hexagonal lattice, filled outwards from the region's start. The pitch is
 * reduced if the region is too small.
 *
 * @returns a position for each group; undefined if no lattice has enough free positions
 */
export function fillFromStart(groups: readonly PlacementGroup[], ground: Ground): Point[] | undefined {
  const fill = (pitch: number): Point[] | undefined =>
    takeFitting(groups, ground, (search) => ground.region.searchHexLattice(pitch, search));
  const comfortable = START_PITCH * (2 * largestRadius(groups) + gapBetween(groups, ground));
  const ideal = Math.sqrt(ground.region.area / groups.length);
  return fill(comfortable) ?? widest(Math.min(ideal, comfortable) / 4, comfortable, fill);
}

/** Returns the result of `fill` for the largest pitch with which it succeeds. */
function widest(
  low: number,
  high: number,
  fill: (pitch: number) => Point[] | undefined,
): Point[] | undefined {
  let best = fill(low);
  for (let step = 0; best && step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    const filled = fill(middle);
    if (filled) {
      best = filled;
      low = middle;
    } else high = middle;
  }
  return best;
}

/** Assigns each group in turn the first lattice point that fits. */
function takeFitting(
  groups: readonly PlacementGroup[],
  ground: Ground,
  searchLattice: (search: LatticeSearch) => boolean,
): Point[] | undefined {
  const taken: Point[] = [];
  const radius = largestRadius(groups);
  const isFilled = searchLattice({
    visits: MIN_VISITS + VISITS_PER_GROUP * groups.length,
    isCandidate: (x, z) => ground.mayHold(radius, x, z),
    take(x, z) {
      if (ground.fits(groups[taken.length], x, z)) taken.push([x, z]);
      return taken.length === groups.length;
    },
  });
  return isFilled ? taken : undefined;
}
