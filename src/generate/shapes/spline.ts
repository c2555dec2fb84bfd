import { flattenCatmullRom, type Point, Polyline } from '../../math/index.js';

/** Path of a spline recipe. */
export interface SplinePath {
  path: Polyline;
  /** True if the end is joined to the start. */
  closed: boolean;
}

/** Ends closer than this coincide, metres. */
const SAME_POINT = 1e-6;

/**
 * Returns the centripetal Catmull–Rom curve through a recipe's `splinePoints`. It is closed if the ends are within
 * `halfWidth` of each other, unless the path is too short. Coinciding ends become one point; others are joined by an
 * additional span.
 *
 * @param points at least two, not all the same
 * @param halfWidth `spawnRadius`, metres
 * @example
 * const { path, closed } = splinePath(recipe.splinePoints, recipe.spawnRadius);
 * const { x, z } = path.at(path.length / 2);
 */
export function splinePath(points: readonly Point[], halfWidth: number): SplinePath {
  const gap = new Polyline([points[points.length - 1], points[0]]).length;
  const loop = gap < SAME_POINT ? points.slice(0, -1) : points;
  const closed = loop.length >= 3 && gap <= halfWidth && gap * 2 < new Polyline(points).length;
  return { path: new Polyline(flattenCatmullRom(closed ? loop : points, closed)), closed };
}
