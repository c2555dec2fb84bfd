import { type Point, streamSeed, uniformAt } from '../../math/index.js';
import type { Recipe } from '../../protocol/index.js';
import { DiscGrid } from '../disc-grid.js';
import { STREAM } from '../draws.js';
import { membersOf, type Unit } from '../groups.js';
import type { Ground } from './ground.js';
import { emptyPositions, type Positions, placeUnit } from './positions.js';
import { gapBetween, largestRadius } from './spacing.js';

/** Places that each unit may try. */
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
 * Each unit takes the first of its candidates that is in the region, clear of obstacles and far enough from all units
 * before it; failing that, the roomiest one. Where a group fits nowhere, its members look for places one by one.
 * Nobody's place depends on those who come after, so growing a crowd moves nobody.
 *
 * From recipe format 2 on, who comes to a full region looks at fewer places.
 * Trying all of them took eight times as long, and gave gaps that are a sixth wider.
 */
export function scatter(
  { v, seed, size }: Pick<Recipe, 'v' | 'seed' | 'size'>,
  units: readonly Unit[],
  ground: Ground,
): Positions {
  const stream = streamSeed(seed, STREAM.layout);
  const gap = gapBetween(units, ground);
  const taken = new DiscGrid(Math.min(2 * largestRadius(units) + gap, ground.region.extent));
  const positions = emptyPositions(size);
  let failures = 0;

  const candidate = (unitIndex: number, i: number): Point => {
    const draw = 2 * (CANDIDATES * unitIndex + i);
    return ground.region.sample(uniformAt(stream, draw), uniformAt(stream, draw + 1));
  };

  const findPlace = (unit: Unit, unitIndex: number, needed: number): Point | undefined => {
    let roomiest: Point | undefined;
    let mostRoom = Number.NEGATIVE_INFINITY;
    let tries = v > 1 && failures >= FAILURES_WHEN_FULL ? CANDIDATES_WHEN_FULL : CANDIDATES;
    for (let i = 0; i < CANDIDATES && tries > 0; i++) {
      const place = candidate(unitIndex, i);
      if (!ground.fits(unit, place[0], place[1])) continue;
      tries -= 1;
      // A disc that leaves no more room than the roomiest place has is enough to know.
      const enough = mostRoom + unit.radius + needed - ROUNDING;
      const room = taken.clearance(place[0], place[1], enough) - unit.radius - needed;
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

  const settle = (unit: Unit, [x, z]: Point): void => {
    taken.add(x, z, unit.radius);
    placeUnit(positions, unit, x, z);
  };

  for (const [unitIndex, unit] of units.entries()) {
    const place = findPlace(unit, unitIndex, gap);
    if (place) settle(unit, place);
    else {
      for (const member of membersOf(unit)) {
        settle(member, findPlace(member, unitIndex, ground.touching) ?? candidate(unitIndex, 0));
      }
    }
  }
  return positions;
}
