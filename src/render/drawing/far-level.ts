import type { Part, PartInUse, PartsInUse } from '../characters/index.js';
import { countClusters, createFarMesh, type FarMesh, type FarPart, MAX_CLUSTERS } from './far-mesh.js';
import { surfaceKey } from './surface-key.js';

/** How far characters are drawn: their parts in one draw as far as they can be, or each part in a draw of its own. */
export type FarDraws = 'merged' | 'parts';

/** What far characters are drawn with. */
export interface FarLevel {
  /** Shown by a single draw; undefined where no part can be drawn so. */
  readonly merged: FarMesh | undefined;
  /** Far meshes with a draw each, which follow the near draws. */
  readonly own: readonly PartInUse[];
  /**
   * Two words a part list: its first cluster in `merged` and the number of its clusters; or 0 in the second, and in the
   * first its draw. What `lod_glb` lacks is drawn with its near mesh at any distance.
   */
  readonly ranges: Uint32Array<ArrayBuffer>;
}

/** A mesh drawn for the instances of one part list. */
export interface PartDraw extends PartInUse {
  readonly name: string;
}

/**
 * The far tier of the parts in use. Textures, transparency, hooks and the like keep a part out of the merged draw.
 *
 * @param far the parts of `lod_glb`
 */
export function createFarLevel(
  { parts: lists }: PartsInUse,
  far: ReadonlyMap<string, Part>,
  draws: FarDraws = 'merged',
): FarLevel {
  const sources = lists.map(({ part }) => far.get(part.name));
  const keys = sources.map((source) => (source && draws === 'merged' ? surfaceKey(source) : undefined));
  const shared = commonest(keys);
  const together: FarPart[] = [];
  const own: PartInUse[] = [];
  const ranges = new Uint32Array(lists.length * 2);
  let room = MAX_CLUSTERS;
  lists.forEach((list, number) => {
    const source = sources[number];
    const clusters = source ? countClusters(source) : 0;
    if (source && draws === 'parts') {
      ranges[number * 2] = lists.length + own.length;
      own.push({ ...list, part: source });
    } else if (source && keys[number] !== undefined && keys[number] === shared && clusters <= room) {
      together.push({ source, list, number });
      room -= clusters;
    } else {
      // The near mesh at any distance.
      ranges[number * 2] = number;
    }
  });
  const merged = together.length > 0 ? createFarMesh(together, far) : undefined;
  together.forEach(({ number }, k) => {
    ranges.set(merged?.ranges.subarray(k * 2, k * 2 + 2) ?? [], number * 2);
  });
  return { merged, own, ranges };
}

/** The near draws, and behind them those of far parts that have their own. */
export function partDraws({ parts: lists }: PartsInUse, far: FarLevel | undefined): PartDraw[] {
  return [
    ...lists.map((list) => ({ ...list, name: list.part.name })),
    ...(far?.own ?? []).map((list) => ({ ...list, name: `${list.part.name} far` })),
  ];
}

function commonest(keys: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
