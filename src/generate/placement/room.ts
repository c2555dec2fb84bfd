import type { Recipe } from '../../protocol/index.js';
import { refuse } from '../recipe/refuse.js';
import { regionOf } from '../shapes/region-of.js';
import { touchingDistance } from '../traits/body-size.js';

/**
 * Returns the maximum number of characters in a recipe's region without contact, ignoring obstacles.
 *
 * Upper bound for points at least d apart in a region of area A and perimeter P: 2A/(√3 d²) + P/(2d) + 1 (J. H. Folkman
 * and R. L. Graham, "A packing inequality for compact convex subsets of the plane", 1969, after N. Oler). The `random`
 * distribution fills about half as many positions before it becomes crowded.
 *
 * @example
 * const most = mostCharacters(completeRecipe({ spawnRadius: 5 }));
 */
export function mostCharacters(
  recipe: Pick<
    Recipe,
    'boundaryShape' | 'boundaryRadius' | 'spawnRadius' | 'splinePoints' | 'collisionRadius' | 'scaleVariation'
  >,
): number {
  const { containedArea, perimeter } = regionOf(recipe);
  const touching = touchingDistance(recipe);
  return Math.floor(
    (2 * containedArea) / (Math.sqrt(3) * touching * touching) + perimeter / (2 * touching) + 1,
  );
}

/**
 * Checks that a recipe's region can hold its characters. The generator itself accepts such recipes and places
 * characters too close.
 *
 * @throws {RecipeError} with the number that the region holds
 */
export function checkRoom(recipe: Recipe): void {
  const most = mostCharacters(recipe);
  if (recipe.size <= most) return;
  const apart = touchingDistance(recipe).toPrecision(2);
  refuse(
    'size',
    `must be at most ${most}, not ${recipe.size}: the ${recipe.boundaryShape} holds no more people who keep ${Number(apart)} metres apart (make it larger, or collisionRadius smaller)`,
  );
}
