/** Numbers per bone in a pose: translation x y z, rotation quaternion x y z w, scale x y z. */
export const TRS_SIZE = 10;

/** Single or double precision: single for storage and the GPU, double for long products. */
export type Floats = Float32Array | Float64Array;

/**
 * A hierarchy of bones as plain arrays. Contains every node from the scene's root to the last joint, including scaled
 * nodes above the joints (usually centimetres to metres).
 */
export interface Skeleton {
  /** Unique names as in the file, before a loader sanitizes them. */
  readonly names: readonly string[];
  /** Index of each bone's parent, −1 for roots. Parents come first. */
  readonly parents: Int16Array;
  /** Rest pose: ten local numbers (translation, rotation, scale) per bone. */
  readonly rest: Float32Array;
}

/** Binding of meshes to a skeleton. Vertex attributes index into `joints`. */
export interface Skin {
  /** Bone index of each joint. */
  readonly joints: Uint16Array;
  /** Inverse bind matrix of each joint, from stored vertices to joint space: 12 numbers (affine 3×4, row-major). */
  readonly inverseBind: Float32Array;
}
