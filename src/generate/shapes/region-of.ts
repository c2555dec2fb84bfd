import { type Bounds, type Point, sinCosTurns, TAU } from '../../math/index.js';
import type { BoundaryShape, Recipe } from '../../protocol/index.js';
import { searchHexLattice, searchSquareLattice } from './lattice.js';
import { EDGE_TOLERANCE, type Region } from './region.js';
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

/** A ring around the origin, radii in metres; a disc if `inner` is 0. Crowds start in the middle of its −Z side. */
function annulus(inner: number, outer: number): Region {
  return aroundOrigin([outer, outer], [0, inner > 0 ? -(inner + outer) / 2 : 0], {
    area: (TAU / 2) * (outer * outer - inner * inner),
    perimeter: TAU * (inner + outer),
    extent: 2 * outer,
    isNear(x, z, margin) {
      const radius = Math.sqrt(x * x + z * z);
      return radius >= inner - margin && radius <= outer + margin;
    },
    sample(u, v) {
      const radius = Math.sqrt(inner * inner + u * (outer * outer - inner * inner));
      const [sin, cos] = sinCosTurns(v);
      return [radius * cos, radius * sin];
    },
  });
}

/** A rectangle around the origin, metres. */
function rectangle(halfWidth: number, halfLength: number, start: Point): Region {
  return aroundOrigin([halfWidth, halfLength], start, {
    area: 4 * halfWidth * halfLength,
    perimeter: 4 * (halfWidth + halfLength),
    extent: 2 * Math.sqrt(halfWidth * halfWidth + halfLength * halfLength),
    isNear: (x, z, margin) => Math.abs(x) <= halfWidth + margin && Math.abs(z) <= halfLength + margin,
    sample: (u, v) => [(2 * u - 1) * halfWidth, (2 * v - 1) * halfLength],
  });
}

/** Completes a shape around the origin. It has no bearing; its lattices fill the box of half sides `x` and `z`. */
function aroundOrigin(
  [x, z]: Point,
  start: Point,
  shape: Pick<Region, 'area' | 'perimeter' | 'extent' | 'isNear' | 'sample'>,
): Region {
  const bounds: Bounds = [-x, -z, x, z];
  return {
    ...shape,
    containedArea: shape.area,
    contains: (x, z) => shape.isNear(x, z, EDGE_TOLERANCE),
    bearing: 0,
    bearingAt: () => 0,
    searchSquareLattice: (pitch, search) => searchSquareLattice(bounds, pitch, search),
    searchHexLattice: (pitch, search) => searchHexLattice(bounds, start, pitch, search),
  };
}
