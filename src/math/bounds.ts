import type { Point } from './catmull-rom.js';

/** A box on the ground, metres. */
export type Bounds = [minX: number, minZ: number, maxX: number, maxZ: number];

/** Returns the bounding box of `points`; inverted if there are none. */
export function boundsOf(points: readonly Point[]): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, z] of points) {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], z);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], z);
  }
  return bounds;
}
