import type { Point } from '../../math/index.js';

/** The region of a recipe, before obstacles. */
export interface Region {
  /** Area of `sample`, square metres. */
  readonly area: number;
  /** Area of `contains`, square metres; an upper bound for strips that overlap themselves. */
  readonly containedArea: number;
  /** Perimeter of `contains`, metres; an upper bound likewise. */
  readonly perimeter: number;
  /** Maximum distance between two positions, metres. */
  readonly extent: number;
  contains(x: number, z: number): boolean;
  /** True if a position may be within `margin` metres of the region; false if it certainly is not. */
  isNear(x: number, z: number, margin: number): boolean;
  /** Maps two numbers in [0, 1) to a position, uniform over the area. */
  sample(u: number, v: number): Point;
  /** Bearing of the whole shape, radians around Y; 0 if it has none. */
  readonly bearing: number;
  /** Returns the bearing at a position. */
  bearingAt(x: number, z: number): number;
  /**
   * Searches a square lattice that fills the region evenly, with the given pitch in metres. Points may be outside at
   * its edges.
   */
  searchSquareLattice(pitch: number, search: LatticeSearch): boolean;
  /**
   * Searches a hexagonal lattice with the given pitch in metres, nearest to the region's start first. Points may be
   * outside at its edges.
   */
  searchHexLattice(pitch: number, search: LatticeSearch): boolean;
}

/** A lattice search. It returns true if enough points were found. */
export interface LatticeSearch {
  /** Maximum number of points to visit. */
  readonly visits: number;
  /** True if a point may be used. Independent of the order. */
  isCandidate(x: number, z: number): boolean;
  /** Receives the candidates in order. @returns true if enough were found */
  take(x: number, z: number): boolean;
}

/** Rounding tolerance of `contains`, metres. */
export const EDGE_TOLERANCE = 1e-9;
