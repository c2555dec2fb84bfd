import type { ClipInfo } from '../protocol/index.js';

/** Two frames of a bone texture and the interpolation factor. */
export interface FramePair {
  /** Relative to the texture's first frame. */
  readonly frame0: number;
  readonly frame1: number;
  /** 0 to 1. */
  readonly blend: number;
}

type Clip = Pick<ClipInfo, 'startFrame' | 'frameCount' | 'duration' | 'loop'>;

/** Returns the frames to blend for a clip after `seconds`. Allocates; use {@link locateFrame} in hot loops. */
export function frameAt(clip: Clip, seconds: number): FramePair {
  const pair: [number, number, number] = [0, 0, 0];
  locateFrame(clip, seconds, pair, 0);
  return { frame0: pair[0], frame1: pair[1], blend: pair[2] };
}

/**
 * Writes frame0, frame1 and blend to `out[o]`, by the same formula as the shaders. A loop wraps from its last frame to
 * its first; any other clip is clamped to its first and last frames.
 */
export function locateFrame(
  clip: Clip,
  seconds: number,
  out: Float32Array | Float64Array | number[],
  o: number,
): void {
  const { startFrame, frameCount, loop } = clip;
  const turns = seconds / clip.duration;
  const last = frameCount - 1;
  const position = loop
    ? (turns - Math.floor(turns)) * frameCount
    : Math.min(Math.max(turns, 0) * frameCount, last);
  // Rounding may yield a position of frameCount: the last frame, fully blended into the first.
  const frame = Math.min(Math.floor(position), last);
  const next = frame < last ? frame + 1 : loop ? 0 : last;
  out[o] = startFrame + frame;
  out[o + 1] = startFrame + next;
  out[o + 2] = position - frame;
}
