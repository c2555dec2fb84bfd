import { flattenCatmullRom, type Point, Polyline } from '../../math/index.js';

/** The path that a spline recipe describes. */
export interface SplinePath {
  path: Polyline;
  /** Whether the end joins the beginning. */
  closed: boolean;
}

/** Ends nearer than this are one point, metres. */
const SAME_POINT = 1e-6;

/**
 * The centripetal Catmull–Rom curve through a recipe's `splinePoints`.
 *
 * It is closed where the ends lie within `halfWidth` of each other, unless the path is so short that it never left
 * there. The last point then stands for the first where they coincide, and is joined to it by one more span where
 * they don't.
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
