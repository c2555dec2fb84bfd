import type { Figure } from './figure.js';

/** Frame rate of exported clips. */
export const FRAME_RATE = 30;

/**
 * Returns the time of a frame, seconds. Feet strike and lift on whole frames: clips are linear between frames, so a
 * contact in between would slide.
 */
export function atFrame(frame: number): number {
  return frame / FRAME_RATE;
}

/** A clip as a continuous function of time. */
export interface Motion {
  readonly name: string;
  /** Seconds, a whole number of frames. */
  readonly duration: number;
  /**
   * Seconds, a whole number of frames, after which the body repeats its movement. The face does not, since nobody blinks with each
   * step. @default duration
   */
  readonly period?: number;
  /** True if the pose at `duration` equals the pose at 0. */
  readonly loop: boolean;
  /** Mean ground speed, metres per second. */
  readonly speed: number;
  /** Poses a new figure. Feet stand on y = 0. */
  pose(figure: Figure, seconds: number): void;
}
