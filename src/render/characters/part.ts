import type { BufferGeometry, Material, SkinnedMesh } from 'three';
import type { Tint } from '../../protocol/index.js';

/** One mesh of the master GLB: a body, a face, hair, or a shared part. */
export interface Part {
  /** Name of its node in the file. */
  readonly name: string;
  /** In the master scene: clones get a copy of it. */
  readonly mesh: SkinnedMesh;
  /** Bind pose, as stored; needs `position`, `normal`, `skinIndex` and `skinWeight`. Read, never changed. */
  readonly geometry: BufferGeometry;
  /** Material of the whole geometry, or of its first group. */
  readonly material: Material;
  /** One for each of the geometry's groups, where the part has several materials. @default `material` for all of it */
  readonly materials?: readonly Material[];
  /** True if the alpha of the vertex colours is the tint mask. */
  readonly tintMask: boolean;
  /** The colour of a character that tints it. @default that of what it is worn as: body, face or hair */
  readonly tint?: Tint;
  /**
   * `always` ignores the tint; `untilTinted` draws the material's colour while the tint is white.
   * @default the tint replaces the material's colour
   */
  readonly keepsColor?: 'always' | 'untilTinted';
}

/** The index of the material that a part's triangle has, by the first of its corners in the geometry. */
export function materialIndexAt({ materials, geometry: { groups } }: Part, corner: number): number {
  if (!materials) return 0;
  let k = 0;
  while (k + 1 < groups.length && groups[k + 1].start <= corner) k += 1;
  return groups[k].materialIndex ?? 0;
}

/** A part in use. The same mesh with another tint is another part in use. */
export interface PartInUse {
  readonly part: Part;
  /** Colour of the character that tints it. */
  readonly tint: Tint;
  /** Capacity of its draws, in characters. */
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

/** Parts that a character has of its own, beside the shared ones. */
export const PARTS_A_CHARACTER = 3;
