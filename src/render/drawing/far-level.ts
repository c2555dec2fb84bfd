import { MAX_DRAW_CALLS } from '../../protocol/index.js';
import type { Part, PartInUse, PartsInUse } from '../characters/index.js';
import { countClusters, createFarMesh, type FarMesh, type FarPart, MAX_CLUSTERS } from './far-mesh.js';
import { hasMap } from './part-material.js';
import { surfaceKey } from './surface-key.js';
import { surfacesOf } from './surfaces.js';

/** Level of detail of far characters: one merged draw of all parts that allow it, or a draw for each part. */
export type FarDraws = 'merged' | 'parts';

/** Draws of far characters. */
export interface FarLevel {
  /** Parts in the merged draw; undefined if no part can be merged. */
  readonly merged: FarMesh | undefined;
  /** Parts that have a far draw of their own; their draws follow the near ones. */
  readonly own: readonly PartInUse[];
  /**
   * Two words a part: `[first cluster in merged, number of clusters]` or, for a part that is not in `merged`,
   * `[draw, 0]`, with the draw's index among {@link partDraws}. The draw is the near one for parts that `lod_glb` lacks.
   */
  readonly ranges: Uint32Array<ArrayBuffer>;
}

/** The draw of one part in use, near or far. */
export interface PartDraw extends PartInUse {
  readonly name: string;
}

/**
 * The far level of the parts in use. The merged draw has the parts of the commonest surface: plain ones, or those that
 * share a texture; one textured part alone is not worth a draw. A part with another texture, transparency, a hook of its
 * own or the like is drawn with its near mesh at any distance. A far draw of its own for each such part would save
 * vertices but add draws: 60 for a crowd of 30 textured parts, 120 with shadows. Draws limit the speed of a crowd of many
 * parts; `'parts'` selects them nevertheless. There is no merged draw if that one draw would take the crowd over
 * {@link MAX_DRAW_CALLS}; a crowd that is over it without the merged draw has one.
 *
 * @param far the parts of `lod_glb`
 */
export function createFarLevel(
  { parts }: PartsInUse,
  far: ReadonlyMap<string, Part>,
  draws: FarDraws = 'merged',
): FarLevel {
  const sources = parts.map(({ part }) => far.get(part.name));
  const isMerging = draws === 'merged' && countNearDraws({ parts }) !== MAX_DRAW_CALLS;
  const keys = sources.map((source) => (source && isMerging ? surfaceKey(source) : undefined));
  const textured = new Set(
    keys.filter((_, number) => hasMap(sources[number]?.material ?? parts[number].part.material)),
  );
  const shared = commonest(keys, (key, count) => count > 1 || !textured.has(key));
  const merging: FarPart[] = [];
  const own: PartInUse[] = [];
  const ranges = new Uint32Array(parts.length * 2);
  let room = MAX_CLUSTERS;
  parts.forEach((entry, number) => {
    const source = sources[number];
    const clusters = source ? countClusters(source) : 0;
    if (source && draws === 'parts') {
      ranges[number * 2] = parts.length + own.length;
      own.push({ ...entry, part: source });
    } else if (source && keys[number] !== undefined && keys[number] === shared && clusters <= room) {
      merging.push({ source, entry, number });
      room -= clusters;
    } else {
      // The near mesh at any distance.
      ranges[number * 2] = number;
    }
  });
  const merged = merging.length > 0 ? createFarMesh(merging, far) : undefined;
  merging.forEach(({ number }, k) => {
    ranges.set(merged?.ranges.subarray(k * 2, k * 2 + 2) ?? [], number * 2);
  });
  return { merged, own, ranges };
}

/** The near draws, one for each surface. */
function countNearDraws({ parts }: Pick<PartsInUse, 'parts'>): number {
  return parts.reduce((sum, { part }) => sum + surfacesOf(part).length, 0);
}

/** The near draws, followed by those of far parts with a draw of their own. */
export function partDraws({ parts }: PartsInUse, far: FarLevel | undefined): PartDraw[] {
  return [
    ...parts.map((list) => ({ ...list, name: list.part.name })),
    ...(far?.own ?? []).map((entry) => ({ ...entry, name: `${entry.part.name} far` })),
  ];
}

/** The key that most parts share; undefined if no key is allowed. */
function commonest(
  keys: readonly (string | undefined)[],
  isWorthwhile: (key: string, count: number) => boolean,
): string | undefined {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  const worthwhile = [...counts].filter(([key, count]) => isWorthwhile(key, count));
  return worthwhile.sort(([, a], [, b]) => b - a)[0]?.[0];
}
