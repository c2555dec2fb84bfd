import type { Vector2Like, Vector3Like } from 'three';
import type { Point } from '../math/index.js';

/** A point on the ground, metres in the crowd's space: `[x, z]`, a `Vector3`, or a `Vector2` whose y is z. */
export type GroundPoint = Point | Vector2Like | Vector3Like;

/** @returns x and z; what is no point is returned as it is, for an error that shows it */
export function toPoint(point: GroundPoint): Point {
  if (typeof point !== 'object' || point === null || 'length' in point) return point;
  if (!('x' in point && 'y' in point)) return point;
  return [point.x, 'z' in point ? point.z : point.y];
}
