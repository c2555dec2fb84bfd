import { generateCrowd } from '../../../generate/generate-characters.js';
import type { Character, Manifest, Recipe } from '../../../protocol/index.js';

/** Counts over all characters of a crowd. */
export interface CharacterSummary {
  /** Characters per bucket. */
  readonly buckets: Readonly<Record<string, number>>;
  readonly walking: number;
  readonly idle: number;
  /** Corners of the box that they stand in, metres; null where there is nobody. */
  readonly bounds: { min: [x: number, z: number]; max: [x: number, z: number] } | null;
  /** Characters that overlap with an earlier one. */
  readonly crowded: number;
}

/** The characters of a crowd as JSON, which many answers are made of. */
export interface EncodedCharacters {
  /** A JSON array, in UTF-8. */
  readonly json: Uint8Array;
  /** Byte offset of each character, and one more: the end of the last one. */
  readonly starts: Uint32Array;
  readonly summary: CharacterSummary;
}

/** @throws {RecipeError} naming the field that makes it impossible */
export function encodeCharacters(recipe: Recipe, manifest: Manifest): EncodedCharacters {
  const { characters, crowded } = generateCrowd(recipe, manifest);
  const texts = characters.map((character) => JSON.stringify(character));
  const starts = new Uint32Array(texts.length + 1);
  let start = 1;
  texts.forEach((text, i) => {
    starts[i] = start;
    // With the comma after it.
    start += Buffer.byteLength(text) + 1;
  });
  starts[texts.length] = start;
  const json = new TextEncoder().encode(`[${texts.join(',')}]`);
  return { json, starts, summary: { ...summarize(characters), crowded } };
}

/** Some of the characters, by index; fewer where the crowd ends. */
export function decodeCharacters(
  { json, starts }: EncodedCharacters,
  first: number,
  count: number,
): Character[] {
  const size = starts.length - 1;
  const from = Math.min(first, size);
  const to = Math.min(from + count, size);
  if (from === to) return [];
  const text = new TextDecoder().decode(json.subarray(starts[from], starts[to] - 1));
  return JSON.parse(`[${text}]`) as Character[];
}

/** At most so many characters, evenly from the whole crowd. */
export function sampleCharacters(encoded: EncodedCharacters, most: number): Character[] {
  const size = encoded.starts.length - 1;
  if (size <= most) return decodeCharacters(encoded, 0, size);
  return Array.from({ length: most }, (_, i) =>
    decodeCharacters(encoded, Math.floor((i * size) / most), 1),
  ).flat();
}

function summarize(characters: readonly Character[]): Omit<CharacterSummary, 'crowded'> {
  const buckets: Record<string, number> = {};
  const min: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max: [number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let walking = 0;
  for (const { bucket, x, z, anim_clip } of characters) {
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    if (anim_clip === 'walk') walking += 1;
    for (const [axis, value] of [x, z].entries()) {
      min[axis] = Math.min(min[axis], value);
      max[axis] = Math.max(max[axis], value);
    }
  }
  const bounds = characters.length > 0 ? { min, max } : null;
  return { buckets, walking, idle: characters.length - walking, bounds };
}
