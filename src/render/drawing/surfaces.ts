import type { Part } from '../characters/index.js';

/** One draw of a part: the triangles of one of its materials. */
export interface Surface {
  /** The part with that material as its only one. */
  readonly part: Part;
  /** Corner of the geometry's triangles that it begins with. */
  readonly start: number;
  /** Number of corners; infinite for all of them. */
  readonly count: number;
}

/** The surfaces of a part: one for each of its materials. */
export function surfacesOf(part: Part): Surface[] {
  const { materials, ...plain } = part;
  if (!materials) return [{ part, start: 0, count: Number.POSITIVE_INFINITY }];
  return part.geometry.groups.map(({ start, count, materialIndex = 0 }) => ({
    part: { ...plain, material: materials[materialIndex] },
    start,
    count,
  }));
}
