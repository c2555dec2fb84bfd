import { atan2, NearestOnPath, type Point, TAU } from '../../math/index.js';
import { DiscGrid } from './disc-grid.js';
import { countAlong, searchPlaces } from './lattice.js';
import type { Region } from './region.js';
import { splinePath } from './spline.js';

/** Room for rounding at the strip's edge, metres. */
const STRIP_TOLERANCE = 1e-6;

/** Rows fan together on the inside of a bend; a place nearer to an earlier one than this many pitches is left out. */
const SQUARE_THINNING = 0.7;
/** The hexagonal lattice's pitch is 1.1 touching distances, and thinning must not go below one. */
const HEX_THINNING = 0.92;

/** The ground within `halfWidth` metres of the curve through `points`. Bearings follow the curve. */
export function splineStrip(points: readonly Point[], halfWidth: number): Region {
  const { path } = splinePath(points, halfWidth);
  // Made with the first question about a place: who asks for the strip's size alone, before a recipe is saved, has none.
  let index: NearestOnPath | undefined;
  const nearest = (): NearestOnPath => {
    index ??= new NearestOnPath(path, halfWidth + STRIP_TOLERANCE);
    return index;
  };

  /** The place `arc` metres along and `across` metres to the left of it. */
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
    // With the half discs around its ends, which are within reach of the curve as well.
    containedArea: 2 * halfWidth * path.length + (TAU / 2) * halfWidth * halfWidth,
    perimeter: 2 * path.length + TAU * halfWidth,
    extent: path.length + 2 * halfWidth,
    contains: (x, z) => nearest().reaches(x, z),
    // Its lattices leave it by less than a pitch, so there is nothing to gain from telling more.
    isNear: () => true,
    sample: (u, v) => beside(u * path.length, (2 * v - 1) * halfWidth),
    bearing: bearingAlong(0),
    bearingAt: (x, z) => bearingAlong(nearest().find(x, z)?.arc ?? 0),
    searchSquareLattice: (pitch, search) =>
      searchPlaces(thin(squareRows(pitch), SQUARE_THINNING * pitch), search),
    searchHexLattice: (pitch, search) => searchPlaces(thin(hexRows(pitch), HEX_THINNING * pitch), search),
  };
}

/** `points` less those nearer than `spacing` metres to one that came before. */
function* thin(points: Iterable<Point>, spacing: number): Generator<Point> {
  const kept = new DiscGrid(spacing);
  for (const point of points) {
    if (kept.clearance(point[0], point[1], spacing) < spacing) continue;
    kept.add(point[0], point[1], 0);
    yield point;
  }
}
