import { type Point, sinCosTurns, streamSeed, uniformAt } from '../../math/index.js';
import type { Recipe } from '../../protocol/index.js';
import { STREAM } from './random-numbers.js';

/** Characters that are placed together, possibly a single one. Members have consecutive indices. */
export interface PlacementGroup {
  /** Index of the first member, the leader. */
  first: number;
  /** Position of each member relative to the middle of the group, metres. */
  offsets: readonly Point[];
  /** Distance of the members from the middle, metres; 0 for a single character. */
  radius: number;
}

/** Random numbers per group. */
const NUMBERS_PER_GROUP = 4;
const SMALLEST_GROUP = 2;
/** Cumulative probability of groups of 2, 3, 4, 5 and 6. */
const CUMULATIVE_SIZES = [0.35, 0.65, 0.85, 0.95, 1];
/** Distance between companions, metres (Moussaïd et al. 2010, PLoS ONE 5:e10047). */
const COMPANION_SPACING = 0.8;
/** Minimum distance of members, in touching distances. */
const MIN_SPACING = 1.15;

const ALONE: readonly Point[] = [[0, 0]];

function loner(index: number): PlacementGroup {
  return { first: index, offsets: ALONE, radius: 0 };
}

/** Returns one group per character. */
export function loners(size: number): PlacementGroup[] {
  return Array.from({ length: size }, (_, index) => loner(index));
}

/** Returns the members of a group as groups of one. */
export function membersOf(group: PlacementGroup): PlacementGroup[] {
  return group.offsets.map((_, member) => loner(group.first + member));
}

/** Companions with consecutive indices. The first is the leader. */
export interface CharacterGroup {
  first: number;
  size: number;
}

/** Returns the groups of a recipe's characters by index; empty if `groupingMode` is off. */
export function groupsOf(recipe: Pick<Recipe, 'seed' | 'size' | 'groupingMode'>): CharacterGroup[] {
  if (!recipe.groupingMode) return [];
  // The distance does not affect who is in a group.
  return formGroups(recipe, COMPANION_SPACING).map(({ first, offsets }) => ({ first, size: offsets.length }));
}

/**
 * Forms groups of two to six on rings, by index. The last group may be smaller.
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

/** Returns positions on a ring, `spacing` apart, the first at an angle of `turns`. */
function ringOf(size: number, spacing: number, turns: number): Pick<PlacementGroup, 'offsets' | 'radius'> {
  if (size === 1) return { offsets: ALONE, radius: 0 };
  const radius = spacing / (2 * sinCosTurns(1 / (2 * size))[0]);
  const offsets = Array.from({ length: size }, (_, k): Point => {
    const [sin, cos] = sinCosTurns(turns + k / size);
    return [radius * cos, radius * sin];
  });
  return { offsets, radius };
}
