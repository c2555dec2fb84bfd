/** Numbers a bone takes in a pose: translation x y z, rotation quaternion x y z w, scale x y z. */
export const TRS_SIZE = 10;

/** Numbers of either width: single for what is stored or sent to the GPU, double for long chains of products. */
export type Floats = Float32Array | Float64Array;

/**
 * A hierarchy of bones as plain arrays. It holds every node from the scene's root down to the last joint, so that a
 * scale on a node above the joints (centimetres to metres, by custom) is part of it.
 */
export interface Skeleton {
  /** Unique; the file's own names, whatever a loader does to them. */
  readonly names: readonly string[];
  /** Index of each bone's parent, −1 for roots. Parents come first. */
  readonly parents: Int16Array;
  /** The rest pose: ten local numbers (translation, rotation, scale) a bone. */
  readonly rest: Float32Array;
}

/** How meshes hang on a skeleton: the joints in the order that vertices count them. */
export interface Skin {
  /** Bone of each joint. */
  readonly joints: Uint16Array;
  /**
   * Inverse bind matrix of each joint, 12 numbers (affine 3×4, row by row): from the vertex as stored to the joint's
   * own space.
   */
  readonly inverseBind: Float32Array;
}
