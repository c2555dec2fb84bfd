import { bell } from '../math/shaping.js';
import type { Vector } from '../math/vector.js';

/**
 * A surface about the vertical axis: the point at an azimuth (radians, 0 the front, positive to the wearer's left)
 * and a height, `offset` metres outside it. Strips and shells are laid on the same function as the cloth or skin
 * below them, so they fit at every level of detail.
 */
export type Surface = (azimuth: number, y: number, offset?: number) => Vector;

/** Far enough round for any x on the front half, and short of the back. */
const WIDEST_AZIMUTH = 1.5;
const BISECTIONS = 24;

/** The azimuth on the front of a surface where it is at `x`: lines straight in the frontal plane need it. */
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

/** The point on the front of a surface at `x` and `y`, moved forward by `lift`. */
export function frontPoint(surface: Surface, x: number, y: number, lift: number): Vector {
  const point = surface(azimuthAtX(surface, x, y), y);
  return [point[0], point[1], point[2] + lift];
}

/** The surface `distance` metres outside another. */
export function outside(surface: Surface, distance: number): Surface {
  return (azimuth, y, offset = 0) => surface(azimuth, y, offset + distance);
}

/** A bump on a surface: height 1 at (`x`, `y`), falling off over `width` and `height`. */
export function bump(x: number, y: number, width: number, height: number): number {
  return bell(x / width) * bell(y / height);
}
