/** A point on the ground, metres. */
export type Point = [x: number, z: number];

/** Straight segments per span of the curve. */
export const PIECES_PER_SPAN = 32;

/** Control points with a smaller knot interval coincide, as in three. */
const COINCIDENT = 1e-4;

/**
 * Returns the centripetal Catmull–Rom curve through `points` as the corners of a polyline, {@link PIECES_PER_SPAN} per
 * span. The last corner of a closed curve is its first point. An open curve is extended beyond its ends by reflection.
 * Three's `CatmullRomCurve3` of type `centripetal` is the same curve.
 *
 * @param points at least two
 * @see C. Yuksel, S. Schaefer, J. Keyser, "On the Parameterization of Catmull-Rom Curves", 2009
 */
export function flattenCatmullRom(points: readonly Point[], closed: boolean): Point[] {
  const count = points.length;
  const spans = closed ? count : count - 1;
  const control = (i: number): Point => {
    if (closed) return points[(i + count) % count];
    if (i < 0) return reflect(points[0], points[1]);
    return i < count ? points[i] : reflect(points[count - 1], points[count - 2]);
  };
  const corners: Point[] = [[points[0][0], points[0][1]]];
  for (let span = 0; span < spans; span++) {
    const at = curveOfSpan(control(span - 1), control(span), control(span + 1), control(span + 2));
    for (let piece = 1; piece <= PIECES_PER_SPAN; piece++) corners.push(at(piece / PIECES_PER_SPAN));
  }
  return corners;
}

/** Reflects `point` at `centre`. */
function reflect(centre: Point, point: Point): Point {
  return [2 * centre[0] - point[0], 2 * centre[1] - point[1]];
}

/** Returns the curve from `p1` (t = 0) to `p2` (t = 1). */
function curveOfSpan(p0: Point, p1: Point, p2: Point, p3: Point): (t: number) => Point {
  let middle = knotInterval(p1, p2);
  if (middle < COINCIDENT) middle = 1;
  let before = knotInterval(p0, p1);
  if (before < COINCIDENT) before = middle;
  let after = knotInterval(p2, p3);
  if (after < COINCIDENT) after = middle;

  const coefficients = (axis: 0 | 1): [number, number, number, number] => {
    const [a, b, c, d] = [p0[axis], p1[axis], p2[axis], p3[axis]];
    const start = ((b - a) / before - (c - a) / (before + middle) + (c - b) / middle) * middle;
    const end = ((c - b) / middle - (d - b) / (middle + after) + (d - c) / after) * middle;
    return [b, start, -3 * b + 3 * c - 2 * start - end, 2 * b - 2 * c + start + end];
  };
  const x = coefficients(0);
  const z = coefficients(1);
  return (t) => [x[0] + t * (x[1] + t * (x[2] + t * x[3])), z[0] + t * (z[1] + t * (z[2] + t * z[3]))];
}

/** Returns the square root of the distance. This exponent makes the curve centripetal. */
function knotInterval(a: Point, b: Point): number {
  const dx = a[0] - b[0];
  const dz = a[1] - b[1];
  return Math.sqrt(Math.sqrt(dx * dx + dz * dz));
}
