import type { Recipe } from '../protocol/index.js';
import { rankByDraw, SLOT } from './draws.js';
import type { Unit } from './groups.js';

/**
 * Which characters walk.
 *
 * Exactly `round(pace · size)` do, those with the smallest draws, so that raising the pace only turns idle into walk.
 * Groups walk or stay as one by their leader's draw; the count is then right to half the largest group.
 */
export function chooseWalkers(
  recipe: Pick<Recipe, 'seed' | 'size' | 'pace'>,
  units: readonly Unit[],
): boolean[] {
  const walks = new Array<boolean>(recipe.size).fill(false);
  let missing = Math.round(recipe.pace * recipe.size);
  for (const unit of rankByDraw(units, ({ first }) => first, recipe.seed, SLOT.pace)) {
    const members = unit.offsets.length;
    if (missing <= 0) break;
    // A group that would overshoot by more than what is missing leaves it to a smaller one.
    if (members - missing > missing) continue;
    walks.fill(true, unit.first, unit.first + members);
    missing -= members;
  }
  return walks;
}
