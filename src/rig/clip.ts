/** glTF interpolation modes: hold the key, linear (slerp for rotations), cubic Hermite spline. */
export type Interpolation = 'STEP' | 'LINEAR' | 'CUBICSPLINE';

/** Animated property of a bone. */
export type TrackPath = 'translation' | 'rotation' | 'scale';

/** The keys of one property of one bone. */
export interface Track {
  /** Name of the bone. */
  readonly bone: string;
  readonly path: TrackPath;
  readonly interpolation: Interpolation;
  /** Seconds, rising. */
  readonly times: Float32Array;
  /** 3 numbers per key, 4 for rotations; three times as many for cubic splines (in-tangent, value, out-tangent). */
  readonly values: Float32Array;
}

/** An animation of a skeleton, as keys. */
export interface Clip {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
  readonly loop: boolean;
  readonly tracks: readonly Track[];
  /** Ground speed, metres per second, if the author gives one; 0 for clips that stay in place. @default 0 */
  readonly speed?: number;
}

/**
 * Returns whether a clip loops. Without an explicit value, all clips do except those named `…_stop`.
 *
 * @param said value of the animation's `extras.loop`
 */
export function clipLoops(name: string, said: unknown): boolean {
  return typeof said === 'boolean' ? said : !name.endsWith('_stop');
}

/**
 * A clip whose first keys lie at 0. Blender's scenes start at frame 1, other programs wherever the animation was made, and their
 * exporters count from frame 0: the first pose would be held until then, while walkers glide on still legs in every round of
 * the clip.
 */
export function startAtFirstKey(clip: Clip): Clip {
  // A track of one key moves nothing.
  const moving = clip.tracks.filter(({ times }) => times.length > 1);
  const start = Math.min(...moving.map(({ times }) => times[0]));
  if (!(start > 0) || start >= clip.duration) return clip;
  return {
    ...clip,
    duration: clip.duration - start,
    tracks: clip.tracks.map((track) => ({
      ...track,
      times: track.times.map((time) => Math.max(0, time - start)),
    })),
  };
}
