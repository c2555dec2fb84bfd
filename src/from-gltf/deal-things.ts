import type { GLTFThingOptions, GltfAssets } from '../assets/index.js';
import { CrowdError } from '../errors/index.js';
import { chooseUnlike, RecentGrid, streamSeed, uniformAt } from '../math/index.js';

/** Distance within which characters of one look carry different things, metres. */
const REACH = 8;
/** Height of the people for whom distances are meant, metres. */
const HEIGHT = 1.7;
/** Characters that a thing may have beyond its exact share. One that misses more is dealt first. */
const TOLERANCE = 2;
/** Share that counts as none: of weights that add up to 1 but for rounding. */
const ROUNDING = 1e-6;
/** THNG: the tag of the stream. */
const STREAM = 0x54484e47;
/** Having nothing on a bone. */
const NOTHING = -1;

/** A thing, or nothing, and the fraction of the characters that have it. */
interface Choice {
  readonly thing: number;
  readonly share: number;
}

/** A character before it has things. */
export interface BareCharacter {
  /** Index in the crowd: that of its random numbers. */
  readonly index: number;
  readonly x: number;
  readonly z: number;
  /** Index of its look. */
  readonly look: number;
  /** Indices of its things, ascending. @default dealt */
  readonly things?: readonly number[] | undefined;
}

/**
 * Deals things by their weights, within two of the exact share. Of those that are due, each character has the one whose nearest
 * bearer of the same look among the characters before it is farthest; so a larger crowd begins with the same characters.
 *
 * @param counted how many of the first characters were dealt before, and have their things
 * @param earlier of all that were dealt before, how many have each thing, by bone; see {@link countThings}
 * @param bones for each bone, the indices of the things on it
 * @returns the indices of each character's things, ascending
 * @throws {CrowdError} for `things` of a character that make no sense
 */
export function dealThings(
  characters: readonly BareCharacter[],
  counted: number,
  earlier: readonly ThingCounts[],
  options: readonly GLTFThingOptions[],
  { thingsOfBones: bones, height }: Pick<GltfAssets, 'thingsOfBones' | 'height'>,
): number[][] {
  for (const [k, { things }] of characters.slice(counted).entries()) checkThings(things, k, options, bones);
  const unit = HEIGHT / (height || HEIGHT);
  const stream = streamSeed(0, STREAM);
  const dealt = characters.map((): number[] => []);
  for (const [b, own] of bones.entries()) {
    const choices = sharesOf(own, options);
    const counts = new Map(earlier[b]);
    let total = 1 + [...counts.values()].reduce((sum, count) => sum + count, 0);
    const grid = new RecentGrid();
    const keys: string[] = [];
    for (const [i, { index, x, z, look, things }] of characters.entries()) {
      const at = [Math.fround(x) * unit, Math.fround(z) * unit] as const;
      const keyOf = (thing: number): string => [look, ...dealt[i], thing].join();
      const missing = ({ thing, share }: Choice): number => share * total - (counts.get(thing) ?? 0);
      const overdue = choices.filter((choice) => missing(choice) > TOLERANCE);
      const due = choices.filter((choice) => missing(choice) > 1 - TOLERANCE);
      const open = overdue.length > 0 ? overdue : due;
      const first = Math.floor(uniformAt(stream, bones.length * index + b) * open.length);
      const thing = things
        ? (own.find((each) => things.includes(each)) ?? NOTHING)
        : chooseUnlike(
            open.length,
            (k) => open[(first + k) % open.length].thing,
            grid.within(REACH, ...at),
            REACH,
            (choice, other) => keyOf(choice) === keys[other],
          );
      if (i >= counted) {
        counts.set(thing, (counts.get(thing) ?? 0) + 1);
        total += 1;
      }
      keys.push(keyOf(thing));
      if (thing !== NOTHING) dealt[i].push(thing);
      grid.add(i, ...at);
    }
  }
  return dealt.map((things) => things.sort((a, b) => a - b));
}

/** Number of characters with each thing of a bone, by the index of the thing. */
export type ThingCounts = ReadonlyMap<number, number>;

/** Counts of things with those of further characters. */
export function countThings(
  dealt: readonly (readonly number[])[],
  earlier: readonly ThingCounts[],
  bones: GltfAssets['thingsOfBones'],
): ThingCounts[] {
  return bones.map((own, b) => {
    const counts = new Map(earlier[b]);
    for (const things of dealt) {
      const thing = own.find((each) => things.includes(each)) ?? NOTHING;
      counts.set(thing, (counts.get(thing) ?? 0) + 1);
    }
    return counts;
  });
}

/** The things of a bone and nothing that characters have there. */
function sharesOf(own: readonly number[], options: readonly GLTFThingOptions[]): Choice[] {
  const weights = own.map((thing) => options[thing].weight ?? 1);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = own.map((thing, k) => ({ thing, share: weights[k] / Math.max(1, sum) }));
  return [...shares, { thing: NOTHING, share: 1 - Math.min(1, sum) }].filter(({ share }) => share > ROUNDING);
}

function checkThings(
  things: BareCharacter['things'],
  index: number,
  options: readonly GLTFThingOptions[],
  bones: GltfAssets['thingsOfBones'],
): void {
  if (!things) return;
  const unknown = things.find((thing) => options[thing] === undefined);
  if (unknown !== undefined) {
    const known = options.length === 0 ? 'there are none' : `it has 0 to ${options.length - 1}`;
    throw new CrowdError(
      `characters.${index}.things has ${unknown}; give indices in the option \`things\`: ${known}.`,
    );
  }
  const full = bones.find((own) => things.filter((thing) => own.includes(thing)).length > 1);
  if (full) {
    throw new CrowdError(
      `characters.${index}.things has several on "${options[full[0]].bone}"; a bone carries one. Put what belongs together into one file.`,
    );
  }
}
