import { uniformAt } from '../../math/index.js';

/** Random numbers of the main stream that belong to each character, used or not, so that no field can shift another's. */
const NUMBERS_PER_CHARACTER = 32;

/** What each random number of a character decides. 17 to 31 are kept for fields to come. */
export const RANDOM = {
  bucket: 0,
  body: 1,
  face: 2,
  hair: 3,
  facing: 4,
  scale: 5,
  phase: 6,
  pace: 7,
  idleVariant: 8,
  walkSpeed: 9,
  palette: 10,
  hue: 11,
  saturation: 12,
  lightness: 13,
  skin: 14,
  hairColor: 15,
  direction: 16,
} as const;

/** Tags of the streams beside the main one, for `streamSeed`: four ASCII letters each. */
export const STREAM = {
  /** LAYO: candidates of places. */
  layout: 0x4c41594f,
  /** GRUP: sizes and turns of groups. */
  groups: 0x47525550,
  /** TERR: the noise. */
  terrain: 0x54455252,
} as const;

/** A character's random number for one field of {@link RANDOM}, in [0, 1). */
export function randomOf(seed: number, index: number, field: number): number {
  return uniformAt(seed, index * NUMBERS_PER_CHARACTER + field);
}

/** A character's random number for one field, in [−1, 1). */
export function signedRandomOf(seed: number, index: number, field: number): number {
  return 2 * randomOf(seed, index, field) - 1;
}

/** The one of `choices` that a character's random number for a field picks. */
export function pick<T>(choices: readonly T[], seed: number, index: number, field: number): T {
  return choices[Math.floor(randomOf(seed, index, field) * choices.length)];
}

/** `items` in ascending order of their characters' random numbers for a field; equal ones in the order given. */
export function rankByRandom<T>(
  items: Iterable<T>,
  indexOf: (item: T) => number,
  seed: number,
  field: number,
): T[] {
  return Array.from(items, (item) => ({ item, random: randomOf(seed, indexOf(item), field) }))
    .sort((a, b) => a.random - b.random)
    .map(({ item }) => item);
}
