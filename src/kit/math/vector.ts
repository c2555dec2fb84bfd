/** A point or direction, metres: +x is the wearer's left, +y up, +z forward. */
export type Vector = readonly [x: number, y: number, z: number];

export const UP: Vector = [0, 1, 0];
export const FORWARD: Vector = [0, 0, 1];

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

/** a + b · factor. */
export function addScaled(a: Vector, b: Vector, factor: number): Vector {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function distance(a: Vector, b: Vector): number {
  const d = subtract(a, b);
  return Math.sqrt(dot(d, d));
}

/** Length 1, or the zero vector unchanged. */
export function normalize(a: Vector): Vector {
  const length = Math.sqrt(dot(a, a));
  return length > 0 ? scale(a, 1 / length) : a;
}

export function mixVectors(a: Vector, b: Vector, t: number): Vector {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

export function centroid(points: readonly Vector[]): Vector {
  const sum = points.reduce(add, [0, 0, 0]);
  return scale(sum, 1 / points.length);
}
