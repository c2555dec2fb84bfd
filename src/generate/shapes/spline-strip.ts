import { atan2, NearestOnPath, type Point, TAU } from '../../math/index.js';
import { DiscGrid } from './disc-grid.js';
import { countAlong, searchPlaces } from './lattice.js';
import type { Region } from './region.js';
import { splinePath } from './spline.js';

/** Rounding tolerance at the strip's edge, metres. */
const STRIP_TOLERANCE = 1e-6;

/** Rows converge inside bends. Points closer to a previous one than this many pitches are dropped. */
const SQUARE_THINNING = 0.7;
/** The hexagonal pitch is 1.1 touching distances; thinning must keep at least one. */
const HEX_THINNING = 0.92;

/** The region within `halfWidth` metres of the curve through `points`. Bearings follow the curve. */
export function splineStrip(points: readonly Point[], halfWidth: number): Region {
  const { path } = splinePath(points, halfWidth);
  // Created lazily, since area and perimeter do not need it.
  let index: NearestOnPath | undefined;
  const nearest = (): NearestOnPath => {
    index ??= new NearestOnPath(path, halfWidth + STRIP_TOLERANCE);
    return index;
  };

  /** Returns the position `arc` metres along and `across` metres to the left. */
  const beside = (arc: number, across: number): Point => {
    const { x, z, directionX, directionZ } = path.at(arc);
    return [x + directionZ * across, z - directionX * across];
  };

  const bearingAlong = (arc: number): number => {
    const { directionX, directionZ } = path.at(arc);
    return atan2(directionX, directionZ);
  };

  function* squareRows(pitch: number): Generator<Point> {
    const rows = countAlong(path.length, pitch);
    const columns = countAlong(2 * halfWidth, pitch);
    const firstArc = (path.length - (rows - 1) * pitch) / 2;
    for (let row = 0; row < rows; row++) {
      const arc = Math.min(path.length, firstArc + row * pitch);
      for (let column = 0; column < columns; column++) {
        yield beside(arc, (column - (columns - 1) / 2) * pitch);
      }
    }
  }

  function* hexRows(pitch: number): Generator<Point> {
    const rowStep = (pitch * Math.sqrt(3)) / 2;
    const rows = countAlong(path.length, rowStep);
    const half = Math.floor(halfWidth / pitch) + 1;
    for (let row = 0; row < rows; row++) {
      for (let column = -half; column <= half; column++) {
        const across = (column + (row & 1) / 2) * pitch;
        if (Math.abs(across) <= halfWidth) yield beside(Math.min(path.length, row * rowStep), across);
      }
    }
  }

  return {
    area: 2 * halfWidth * path.length,
    // Includes the half discs at both ends.
    containedArea: 2 * halfWidth * path.length + (TAU / 2) * halfWidth * halfWidth,
    perimeter: 2 * path.length + TAU * halfWidth,
    extent: path.length + 2 * halfWidth,
    contains: (x, z) => nearest().reaches(x, z),
    // Lattices exceed the strip by less than a pitch; a precise test gains nothing.
    isNear: () => true,
    sample: (u, v) => beside(u * path.length, (2 * v - 1) * halfWidth),
    bearing: bearingAlong(0),
    bearingAt: (x, z) => bearingAlong(nearest().find(x, z)?.arc ?? 0),
    searchSquareLattice: (pitch, search) =>
      searchPlaces(thin(squareRows(pitch), SQUARE_THINNING * pitch), search),
    searchHexLattice: (pitch, search) => searchPlaces(thin(hexRows(pitch), HEX_THINNING * pitch), search),
  };
}

/** Drops points closer than `spacing` metres to a previous one. */
function* thin(points: Iterable<Point>, spacing: number): Generator<Point> {
  const kept = new DiscGrid(spacing);
  for (const point of points) {
    if (kept.clearance(point[0], point[1], spacing) < spacing) continue;
    kept.add(point[0], point[1], 0);
    yield point;
  }
}
