import { CatmullRomCurve3, Vector3 } from 'three';
import type { BoundaryShape, Recipe } from 'three-crowd/protocol';

/** Metres that a place is outside a shape, as the interface describes it; negative inside. */
type Outside = (recipe: Recipe, x: number, z: number) => number;

/** Places where characters may be placed. */
export const OUTSIDE_SPAWN: Record<BoundaryShape, Outside> = {
  circle: ({ spawnRadius }, x, z) => Math.hypot(x, z) - spawnRadius,
  square: ({ spawnRadius }, x, z) => Math.max(Math.abs(x), Math.abs(z)) - spawnRadius,
  road: ({ spawnRadius, boundaryRadius }, x, z) =>
    Math.max(Math.abs(x) - spawnRadius, Math.abs(z) - boundaryRadius),
  donut: ({ spawnRadius, boundaryRadius }, x, z) =>
    Math.max(spawnRadius - Math.hypot(x, z), Math.hypot(x, z) - boundaryRadius),
  spline: ({ splinePoints, spawnRadius }, x, z) => distanceToCurve(splinePoints ?? [], x, z) - spawnRadius,
};

/** Places where characters may walk. */
export const OUTSIDE: Record<BoundaryShape, Outside> = {
  ...OUTSIDE_SPAWN,
  circle: ({ boundaryRadius }, x, z) => Math.hypot(x, z) - boundaryRadius,
  square: ({ boundaryRadius }, x, z) => Math.max(Math.abs(x), Math.abs(z)) - boundaryRadius,
};

const CURVES = new Map<readonly [number, number][], Vector3[]>();

/** Distance to the nearest of 4,000 places of three's curve through `points`, some 2 cm apart. */
function distanceToCurve(points: readonly [number, number][], x: number, z: number): number {
  const places =
    CURVES.get(points) ??
    new CatmullRomCurve3(points.map(([px, pz]) => new Vector3(px, 0, pz))).getPoints(4000);
  CURVES.set(points, places);
  return places.reduce((least, place) => Math.min(least, Math.hypot(place.x - x, place.z - z)), Infinity);
}
