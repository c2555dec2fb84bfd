import type { Recipe } from '../../protocol/index.js';

/** Height of a character of scale 1, metres. */
const CHARACTER_HEIGHT = 1.7;
/** Scale variation that is always allowed for. Changing it up to this value moves no character. */
const USUAL_VARIATION = 0.05;
/** Minimum distance of characters without a collision radius, metres. */
const MIN_TOUCHING = 1e-3;

/** Returns half the distance at which two characters of a scale touch, metres. */
export function bodyRadius(recipe: Pick<Recipe, 'collisionRadius'>, scale: number): number {
  return 0.5 * recipe.collisionRadius * CHARACTER_HEIGHT * scale;
}

/** Returns the distance at which two of a recipe's characters touch, at any scale, metres. */
export function touchingDistance(recipe: Pick<Recipe, 'collisionRadius' | 'scaleVariation'>): number {
  const largestScale = 1 + Math.max(USUAL_VARIATION, recipe.scaleVariation);
  return Math.max(MIN_TOUCHING, recipe.collisionRadius * CHARACTER_HEIGHT * largestScale);
}
