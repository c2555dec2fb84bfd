import type { Part } from '../characters/index.js';

/** One draw of a part: the triangles of one of its materials. */
export interface Surface {
  /** The part reduced to that material. */
  readonly part: Part;
  /** First corner in the geometry. */
  readonly start: number;
  /** Number of corners; infinite for all of them. */
  readonly count: number;
}

export function surfacesOf(part: Part): Surface[] {
  const { materials, ...plain } = part;
  if (!materials) return [{ part, start: 0, count: Number.POSITIVE_INFINITY }];
  return part.geometry.groups.map(({ start, count, materialIndex = 0 }) => ({
    part: { ...plain, material: materials[materialIndex] },
    start,
    count,
  }));
}
