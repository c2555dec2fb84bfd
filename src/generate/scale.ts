import type { Recipe } from '../protocol/index.js';
import { RANDOM, randomOf } from './traits/random-numbers.js';
import { roundNumber } from './traits/round.js';

/** A character's uniform scale: 1 + (basis − 0.5) · 2 · scaleVariation. */
export function scaleOf(recipe: Pick<Recipe, 'seed' | 'scaleVariation'>, index: number): number {
  const basis = randomOf(recipe.seed, index, RANDOM.scale);
  return roundNumber(1 + (basis - 0.5) * 2 * recipe.scaleVariation);
}
