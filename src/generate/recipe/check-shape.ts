import { boundsOf } from '../../math/index.js';
import type { BoundaryShape, Recipe } from '../../protocol/index.js';
import { refuse } from './refuse.js';

/** Minimum length, metres; leaves space for a lattice. */
const MIN_LENGTH = 0.01;
/** Maximum coordinate, metres. Beyond it, 32-bit floats do not resolve a centimetre. */
const MAX_COORDINATE = 100_000;
/** Maximum number of control points of a spline. */
const MAX_SPLINE_POINTS = 256;

const RULES: Record<BoundaryShape, (recipe: Recipe) => void> = {
  circle: checkBothRadii,
  square: checkBothRadii,
  road: checkBothRadii,
  donut: checkDonut,
  spline: checkSpline,
};

/** Checks the fields of the boundary. @throws {RecipeError} naming the wrong field */
export function checkShape(recipe: Recipe): void {
  RULES[recipe.boundaryShape](recipe);
}

function checkBothRadii(recipe: Recipe): void {
  checkLength(recipe, 'boundaryRadius');
  checkLength(recipe, 'spawnRadius');
}

function checkDonut(recipe: Recipe): void {
  const { spawnRadius: inner, boundaryRadius: outer } = recipe;
  checkLength(recipe, 'boundaryRadius');
  if (inner < 0) refuse('spawnRadius', `must be at least 0 metres, not ${inner}`);
  if (inner >= outer)
    refuse(
      'spawnRadius',
      `is a donut's inner radius and must be less than boundaryRadius (${outer}), not ${inner}`,
    );
}

function checkSpline(recipe: Recipe): void {
  const points = recipe.splinePoints ?? [];
  checkLength(recipe, 'spawnRadius');
  if (points.length < 2)
    refuse('splinePoints', `must have at least 2 points for the shape "spline", not ${points.length}`);
  if (points.length > MAX_SPLINE_POINTS)
    refuse('splinePoints', `must have at most ${MAX_SPLINE_POINTS} points, not ${points.length}`);
  points.forEach(([x, z], i) => {
    if (Math.max(Math.abs(x), Math.abs(z)) > MAX_COORDINATE)
      refuse(`splinePoints.${i}`, `must be within ${MAX_COORDINATE} metres of the origin, not at ${x}, ${z}`);
  });
  const [minX, minZ, maxX, maxZ] = boundsOf(points);
  if (Math.max(maxX - minX, maxZ - minZ) < MIN_LENGTH)
    refuse('splinePoints', 'are all at the same place: give at least 2 places');
}

function checkLength(recipe: Recipe, field: 'boundaryRadius' | 'spawnRadius'): void {
  const value = recipe[field];
  if (value < MIN_LENGTH || value > MAX_COORDINATE)
    refuse(
      field,
      `must be from ${MIN_LENGTH} to ${MAX_COORDINATE} metres for the shape "${recipe.boundaryShape}", not ${value}`,
    );
}
