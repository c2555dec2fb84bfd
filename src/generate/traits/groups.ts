import { type Point, sinCosTurns, streamSeed, uniformAt } from '../../math/index.js';
import type { Recipe } from '../../protocol/index.js';
import { STREAM } from './random-numbers.js';

/** Characters that are placed together; also somebody alone is one. Members have consecutive indices. */
export interface PlacementGroup {
  /** Index of the first member, who leads. */
  first: number;
  /** Where each member stands from the middle of the group, metres. */
  offsets: readonly Point[];
  /** Distance of the members from the middle, metres; 0 for someone alone. */
  radius: number;
}

/** Random numbers of the group stream that belong to each group. */
const NUMBERS_PER_GROUP = 4;
const SMALLEST_GROUP = 2;
/** Probability of a group of at most 2, 3, 4, 5 and 6. */
const CUMULATIVE_SIZES = [0.35, 0.65, 0.85, 0.95, 1];
/** People who are together keep about this far apart, metres (Moussaïd et al. 2010, PLoS ONE 5:e10047). */
const COMPANION_SPACING = 0.8;
/** Members of a group keep at least this far apart, in touching distances. */
const MIN_SPACING = 1.15;

const ALONE: readonly Point[] = [[0, 0]];

function loner(index: number): PlacementGroup {
  return { first: index, offsets: ALONE, radius: 0 };
}

/** Everyone alone. */
export function loners(size: number): PlacementGroup[] {
  return Array.from({ length: size }, (_, index) => loner(index));
}

/** The members of a group, each alone. */
export function membersOf(group: PlacementGroup): PlacementGroup[] {
  return group.offsets.map((_, member) => loner(group.first + member));
}

/** Characters who are together: those of consecutive indices. The first leads. */
export interface CharacterGroup {
  first: number;
  size: number;
}

/** The groups of a recipe's characters, in order of index; none where `groupingMode` is off. */
export function groupsOf(recipe: Pick<Recipe, 'seed' | 'size' | 'groupingMode'>): CharacterGroup[] {
  if (!recipe.groupingMode) return [];
  // How far apart they stand does not change who is together.
  return formGroups(recipe, COMPANION_SPACING).map(({ first, offsets }) => ({ first, size: offsets.length }));
}

/**
 * Groups of two to six on rings, in order of index; the last is cut short where the crowd ends.
 *
 * @param touching distance at which two characters touch, metres
 */
export function formGroups(recipe: Pick<Recipe, 'seed' | 'size'>, touching: number): PlacementGroup[] {
  const seed = streamSeed(recipe.seed, STREAM.groups);
  const spacing = Math.max(MIN_SPACING * touching, COMPANION_SPACING);
  const groups: PlacementGroup[] = [];
  for (let first = 0; first < recipe.size; ) {
    const number = groups.length * NUMBERS_PER_GROUP;
    const u = uniformAt(seed, number);
    const randomSize = SMALLEST_GROUP + CUMULATIVE_SIZES.findIndex((bound) => u < bound);
    const size = Math.min(randomSize, recipe.size - first);
    groups.push({ first, ...ringOf(size, spacing, uniformAt(seed, number + 1)) });
    first += size;
  }
  return groups;
}

/** Places on a ring whose neighbours are `spacing` apart, the first at an angle of `turns`. */
function ringOf(size: number, spacing: number, turns: number): Pick<PlacementGroup, 'offsets' | 'radius'> {
  if (size === 1) return { offsets: ALONE, radius: 0 };
  const radius = spacing / (2 * sinCosTurns(1 / (2 * size))[0]);
  const offsets = Array.from({ length: size }, (_, k): Point => {
    const [sin, cos] = sinCosTurns(turns + k / size);
    return [radius * cos, radius * sin];
  });
  return { offsets, radius };
}
