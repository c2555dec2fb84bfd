import { uniformAt } from '../math/index.js';

/** Draws of the main stream that belong to each character, used or not, so that no field can shift another's. */
const DRAWS_PER_CHARACTER = 32;

/** What each draw of a character decides. 17 to 31 are kept for what comes. */
export const SLOT = {
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

/** A character's draw for one slot, in [0, 1). */
export function drawOf(seed: number, index: number, slot: number): number {
  return uniformAt(seed, index * DRAWS_PER_CHARACTER + slot);
}

/** A character's draw for one slot, in [−1, 1). */
export function signedDrawOf(seed: number, index: number, slot: number): number {
  return 2 * drawOf(seed, index, slot) - 1;
}

/** The one of `choices` that a character draws for a slot. */
export function pick<T>(choices: readonly T[], seed: number, index: number, slot: number): T {
  return choices[Math.floor(drawOf(seed, index, slot) * choices.length)];
}

/** `items` in ascending order of their draw for a slot; equal draws in the order given. */
export function rankByDraw<T>(
  items: Iterable<T>,
  indexOf: (item: T) => number,
  seed: number,
  slot: number,
): T[] {
  return Array.from(items, (item) => ({ item, draw: drawOf(seed, indexOf(item), slot) }))
    .sort((a, b) => a.draw - b.draw)
    .map(({ item }) => item);
}
