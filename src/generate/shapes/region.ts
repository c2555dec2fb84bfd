import type { Point } from '../../math/index.js';

/** Where a recipe lets characters stand, before obstacles. */
export interface Region {
  /** That `sample` draws from, square metres. */
  readonly area: number;
  /** That `contains` tells of, square metres; on a winding strip, which may overlap itself, at most that. */
  readonly containedArea: number;
  /** Length of the edges around that, metres, likewise. */
  readonly perimeter: number;
  /** No two places in it are farther apart, metres. */
  readonly extent: number;
  contains(x: number, z: number): boolean;
  /** False only for a place that is farther than `margin` metres from the region. */
  isNear(x: number, z: number, margin: number): boolean;
  /** A place for two numbers in [0, 1), uniform over the area. */
  sample(u: number, v: number): Point;
  /** Bearing that the shape as a whole suggests: radians about Y, 0 where it suggests none. */
  readonly bearing: number;
  /** Bearing that it suggests at a place in it. */
  bearingAt(x: number, z: number): number;
  /** Searches rows that fill the region evenly, `pitch` metres apart both ways. They may leave it at its edges. */
  searchSquareLattice(pitch: number, search: LatticeSearch): boolean;
  /** Searches staggered rows, `pitch` metres between neighbours, nearest to the region's start first, likewise. */
  searchHexLattice(pitch: number, search: LatticeSearch): boolean;
}

/** What is wanted of a lattice. Who searches it says whether enough was found. */
export interface LatticeSearch {
  /** Places of the lattice to look at before giving up. */
  readonly looks: number;
  /** Whether a place may be of use, at whatever time it comes. */
  isCandidate(x: number, z: number): boolean;
  /** Is offered the candidates in order. @returns whether they are enough now */
  take(x: number, z: number): boolean;
}

/** Room for rounding in `contains`, metres. */
export const EDGE_TOLERANCE = 1e-9;
