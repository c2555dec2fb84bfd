import { BackSide, FrontSide, type Side } from 'three';
import type { Floats } from '../../rig/index.js';

/** Numbers of a ray: origin x, y, z and direction x, y, z. Distances along it are in lengths of the direction. */
export const RAY_SIZE = 6;

/**
 * The distance at which the ray enters the box at `boxes[o]` (minimum, then maximum), at least `near`; infinite where it
 * does not meet the box between `near` and `far`. The slab method: the ray is within the box where it is between the two
 * planes of all three axes.
 */
export function intersectBox(ray: Floats, boxes: Floats, o: number, near: number, far: number): number {
  for (let k = 0; k < 3; k++) {
    const start = ray[k];
    const along = ray[3 + k];
    if (along === 0) {
      if (start < boxes[o + k] || start > boxes[o + k + 3]) return Number.POSITIVE_INFINITY;
      continue;
    }
    const a = (boxes[o + k] - start) / along;
    const b = (boxes[o + k + 3] - start) / along;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : Number.POSITIVE_INFINITY;
}

/**
 * The distance at which the ray meets the triangle of the points at `p[a]`, `p[b]` and `p[c]`; infinite if it misses the
 * triangle, or hits a side that the material does not draw. Möller and Trumbore, "Fast, minimum storage ray/triangle
 * intersection" (1997).
 */
export function intersectTriangle(
  ray: Floats,
  p: Floats,
  a: number,
  b: number,
  c: number,
  side: Side,
): number {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  // Direction × v.
  const px = ray[4] * vz - ray[5] * vy;
  const py = ray[5] * vx - ray[3] * vz;
  const pz = ray[3] * vy - ray[4] * vx;
  const volume = ux * px + uy * py + uz * pz;
  // 0 for a ray in the triangle's plane; the sign is that of the side.
  if (volume === 0) return Number.POSITIVE_INFINITY;
  if (volume > 0 ? side === BackSide : side === FrontSide) return Number.POSITIVE_INFINITY;
  const sx = ray[0] - p[a];
  const sy = ray[1] - p[a + 1];
  const sz = ray[2] - p[a + 2];
  const first = (sx * px + sy * py + sz * pz) / volume;
  if (first < 0 || first > 1) return Number.POSITIVE_INFINITY;
  // From the first corner to the origin, × u.
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const second = (ray[3] * qx + ray[4] * qy + ray[5] * qz) / volume;
  if (second < 0 || first + second > 1) return Number.POSITIVE_INFINITY;
  return (vx * qx + vy * qy + vz * qz) / volume;
}
