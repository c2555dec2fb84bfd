import { type Point, streamSeed, uniformAt } from '../../math/index.js';
import { STREAM } from '../draws.js';
import { membersOf, type Unit } from '../groups.js';
import { PointGrid } from '../point-grid.js';
import type { Ground } from './ground.js';
import { emptyPositions, type Positions, placeUnit } from './positions.js';
import { gapBetween, largestRadius } from './spacing.js';

/** Places that each unit may try. */
const CANDIDATES = 64;

/**
 * The `random` distribution: dart throwing with best-candidate fallback.
 *
 * Each unit takes the first of its candidates that is in the region, clear of obstacles and far enough from all units
 * before it; failing that, the roomiest one. Where a group fits nowhere, its members look for places one by one.
 * Nobody's place depends on those who come after, so growing a crowd moves nobody.
 */
export function scatter(size: number, units: readonly Unit[], ground: Ground, seed: number): Positions {
  const stream = streamSeed(seed, STREAM.layout);
  const gap = gapBetween(units, ground);
  const taken = new PointGrid(2 * largestRadius(units) + gap);
  const positions = emptyPositions(size);

  const candidate = (unitIndex: number, i: number): Point => {
    const draw = 2 * (CANDIDATES * unitIndex + i);
    return ground.region.sample(uniformAt(stream, draw), uniformAt(stream, draw + 1));
  };

  const findPlace = (unit: Unit, unitIndex: number, needed: number): Point | undefined => {
    let roomiest: Point | undefined;
    let mostRoom = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < CANDIDATES; i++) {
      const place = candidate(unitIndex, i);
      if (!ground.fits(unit, place[0], place[1])) continue;
      const room = taken.clearance(place[0], place[1]) - unit.radius - needed;
      if (room >= 0) return place;
      if (room > mostRoom) {
        mostRoom = room;
        roomiest = place;
      }
    }
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
