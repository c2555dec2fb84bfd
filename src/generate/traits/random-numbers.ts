import { uniformAt } from '../../math/index.js';

/** Random numbers reserved per character in the main stream, so that no field shifts another's numbers. */
const NUMBERS_PER_CHARACTER = 32;

/** Index of each field's random number. 18 to 31 are reserved. */
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
  build: 17,
} as const;

/** Tags of additional streams for `streamSeed`: four ASCII letters each. */
export const STREAM = {
  /** LAYO: candidate positions. */
  layout: 0x4c41594f,
  /** GRUP: sizes and rotations of groups. */
  groups: 0x47525550,
  /** TERR: the noise. */
  terrain: 0x54455252,
  /** LOOK: looks, colours and phases to try first. */
  looks: 0x4c4f4f4b,
} as const;

/** Returns a character's random number for a field of {@link RANDOM}, in [0, 1). */
export function randomOf(seed: number, index: number, field: number): number {
  return uniformAt(seed, index * NUMBERS_PER_CHARACTER + field);
}

/** Returns a character's random number for a field, in [−1, 1). */
export function signedRandomOf(seed: number, index: number, field: number): number {
  return 2 * randomOf(seed, index, field) - 1;
}

/** Picks one of `choices` by a character's random number for a field. */
export function pick<T>(choices: readonly T[], seed: number, index: number, field: number): T {
  return choices[Math.floor(randomOf(seed, index, field) * choices.length)];
}

/** Sorts `items` by their characters' random numbers for a field; ties keep their order. */
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
