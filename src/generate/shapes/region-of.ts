import type { BoundaryShape, Recipe } from '../../protocol/index.js';
import { annulus } from './annulus.js';
import { rectangle } from './rectangle.js';
import type { Region } from './region.js';
import { splineStrip } from './spline-strip.js';

type ShapeFields = Pick<Recipe, 'boundaryShape' | 'boundaryRadius' | 'spawnRadius' | 'splinePoints'>;

const REGIONS: Record<BoundaryShape, (recipe: ShapeFields) => Region> = {
  circle: ({ spawnRadius, boundaryRadius }) => annulus(0, Math.min(spawnRadius, boundaryRadius)),
  square: ({ spawnRadius, boundaryRadius }) => {
    const half = Math.min(spawnRadius, boundaryRadius);
    return rectangle(half, half, [0, 0]);
  },
  road: ({ spawnRadius, boundaryRadius }) => rectangle(spawnRadius, boundaryRadius, [0, -boundaryRadius]),
  donut: ({ spawnRadius, boundaryRadius }) => annulus(spawnRadius, boundaryRadius),
  spline: ({ spawnRadius, splinePoints }) => splineStrip(splinePoints ?? [], spawnRadius),
};

/**
 * Returns the region of a recipe.
 *
 * - `circle`, `square`: around the origin; radius or half side is the smaller of `spawnRadius` and `boundaryRadius`
 * - `donut`: from `spawnRadius` to `boundaryRadius`
 * - `road`: along Z, with half width `spawnRadius` and half length `boundaryRadius`
 * - `spline`: within `spawnRadius` of the curve
 */
export function regionOf(recipe: ShapeFields): Region {
  return REGIONS[recipe.boundaryShape](recipe);
}
