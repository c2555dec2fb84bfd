import { smoothstep } from '../../render/characters/index.js';

/** A step on the spot takes this long, seconds. */
export const STEP_SECONDS = 0.35;

/** How much of a step on the spot is done, so long after it began. */
export function stepShare(seconds: number): number {
  return smoothstep(seconds / STEP_SECONDS);
}

export function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
