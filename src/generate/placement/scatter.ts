import { type Point, streamSeed, uniformAt } from '../../math/index.js';
import type { Recipe } from '../../protocol/index.js';
import { DiscGrid } from '../shapes/disc-grid.js';
import { membersOf, type PlacementGroup } from '../traits/groups.js';
import { STREAM } from '../traits/random-numbers.js';
import { type Ground, gapBetween, largestRadius } from './ground.js';
import { emptyPositions, type Positions, placeGroup } from './positions.js';

/** Candidate positions per group. */
const CANDIDATES = 64;
/** Candidates per group in a full region, not counting those outside or in obstacles. */
const CANDIDATES_WHEN_FULL = 8;
/** Consecutive failures after which the region counts as full. */
const FAILURES_WHEN_FULL = 8;
/** Rounding tolerance of sums of lengths, metres. */
const ROUNDING = 1e-9;

/**
 * The `random` distribution: dart throwing with best-candidate fallback.
 *
 * Each group takes its first candidate that is in the region, clear of obstacles and far enough from all previous
 * groups; otherwise the one with the most space. If a group fits nowhere, its members are placed individually.
 * Positions do not depend on later groups, so a larger size moves no character.
 *
 * Recipe format 2 and later try fewer candidates in a full region. Trying all took eight times as long and made gaps a
 * sixth wider.
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
      // No exact distance is needed below the best space so far.
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

  // Groups in order of their index. A group that fits nowhere is split.
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
