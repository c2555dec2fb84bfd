import type { ClipName } from '../../protocol/index.js';
import type { Figure } from './figure.js';

/** Frames a second of the written clips. */
export const FRAME_RATE = 30;

/**
 * The time of a frame, seconds. Feet strike and lift on frames: between them, where clips are straight lines, a foot
 * would be dragged off its place.
 */
export function atFrame(frame: number): number {
  return frame / FRAME_RATE;
}

/** A clip as a function: any moment can be asked for. */
export interface Motion {
  readonly name: ClipName;
  /** Seconds, a whole number of frames. */
  readonly duration: number;
  /** The moment `duration` is the moment 0 again. */
  readonly loop: boolean;
  /** Ground covered, metres a second on the mean. */
  readonly speed: number;
  /** Poses a fresh figure; the feet stand on y = 0. */
  pose(figure: Figure, seconds: number): void;
}
