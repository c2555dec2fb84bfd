/**
 * A bone texture decomposed into local joint rotations, so that poses can be blended along the chain.
 *
 * Notes: blending baked matrices was rejected. Compared with three's `AnimationMixer`, vertices of a walk at 30 frames
 * per second are off by up to 12 mm between frames (21 mm for a chop), against 0.02 mm with local poses; in the middle
 * of a fade by 169 to 305 mm, against 0.05 to 0.11 mm.
 */
export interface JointPoses {
  /**
   * `size` numbers per (frame, joint), relative to the parent joint: quaternion x y z w, translation x y z, then the
   * scale: one number, or x y z and two zeros.
   */
  readonly data: Float32Array;
  /** Numbers per joint: 8 with uniform scales, 12 otherwise. */
  readonly size: 8 | 12;
  /** Nearest joint above each joint, −1 for roots. */
  readonly parents: Int16Array;
  /** Inverse bind matrix of each joint, 12 numbers. */
  readonly inverseBind: Float32Array;
}
