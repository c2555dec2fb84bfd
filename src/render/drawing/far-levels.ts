import { MAX_DRAW_CALLS } from '../../protocol/index.js';
import { countTriangles, type Part, type PartInUse, type PartsInUse } from '../characters/index.js';
import { BATCH, countClusters, createFarMesh, type FarMesh, type FarPart, MAX_CLUSTERS } from './far-mesh.js';
import { MAX_SLOTS } from './palette.js';
import { requestLevels, type Simplify, type SimplifyRequest, simplifiedParts } from './simplify-part.js';
import { surfaceKey } from './surface-key.js';
import { surfacesOf } from './surfaces.js';

/**
 * Errors of the levels of detail behind the near meshes, as fractions of a character's height: 2 to 27 cm of 1.7 m. At an
 * error of one pixel, characters of 80, 56, 38, 27, 19, 13, 9 and 6 pixels use them. Five levels took 1.1
 * times the frame for as good a picture, which for five needs a mean error of 0.5 (overview of the benchmark, 150 and 400).
 */
export const LEVEL_ERRORS = [0.0125, 0.018, 0.026, 0.037, 0.053, 0.076, 0.11, 0.16] as const;
export const LEVELS = LEVEL_ERRORS.length;
/**
 * First level that takes no palette slot in crowds of more than {@link MAX_SLOTS}: its vertices are posed from the frame of the
 * bone texture that is nearest in time, without builds, fades and layers. Characters at it are at most 19 pixels tall. In
 * smaller crowds all have slots: posing the third level on from the bone texture took neither more nor less time.
 */
export const SAMPLED_LEVEL = 5;

/**
 * Pairs of a view at most: 64 MB for both views, which is half of the default limits of a storage buffer and of a texture of
 * 8,192 lines. 200,000 characters in view have 0.8 to 1.6 million; only before their levels have been made they would have more.
 */
const MAX_PAIRS = 1 << 22;

/** First cluster of a part that is drawn with its near mesh at a level. */
export const NEAR_MESH = 0xffffffff;
/** Largest fraction of the triangles before that a level may have. Near meshes share their vertices, which makes them cheaper. */
const WORTHWHILE = { near: 0.6, far: 0.9 } as const;

/** Triangles from which a part without levels is worth a warning. */
const MANY_TRIANGLES = 1000;
/** Geometries that a warning has named. */
const warned = new WeakSet<object>();

/** Smallest fraction of a crowd's triangles for which the draw of the levels is worthwhile. */
const LEAST_SHARE = 0.25;

/** The levels of detail behind the near meshes. */
export interface FarLevels {
  /** The parts of all levels in one draw; undefined if no part can be merged. */
  readonly merged: FarMesh | undefined;
  /**
   * Two words for each level and part in use: `[first cluster in merged, number of clusters]`, or {@link NEAR_MESH} and 0. No
   * clusters for a part that is too small to be seen.
   */
  readonly ranges: Uint32Array<ArrayBuffer>;
  /** Palette slots. Where a crowd has more characters, those at {@link SAMPLED_LEVEL} and behind it take none. */
  readonly slots: number;
  /** Room for pairs, two words each, a multiple of `BATCH`. The pairs of a frame beyond it are not drawn. */
  readonly pairs: number;
  /** Resolves when all levels have been made; undefined if these are all. */
  readonly coming?: Promise<unknown> | undefined;
}

/** The meshes to make levels of. */
export interface FarSources {
  /** The parts of `lod_glb`: each is the level whose error it has, and all levels until others have been made. May be empty. */
  readonly parts: ReadonlyMap<string, Part>;
  /** Height of a character at scale 1, in the unit of the parts' positions. */
  readonly height: number;
  /** Makes the levels that `parts` lacks; without it, every level consists of `parts`. */
  readonly simplify: Simplify | undefined;
  /** Called once for each mesh that cannot be simplified, and each large one of which too few triangles can be spared. */
  readonly onWarning: (message: string) => void;
}

/**
 * All levels of the parts with the surface that has most triangles: the plain one, or a shared texture. A part with
 * another texture, transparency, a hook of its own or the like is drawn with its near mesh at any distance: each further
 * surface would need a draw of its own. There are no levels if their draw would be the first one above
 * {@link MAX_DRAW_CALLS}; a crowd that has more draws anyway gets levels. Until levels have been made, they are those of a
 * crowd without a simplifier.
 *
 * Rejected: a draw for each part and level. Fewer vertices, but 60 draws for a crowd of 30 textured parts, 120 with shadows.
 */
export function createFarLevels({ parts }: PartsInUse, sources: FarSources, count: number): FarLevels {
  const ranges = new Uint32Array(LEVELS * parts.length * 2);
  for (let k = 0; k < ranges.length; k += 2) ranges[k] = NEAR_MESH;
  const keys =
    countNearDraws(parts) === MAX_DRAW_CALLS
      ? []
      : parts.map(({ part }) => surfaceKey(sources.parts.get(part.name) ?? part));
  const shared = commonest(
    keys,
    parts.map(({ part, capacity }) => countTriangles(part) * capacity),
  );
  const isMerged = (number: number): boolean => shared !== undefined && keys[number] === shared;
  const lacking = parts.filter(({ part }, n) => isMerged(n) && ownLevels(part, sources).length === 0);
  const coming =
    sources.simplify &&
    requestLevels(
      lacking.map(({ part }) => requestOf(part, sources)),
      sources.simplify,
      sources.onWarning,
    );
  const merging: (FarPart & { readonly numbers: number[] })[] = [];
  let room = MAX_CLUSTERS - 1;
  for (const [number, entry] of parts.entries()) {
    if (!isMerged(number)) continue;
    for (const [level, source] of levelsOf(entry.part, sources).entries()) {
      const last = merging.at(-1);
      if (last?.entry === entry && last.source === source) {
        last.numbers.push(level * parts.length + number);
        continue;
      }
      const clusters = source ? countClusters(source) : 0;
      if (!source || clusters > room) continue;
      merging.push({ source, entry, level, numbers: [level * parts.length + number] });
      room -= clusters;
    }
  }
  const merged = merging.length > 0 ? createFarMesh(merging, sources.parts) : undefined;
  for (const [k, { numbers }] of merging.entries()) {
    for (const number of numbers) ranges.set(merged?.ranges.subarray(k * 2, k * 2 + 2) ?? [], number * 2);
  }
  const slots = countSlots(ranges, parts.length, count);
  return { merged, ranges, slots, pairs: merged ? countPairs(ranges, parts, slots, count) : 0, coming };
}

/** One slot a character, or at most {@link MAX_SLOTS} where all parts are in the far draw without the others. */
function countSlots(ranges: Uint32Array, parts: number, count: number): number {
  const sampled = ranges.subarray((SAMPLED_LEVEL - 1) * parts * 2);
  const areMerged = sampled.every((word, k) => k % 2 === 1 || word !== NEAR_MESH);
  return areMerged ? Math.min(count, MAX_SLOTS) : count;
}

/** With every character at the level that takes most pairs: those without a slot from {@link SAMPLED_LEVEL} on. */
function countPairs(ranges: Uint32Array, parts: readonly PartInUse[], slots: number, count: number): number {
  const mostFrom = (first: number, part: number): number => {
    let most = 0;
    for (let level = first; level <= LEVELS; level++) {
      most = Math.max(most, ranges[((level - 1) * parts.length + part) * 2 + 1]);
    }
    return most;
  };
  const first = slots < count ? SAMPLED_LEVEL : 1;
  let pairs = 0;
  /** By kind, and by number of shared parts: the most pairs that one character with a slot has beyond those. */
  const further = new Map<string, number>();
  for (const [part, { capacity, kind }] of parts.entries()) {
    const most = mostFrom(first, part);
    pairs += capacity * most;
    const key = kind === undefined ? `shared ${part}` : `${kind}`;
    further.set(key, Math.max(further.get(key) ?? 0, mostFrom(1, part) - most));
  }
  for (const most of further.values()) pairs += slots * most;
  return Math.min(MAX_PAIRS, Math.ceil(pairs / BATCH) * BATCH);
}

/** The request for the levels of a part: all of its far mesh if the near one's would need a draw of their own. */
function requestOf(part: Part, { parts, height }: FarSources): SimplifyRequest {
  const far = parts.get(part.name);
  const hasOtherSurface = far && surfaceKey(part) !== surfaceKey(far);
  return { part: hasOtherSurface ? far : part, far, errors: LEVEL_ERRORS.map((error) => error * height) };
}

/** The levels of detail that the part's file brings, if it is not in `lod_glb`. */
function ownLevels({ name, levels = [] }: Part, { parts }: FarSources): NonNullable<Part['levels']> {
  return parts.has(name) ? [] : levels;
}

/** The part of each level: the previous level's if the next one saves little, undefined for the near mesh. */
function levelsOf(part: Part, sources: FarSources): readonly (Part | undefined)[] {
  const far = sources.parts.get(part.name);
  const own = ownLevels(part, sources).map(({ geometry, error }) => ({ error, part: { ...part, geometry } }));
  const made = own.length > 0 ? undefined : simplifiedParts(requestOf(part, sources));
  const ownAt = (fraction: number): Part | undefined =>
    own.filter(({ error }) => error <= fraction * sources.height).at(-1)?.part;
  let last: Part | undefined;
  const levels = LEVEL_ERRORS.map((fraction, level) => {
    const next = ownAt(fraction) ?? (made ? made[level] : far);
    const most = countTriangles(last ?? part) * WORTHWHILE[last ? 'far' : 'near'];
    if (next && (countTriangles(next) <= most || (next === far && !last))) last = next;
    return last;
  });
  const triangles = countTriangles(part);
  if (made && !last && triangles >= MANY_TRIANGLES && !warned.has(part.geometry)) {
    warned.add(part.geometry);
    sources.onWarning(
      `three-crowd: the mesh "${part.name}" cannot be simplified, so its ${triangles} triangles are drawn at any distance. Join ` +
        'its loose triangles, or give it fewer.',
    );
  }
  return levels;
}

function countNearDraws(parts: readonly PartInUse[]): number {
  return parts.reduce((sum, { part }) => sum + surfacesOf(part).length, 0);
}

/** The key with most triangles; undefined if no key has enough. */
function commonest(keys: readonly (string | undefined)[], triangles: readonly number[]): string | undefined {
  const sums = new Map<string, number>();
  for (const [n, key] of keys.entries()) {
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + triangles[n]);
  }
  const [key, most] = [...sums].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
  const all = triangles.reduce((sum, count) => sum + count, 0);
  return most >= LEAST_SHARE * all && most > 0 ? key : undefined;
}
