import type { Recipe } from '../protocol/index.js';
import { drawOf, SLOT } from './draws.js';

/**
 * Which way along a path a character walks at first: everybody the same way where the recipe's `facing` is 1, half of
 * them the other way where it is 0.
 */
export function walkDirection(recipe: Pick<Recipe, 'seed' | 'facing'>, index: number): 1 | -1 {
  return drawOf(recipe.seed, index, SLOT.direction) < (1 + recipe.facing) / 2 ? 1 : -1;
}
