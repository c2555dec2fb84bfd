import type { Bounds, Point } from '../../math/index.js';
import { hexLattice, squareLattice } from './lattice.js';
import { EDGE_TOLERANCE, type Region } from './region.js';

/** A rectangle about the origin, metres. */
export function rectangle(halfWidth: number, halfLength: number, start: Point): Region {
  const bounds: Bounds = [-halfWidth, -halfLength, halfWidth, halfLength];
  return {
    area: 4 * halfWidth * halfLength,
    contains: (x, z) =>
      Math.abs(x) <= halfWidth + EDGE_TOLERANCE && Math.abs(z) <= halfLength + EDGE_TOLERANCE,
    sample: (u, v) => [(2 * u - 1) * halfWidth, (2 * v - 1) * halfLength],
    bearingAt: () => 0,
    squareLattice: (pitch) => squareLattice(bounds, pitch),
    hexLattice: (pitch) => hexLattice(bounds, start, pitch),
  };
}
