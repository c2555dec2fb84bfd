import type { Point } from '../../math/index.js';

/** Where a recipe lets characters stand, before obstacles. */
export interface Region {
  /** Square metres. */
  readonly area: number;
  contains(x: number, z: number): boolean;
  /** A place for two numbers in [0, 1), uniform over the area. */
  sample(u: number, v: number): Point;
  /** Bearing that the shape itself suggests at a place in it: radians about Y, 0 where it suggests none. */
  bearingAt(x: number, z: number): number;
  /** Rows that fill the region evenly, `pitch` metres apart both ways. May leave the region at its edges. */
  squareLattice(pitch: number): Iterable<Point>;
  /** Staggered rows, `pitch` metres between neighbours, nearest to the region's start first. May leave it likewise. */
  hexLattice(pitch: number): Iterable<Point>;
}

/** Room for rounding in `contains`, metres. */
export const EDGE_TOLERANCE = 1e-9;
