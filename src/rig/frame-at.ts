import type { ClipInfo } from '../protocol/index.js';

/** Two frames of a bone texture and the interpolation factor. */
export interface FramePair {
  /** Relative to the texture's first frame. */
  readonly frame0: number;
  readonly frame1: number;
  /** 0 to 1. */
  readonly blend: number;
}

type Clip = Pick<ClipInfo, 'startFrame' | 'frameCount' | 'duration' | 'loop' | 'end' | 'isStepped'>;

/** Part of a frame by which a moment may be early for a step, since crowd seconds are single precision on the GPU. */
export const STEP_TOLERANCE = 1e-3;

/** Returns the frames to blend for a clip after `seconds`. Allocates; use {@link locateFrame} in hot loops. */
export function frameAt(clip: Clip, seconds: number): FramePair {
  const pair: [number, number, number] = [0, 0, 0];
  locateFrame(clip, seconds, pair, 0);
  return { frame0: pair[0], frame1: pair[1], blend: pair[2] };
}

/**
 * Writes frame0, frame1 and blend to `out[o]`, by the same formula as the shaders. A loop wraps from its last frame to
 * its first or to its stored end; any other clip is clamped to its first frame and its last one or its end.
 */
export function locateFrame(
  clip: Clip,
  seconds: number,
  out: Float32Array | Float64Array | number[],
  o: number,
): void {
  const { startFrame, frameCount, loop, end = loop ? 'first' : undefined, isStepped = false } = clip;
  const turns = seconds / clip.duration;
  const last = frameCount - 1;
  const around = loop ? turns - Math.floor(turns) : Math.max(turns, 0);
  const position = Math.min(around * frameCount, end ? frameCount : last);
  // At a position of frameCount, the last frame is fully blended into what follows.
  const frame = Math.min(Math.floor(position + (isStepped ? STEP_TOLERANCE : 0)), last);
  const next = frame < last ? frame + 1 : end === 'stored' ? frameCount : end === 'first' ? 0 : last;
  const blend = Math.max(0, position - frame);
  out[o] = startFrame + frame;
  out[o + 1] = startFrame + next;
  out[o + 2] = isStepped && blend < 1 ? 0 : blend;
}
