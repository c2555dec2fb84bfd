import type { ClipInfo } from '../protocol/index.js';

/** Two frames of a bone texture and how far to go from the first to the second. */
export interface FramePair {
  /** Counted from the texture's first frame. */
  readonly frame0: number;
  readonly frame1: number;
  /** 0 to 1. */
  readonly blend: number;
}

type Clip = Pick<ClipInfo, 'startFrame' | 'frameCount' | 'duration' | 'loop'>;

/** The frames to blend for a clip that has played for `seconds`; allocates, so that hot loops take {@link locateFrame}. */
export function frameAt(clip: Clip, seconds: number): FramePair {
  const pair: [number, number, number] = [0, 0, 0];
  locateFrame(clip, seconds, pair, 0);
  return { frame0: pair[0], frame1: pair[1], blend: pair[2] };
}

/**
 * Writes frame0, frame1 and blend at `out[o]`, by the formula that the shaders use: a loop wraps, its last frame
 * leading back to its first; any other clip holds its first frame before its start and its last after its end.
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
  // Rounding can bring a loop's position up to frameCount itself: the last frame, wholly blended into the first.
  const frame = Math.min(Math.floor(position), last);
  const next = frame < last ? frame + 1 : loop ? 0 : last;
  out[o] = startFrame + frame;
  out[o + 1] = startFrame + next;
  out[o + 2] = position - frame;
}
