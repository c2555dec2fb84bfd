import type { Recipe } from '../protocol/index.js';
import { drawOf, SLOT } from './draws.js';
import { scaleOf } from './scale.js';

/**
 * The speed that a character likes to walk at, as a multiple of the walk clip's own speed: its draw between
 * `walkSpeedMin` and `walkSpeedMax`, times its scale, since longer legs take longer steps.
 *
 * A `Character` doesn't carry it; it follows from the recipe and the index alone.
 *
 * @example
 * const metresPerSecond = walkSpeed(crowd.recipe, character.index) * walkClip.speed;
 */
export function walkSpeed(
  recipe: Pick<Recipe, 'seed' | 'scaleVariation' | 'walkSpeedMin' | 'walkSpeedMax'>,
  index: number,
): number {
  const { walkSpeedMin: slowest, walkSpeedMax: fastest } = recipe;
  const multiplier = slowest + (fastest - slowest) * drawOf(recipe.seed, index, SLOT.walkSpeed);
  return multiplier * scaleOf(recipe, index);
}
