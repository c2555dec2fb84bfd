/** glTF's three: hold the key, a straight line (a slerp for rotations), a cubic Hermite spline. */
export type Interpolation = 'STEP' | 'LINEAR' | 'CUBICSPLINE';

/** What of a bone a track moves. */
export type TrackPath = 'translation' | 'rotation' | 'scale';

/** The keys of one property of one bone. */
export interface Track {
  /** Name of the bone. */
  readonly bone: string;
  readonly path: TrackPath;
  readonly interpolation: Interpolation;
  /** Seconds, rising. */
  readonly times: Float32Array;
  /** 3 numbers a key, 4 for rotations; three times as many for cubic splines (in-tangent, value, out-tangent). */
  readonly values: Float32Array;
}

/** An animation of a skeleton, as keys. */
export interface Clip {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
  readonly loop: boolean;
  readonly tracks: readonly Track[];
  /**
   * Ground covered, metres a second, where the clip's author says so; 0 for clips that stay in place.
   * @default 0
   */
  readonly speed?: number;
}

/**
 * Whether a clip loops, where its file may or may not say so: without a word, every clip does but those named `…_stop`.
 *
 * @param said what the animation's `extras.loop` holds
 */
export function clipLoops(name: string, said: unknown): boolean {
  return typeof said === 'boolean' ? said : !name.endsWith('_stop');
}
