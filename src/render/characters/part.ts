import type { BufferGeometry, Material } from 'three';
import type { Tint } from '../../protocol/index.js';

/** One node of the master GLB, as a backend needs it. */
export interface Part {
  readonly name: string;
  /** Bind pose, as stored; needs `position`, `normal`, `skinIndex` and `skinWeight`. Read, never changed. */
  readonly geometry: BufferGeometry;
  readonly material: Material;
  /** Whether the alpha of the vertex colours says how much tint a vertex takes. */
  readonly tintMask: boolean;
}

/** A part and what tints it. */
export interface PartInUse {
  readonly part: Part;
  readonly tint: Tint;
  /** Characters to make room for: as many as wear it, or some more. */
  readonly capacity: number;
}

/** The parts in use. */
export interface PartsInUse {
  /** Bodies, faces, hair and shared parts; rows of the character table name them by their place in here. */
  readonly parts: readonly PartInUse[];
  /** Numbers in `lists` of what every character wears. */
  readonly shared: readonly number[];
}
