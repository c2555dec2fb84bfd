import { type Point, streamSeed, uniformAt } from '../../math/index.js';
import type { Recipe } from '../../protocol/index.js';
import { DiscGrid } from '../shapes/disc-grid.js';
import { membersOf, type PlacementGroup } from '../traits/groups.js';
import { STREAM } from '../traits/random-numbers.js';
import type { Ground } from './ground.js';
import { emptyPositions, type Positions, placeGroup } from './positions.js';
import { gapBetween, largestRadius } from './spacing.js';

/** Places that each group may try. */
const CANDIDATES = 64;
/** Of these, how many in the region and clear of obstacles it looks at where the region is full. */
const CANDIDATES_WHEN_FULL = 8;
/** The region is full where this many in a row found no room. */
const FAILURES_WHEN_FULL = 8;
/** By how much sums of the same lengths may differ, metres. */
const ROUNDING = 1e-9;

/**
 * The `random` distribution: dart throwing with best-candidate fallback.
 *
 * Each group takes the first of its candidates that is in the region, clear of obstacles and far enough from all groups
 * before it; failing that, the roomiest one. Where a group fits nowhere, its members look for places one by one.
 * Nobody's place depends on those after them, so a larger size moves nobody.
 *
 * From recipe format 2 on, fewer candidates are tried once the region is full. Trying all of them took eight times as
 * long, and made gaps a sixth wider.
 */
export function scatter(
  { v, seed, size }: Pick<Recipe, 'v' | 'seed' | 'size'>,
  groups: readonly PlacementGroup[],
  ground: Ground,
): Positions {
  const stream = streamSeed(seed, STREAM.layout);
  const gap = gapBetween(groups, ground);
  const taken = new DiscGrid(Math.min(2 * largestRadius(groups) + gap, ground.region.extent));
  const positions = emptyPositions(size);
  let failures = 0;

  const candidate = (groupIndex: number, i: number): Point => {
    const number = 2 * (CANDIDATES * groupIndex + i);
    return ground.region.sample(uniformAt(stream, number), uniformAt(stream, number + 1));
  };

  const findPlace = (group: PlacementGroup, groupIndex: number, needed: number): Point | undefined => {
    let roomiest: Point | undefined;
    let mostRoom = Number.NEGATIVE_INFINITY;
    let tries = v > 1 && failures >= FAILURES_WHEN_FULL ? CANDIDATES_WHEN_FULL : CANDIDATES;
    for (let i = 0; i < CANDIDATES && tries > 0; i++) {
      const place = candidate(groupIndex, i);
      if (!ground.fits(group, place[0], place[1])) continue;
      tries -= 1;
      // A disc that leaves no more room than the roomiest place has is enough to know.
      const enough = mostRoom + group.radius + needed - ROUNDING;
      const room = taken.clearance(place[0], place[1], enough) - group.radius - needed;
      if (room >= 0) {
        failures = 0;
        return place;
      }
      if (room > mostRoom) {
        mostRoom = room;
        roomiest = place;
      }
    }
    if (roomiest) failures += 1;
    return roomiest;
  };

  const settle = (group: PlacementGroup, [x, z]: Point): void => {
    taken.add(x, z, group.radius);
    placeGroup(positions, group, x, z);
  };

  for (const [groupIndex, group] of groups.entries()) {
    const place = findPlace(group, groupIndex, gap);
    if (place) settle(group, place);
    else {
      for (const member of membersOf(group)) {
        settle(member, findPlace(member, groupIndex, ground.touching) ?? candidate(groupIndex, 0));
      }
    }
  }
  return positions;
}
