import { smoothstep } from '../../render/characters/index.js';

/** A step on the spot takes this long, seconds. */
export const FOOTSTEP_SECONDS = 0.35;

/** Progress of a step on the spot, 0 to 1, by the seconds since its start. */
export function stepShare(seconds: number): number {
  return smoothstep(seconds / FOOTSTEP_SECONDS);
}

export function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
