import type { Recipe } from '../../protocol/index.js';

/** Height of a character of scale 1, metres. */
const CHARACTER_HEIGHT = 1.7;
/** Room for scale variation that is always left, so that up to this much of it moves nobody. */
const USUAL_VARIATION = 0.05;
/** Even points keep this far apart, metres, so that nobody stands in another's place. */
const MIN_TOUCHING = 1e-3;

/** Half the distance at which two characters of a scale touch, metres. */
export function bodyRadius(recipe: Pick<Recipe, 'collisionRadius'>, scale: number): number {
  return 0.5 * recipe.collisionRadius * CHARACTER_HEIGHT * scale;
}

/** Distance at which two of a recipe's characters touch, whatever their scales, metres. */
export function touchingDistance(recipe: Pick<Recipe, 'collisionRadius' | 'scaleVariation'>): number {
  const largestScale = 1 + Math.max(USUAL_VARIATION, recipe.scaleVariation);
  return Math.max(MIN_TOUCHING, recipe.collisionRadius * CHARACTER_HEIGHT * largestScale);
}
