import type { Bounds, Point } from '../../math/index.js';
import { searchHexLattice, searchSquareLattice } from './lattice.js';
import { EDGE_TOLERANCE, type Region } from './region.js';

/** A rectangle about the origin, metres. */
export function rectangle(halfWidth: number, halfLength: number, start: Point): Region {
  const bounds: Bounds = [-halfWidth, -halfLength, halfWidth, halfLength];
  const isNear = (x: number, z: number, margin: number): boolean =>
    Math.abs(x) <= halfWidth + margin && Math.abs(z) <= halfLength + margin;
  return {
    area: 4 * halfWidth * halfLength,
    containedArea: 4 * halfWidth * halfLength,
    perimeter: 4 * (halfWidth + halfLength),
    extent: 2 * Math.sqrt(halfWidth * halfWidth + halfLength * halfLength),
    contains: (x, z) => isNear(x, z, EDGE_TOLERANCE),
    isNear,
    sample: (u, v) => [(2 * u - 1) * halfWidth, (2 * v - 1) * halfLength],
    bearing: 0,
    bearingAt: () => 0,
    searchSquareLattice: (pitch, search) => searchSquareLattice(bounds, pitch, search),
    searchHexLattice: (pitch, search) => searchHexLattice(bounds, start, pitch, search),
  };
}
