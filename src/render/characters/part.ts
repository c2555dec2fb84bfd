import type { Part as ModelPart } from '../../assets/index.js';
import type { Tint } from '../../protocol/index.js';

/** A part as drawing and picking need it. Its geometry and mesh are read, never changed. */
export type Part = Omit<ModelPart, 'vertices' | 'isRigid' | 'pieces'>;

/** Number of whole triangles: further corners are not drawn. */
export function countTriangles({ geometry: { index, attributes } }: Pick<Part, 'geometry'>): number {
  return Math.floor((index?.count ?? attributes['position'].count) / 3);
}

/** Index of the material of a triangle, given by its first corner in the geometry. */
export function materialIndexAt({ materials, geometry: { groups } }: Part, corner: number): number {
  if (!materials) return 0;
  let k = 0;
  while (k + 1 < groups.length && groups[k + 1].start <= corner) k += 1;
  return groups[k].materialIndex ?? 0;
}

/** Name of the mesh of the file that a vertex is of. */
export function meshNameAt({ name, joined }: Part, vertex: number): string {
  return joined?.find(({ end }) => vertex < end)?.name ?? name;
}

/** A part, and the colour of the character that tints it. */
export interface TintedPart {
  readonly part: Part;
  readonly tint: Tint;
}

/** A part in use. The same mesh with another tint is another part in use. */
export interface PartInUse extends TintedPart {
  /** Index of its kind in {@link PartNumbers}, of which a character wears one; undefined for a shared part. */
  readonly kind: number | undefined;
  /** Largest number of characters that its draw shows. */
  readonly capacity: number;
}

/** All parts in use, by their numbers in the character table. */
export interface PartsInUse {
  readonly parts: readonly PartInUse[];
  /** Numbers of the parts that every character wears. */
  readonly shared: readonly number[];
}

/** Numbers of the parts that one character wears, in the order of the bits of a row. */
export type PartNumbers = readonly [body: number, face: number, hair: number];

/** Number of parts of a character beside the shared ones. */
export const PARTS_A_CHARACTER = 3;
