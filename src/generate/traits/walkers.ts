import type { Recipe } from '../../protocol/index.js';
import type { PlacementGroup } from './groups.js';
import { RANDOM, randomOf, rankByRandom } from './random-numbers.js';

/**
 * Chooses the characters that walk: exactly `round(pace · size)`, those with the smallest random numbers. Raising the
 * pace only turns idle characters into walking ones. Groups walk or stay together, by their leader's random number; the
 * count is then exact to half the largest group.
 *
 * Recipe format 2 chooses by index, so that a larger crowd begins with the same walkers. The count differs from
 * `pace · size` by less than one character or, in groups, than the largest group.
 */
export function chooseWalkers(
  recipe: Pick<Recipe, 'v' | 'seed' | 'size' | 'pace'>,
  groups: readonly PlacementGroup[],
): boolean[] {
  const walks = new Array<boolean>(recipe.size).fill(false);
  if (recipe.v > 1) {
    let missing = 0;
    for (const { first, offsets } of groups) {
      missing += recipe.pace * offsets.length;
      if (missing <= offsets.length * randomOf(recipe.seed, first, RANDOM.pace)) continue;
      walks.fill(true, first, first + offsets.length);
      missing -= offsets.length;
    }
    return walks;
  }
  let missing = Math.round(recipe.pace * recipe.size);
  for (const group of rankByRandom(groups, ({ first }) => first, recipe.seed, RANDOM.pace)) {
    const members = group.offsets.length;
    if (missing <= 0) break;
    // Skips a group that would overshoot by more than what is missing.
    if (members - missing > missing) continue;
    walks.fill(true, group.first, group.first + members);
    missing -= members;
  }
  return walks;
}

/**
 * Returns a character's preferred walking speed, as a multiple of the walk clip's: random between `walkSpeedMin` and
 * `walkSpeedMax`. It is not part of `Character`; it follows from the recipe and the index.
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
 * Returns a character's initial direction along a path. All have the same direction if `facing` is 1; half of them have
 * the opposite one if it is 0.
 */
export function walkDirection(recipe: Pick<Recipe, 'seed' | 'facing'>, index: number): 1 | -1 {
  return randomOf(recipe.seed, index, RANDOM.direction) < (1 + recipe.facing) / 2 ? 1 : -1;
}
