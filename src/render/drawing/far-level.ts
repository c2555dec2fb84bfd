import { MAX_DRAW_CALLS } from '../../protocol/index.js';
import type { Part, PartsInUse } from '../characters/index.js';
import { countClusters, createFarMesh, type FarMesh, type FarPart, MAX_CLUSTERS } from './far-mesh.js';
import { hasMap } from './part-material.js';
import { surfaceKey } from './surface-key.js';
import { surfacesOf } from './surfaces.js';

/** The far draw, and which parts are in it. */
export interface FarLevel {
  /** Parts in the merged draw; undefined if no part can be merged. */
  readonly merged: FarMesh | undefined;
  /**
   * Two words a part: `[first cluster in merged, number of clusters]`. A part that is not in `merged` has `[its own number,
   * 0]`: its near mesh is drawn at any distance.
   */
  readonly ranges: Uint32Array<ArrayBuffer>;
}

/**
 * The far level of the parts in use. The merged draw has the parts of the commonest surface: plain ones, or those that
 * share a texture; one textured part alone is not worth a draw. A part with another texture, transparency, a hook of its
 * own or the like is drawn with its near mesh at any distance. There is no merged draw if that one draw would take the crowd
 * over {@link MAX_DRAW_CALLS}; a crowd that is over it without the merged draw has one.
 *
 * Rejected: a far draw for each part that cannot be merged. It saves vertices but adds draws, which limit the speed of a crowd
 * of many parts: 60 for one of 30 textured parts, 120 with shadows.
 *
 * @param far the parts of `lod_glb`
 */
export function createFarLevel({ parts }: PartsInUse, far: ReadonlyMap<string, Part>): FarLevel {
  const sources = parts.map(({ part }) => far.get(part.name));
  const isMerging = countNearDraws({ parts }) !== MAX_DRAW_CALLS;
  const keys = sources.map((source) => (source && isMerging ? surfaceKey(source) : undefined));
  const textured = new Set(
    keys.filter((_, number) => hasMap(sources[number]?.material ?? parts[number].part.material)),
  );
  const shared = commonest(keys, (key, count) => count > 1 || !textured.has(key));
  const merging: FarPart[] = [];
  const ranges = new Uint32Array(parts.length * 2);
  let room = MAX_CLUSTERS;
  parts.forEach((entry, number) => {
    const source = sources[number];
    const clusters = source ? countClusters(source) : 0;
    if (source && keys[number] !== undefined && keys[number] === shared && clusters <= room) {
      merging.push({ source, entry, number });
      room -= clusters;
    } else {
      ranges[number * 2] = number;
    }
  });
  const merged = merging.length > 0 ? createFarMesh(merging, far) : undefined;
  merging.forEach(({ number }, k) => {
    ranges.set(merged?.ranges.subarray(k * 2, k * 2 + 2) ?? [], number * 2);
  });
  return { merged, ranges };
}

/** The near draws, one for each surface. */
function countNearDraws({ parts }: Pick<PartsInUse, 'parts'>): number {
  return parts.reduce((sum, { part }) => sum + surfacesOf(part).length, 0);
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
