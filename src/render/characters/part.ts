import type { BufferGeometry, Material } from 'three';
import type { Tint } from '../../protocol/index.js';

/** One mesh of the master GLB: a body, a face, hair, or something that every character wears. */
export interface Part {
  /** Name of its node in the file. */
  readonly name: string;
  /** Bind pose, as stored; needs `position`, `normal`, `skinIndex` and `skinWeight`. Read, never changed. */
  readonly geometry: BufferGeometry;
  /** Of all of it, or of the geometry's first group. */
  readonly material: Material;
  /** One for each of the geometry's groups, where the part has several materials. @default `material` for all of it */
  readonly materials?: readonly Material[];
  /** True if the alpha of the vertex colours says how much tint a vertex takes. */
  readonly tintMask: boolean;
  /**
   * True if a material without vertex colours shows its own colour under the tint. For parts that are drawn in their own
   * colours.
   * @default false: the tint takes the place of the colour
   */
  readonly keepsColor?: boolean;
}

/** The index of the material that a part's triangle has, by the first of its corners in the geometry. */
export function materialIndexAt({ materials, geometry: { groups } }: Part, corner: number): number {
  if (!materials) return 0;
  let k = 0;
  while (k + 1 < groups.length && groups[k + 1].start <= corner) k += 1;
  return groups[k].materialIndex ?? 0;
}

/** A part that somebody wears: the same mesh with another tint is another part in use. */
export interface PartInUse {
  readonly part: Part;
  /** Which colour of a character tints it. */
  readonly tint: Tint;
  /** Number of characters that its draws have room for: at least as many as wear it. */
  readonly capacity: number;
}

/** All parts in use, by the numbers that rows of the character table name them by. */
export interface PartsInUse {
  readonly parts: readonly PartInUse[];
  /** Numbers of the parts that every character wears. */
  readonly shared: readonly number[];
}

/** Numbers of the parts that one character wears, in the order of the bits of a row. */
export type PartNumbers = readonly [body: number, face: number, hair: number];

/** Parts that a character has of its own, beside the shared ones. */
export const PARTS_A_CHARACTER = 3;
