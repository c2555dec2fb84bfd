import { MAX_DRAW_CALLS } from '../../protocol/index.js';
import type { Part, PartInUse, PartsInUse } from '../characters/index.js';
import { countClusters, createFarMesh, type FarMesh, type FarPart, MAX_CLUSTERS } from './far-mesh.js';
import { hasMap } from './part-material.js';
import { surfaceKey } from './surface-key.js';
import { surfacesOf } from './surfaces.js';

/** How characters far away are drawn: all parts that can be merged in one draw, or each part in a draw of its own. */
export type FarDraws = 'merged' | 'parts';

/** What far characters are drawn with. */
export interface FarLevel {
  /** Shown by a single draw; undefined where no part can be drawn so. */
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
 * vertices, but cost draws: 60 for a crowd of 30 textured parts, 120 with shadows, and draws are what a crowd of many
 * parts is slowed by. Who prefers that asks for `'parts'`. For the same reason there is no merged draw where it would be
 * the one that takes the crowd over {@link MAX_DRAW_CALLS}; a crowd that is over it anyway has one.
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

/** The draws of a crowd without anything far: one for each surface. */
function countNearDraws({ parts }: Pick<PartsInUse, 'parts'>): number {
  return parts.reduce((sum, { part }) => sum + surfacesOf(part).length, 0);
}

/** The near draws, and behind them those of far parts that have their own. */
export function partDraws({ parts }: PartsInUse, far: FarLevel | undefined): PartDraw[] {
  return [
    ...parts.map((list) => ({ ...list, name: list.part.name })),
    ...(far?.own ?? []).map((entry) => ({ ...entry, name: `${entry.part.name} far` })),
  ];
}

/** The key that most parts have; undefined where none may be taken. */
function commonest(
  keys: readonly (string | undefined)[],
  isWorthwhile: (key: string, count: number) => boolean,
): string | undefined {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  const worthwhile = [...counts].filter(([key, count]) => isWorthwhile(key, count));
  return worthwhile.sort(([, a], [, b]) => b - a)[0]?.[0];
}
