import { bell } from '../math/shaping.js';
import type { Vector } from '../math/vector.js';

/**
 * A surface around the vertical axis. Returns the point at an azimuth (radians, 0 front, positive towards the wearer's
 * left) and a height, `offset` metres outside. Strips and shells use the function of the cloth or skin below, so that
 * they fit at every level of detail.
 */
export type Surface = (azimuth: number, y: number, offset?: number) => Vector;

/** Azimuth limit of the search, radians: covers all x of the front half. */
const WIDEST_AZIMUTH = 1.5;
const BISECTIONS = 24;

/**
 * Returns the azimuth at which the front of a surface has the given `x`, for lines that are straight seen from the
 * front.
 */
export function azimuthAtX(surface: Surface, x: number, y: number): number {
  let low = -WIDEST_AZIMUTH;
  let high = WIDEST_AZIMUTH;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (surface(middle, y)[0] < x) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns the point on the front of a surface at `x` and `y`, moved forward by `lift`. */
export function frontPoint(surface: Surface, x: number, y: number, lift: number): Vector {
  const point = surface(azimuthAtX(surface, x, y), y);
  return [point[0], point[1], point[2] + lift];
}

/** Returns the surface offset outwards by `distance` metres. */
export function outside(surface: Surface, distance: number): Surface {
  return (azimuth, y, offset = 0) => surface(azimuth, y, offset + distance);
}

/** Returns a 2D Gaussian of height 1 at (0, 0) with the given width and height. */
export function bump(x: number, y: number, width: number, height: number): number {
  return bell(x / width) * bell(y / height);
}

/**
 * Returns the point `[x, z]` of the superellipse |x/radiusX|ⁿ + |z/radiusZ|ⁿ = 1. Azimuth 0 is +z (front), π/2 is +x
 * (the wearer's left). Exponent 2 is an ellipse; higher exponents approach a rectangle.
 */
export function superellipse(
  azimuth: number,
  radiusX: number,
  radiusZ: number,
  exponent = 2,
): [x: number, z: number] {
  const power = 2 / exponent;
  return [radiusX * signedPower(Math.sin(azimuth), power), radiusZ * signedPower(Math.cos(azimuth), power)];
}

function signedPower(x: number, power: number): number {
  return Math.sign(x) * Math.abs(x) ** power;
}
