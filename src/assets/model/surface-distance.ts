import { Triangle, Vector3 } from 'three';

/** Triangles: three indices each, into positions of three numbers each. */
interface Surface {
  readonly indices: ArrayLike<number>;
  readonly positions: Float32Array;
}

/** Number of corners of each mesh that are measured. */
const SAMPLES = 1000;
/** Spreads numbers by its multiples. */
const GOLDEN_RATIO = 0.618;
/** Fraction by which the result may be too small, so that few corners are compared with every triangle. */
const TOLERANCE = 0.05;

/** Largest distance from a corner of one mesh to the surface of the other. */
export function surfaceDistance(a: Surface, b: Surface): number {
  return Math.max(greatestDistance(a, b), greatestDistance(b, a));
}

/** Infinite from a mesh to one without triangles. */
function greatestDistance(from: Surface, to: Surface): number {
  const corners = from.indices;
  const { indices: ends, positions } = to;
  const triangles = Math.floor(ends.length / 3);
  const count = Math.min(corners.length, SAMPLES);
  const point = new Vector3();
  const nearest = new Vector3();
  const triangle = new Triangle();
  let greatest = 0;
  let known = 0;
  for (let k = 0; k < count; k++) {
    // Not evenly spread, which would take the same columns of each row of a grid.
    const corner = Math.floor(((k + ((k * GOLDEN_RATIO) % 1)) / count) * corners.length);
    point.fromArray(from.positions, corners[corner] * 3);
    let distance = Number.POSITIVE_INFINITY;
    // In both directions from the triangle that was nearest to the corner before, up to one that is not farther than another
    // corner: files have neighbours together.
    const begin = known;
    const enough = greatest * (1 + TOLERANCE);
    for (let n = 0; n < triangles && distance > enough; n++) {
      const at = (begin + (n & 1 ? triangles - ((n + 1) >> 1) : n >> 1)) % triangles;
      triangle.a.fromArray(positions, ends[at * 3] * 3);
      triangle.b.fromArray(positions, ends[at * 3 + 1] * 3);
      triangle.c.fromArray(positions, ends[at * 3 + 2] * 3);
      const own = triangle.closestPointToPoint(point, nearest).distanceTo(point);
      if (own >= distance) continue;
      distance = own;
      known = at;
    }
    if (distance > enough) greatest = distance;
  }
  return greatest;
}
