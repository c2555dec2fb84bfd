import type { Recipe } from '../../protocol/index.js';
import type { PlacementGroup } from './groups.js';
import { RANDOM, randomOf, rankByRandom } from './random-numbers.js';

/**
 * Which characters walk.
 *
 * Exactly `round(pace · size)` do, those with the smallest random numbers, so that raising the pace only turns idle into walk.
 * Groups walk or stay as one by their leader's random number; the count is then right to half the largest group.
 */
export function chooseWalkers(
  recipe: Pick<Recipe, 'seed' | 'size' | 'pace'>,
  groups: readonly PlacementGroup[],
): boolean[] {
  const walks = new Array<boolean>(recipe.size).fill(false);
  let missing = Math.round(recipe.pace * recipe.size);
  for (const group of rankByRandom(groups, ({ first }) => first, recipe.seed, RANDOM.pace)) {
    const members = group.offsets.length;
    if (missing <= 0) break;
    // A group that would overshoot by more than what is missing leaves it to a smaller one.
    if (members - missing > missing) continue;
    walks.fill(true, group.first, group.first + members);
    missing -= members;
  }
  return walks;
}

/**
 * The speed that a character likes to walk at, as a multiple of the walk clip's own: a random one between `walkSpeedMin` and
 * `walkSpeedMax`. Where both are 1, everybody plays the walk clip as it was made.
 *
 * A `Character` doesn't carry it; it follows from the recipe and the index alone.
 *
 * @example
 * // Longer legs take longer steps.
 * const metresPerSecond = walkSpeed(response.recipe, character.index) * character.scale * walkClip.speed;
 */
export function walkSpeed(
  recipe: Pick<Recipe, 'seed' | 'walkSpeedMin' | 'walkSpeedMax'>,
  index: number,
): number {
  const { walkSpeedMin: slowest, walkSpeedMax: fastest } = recipe;
  return slowest + (fastest - slowest) * randomOf(recipe.seed, index, RANDOM.walkSpeed);
}

/**
 * Which way along a path a character walks at first: everybody the same way where the recipe's `facing` is 1, half of
 * them the other way where it is 0.
 */
export function walkDirection(recipe: Pick<Recipe, 'seed' | 'facing'>, index: number): 1 | -1 {
  return randomOf(recipe.seed, index, RANDOM.direction) < (1 + recipe.facing) / 2 ? 1 : -1;
}
