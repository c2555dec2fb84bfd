/** Over this time a foot that has left the ground comes back to where its clip has it, seconds. */
export const RELEASE_SECONDS = 0.22;
/** A step on the spot takes this long, seconds. */
export const STEP_SECONDS = 0.35;

/** How much of its displacement a foot still has, so long after it left the ground. */
export function releaseWeight(seconds: number): number {
  return 1 - smoothstep(seconds / RELEASE_SECONDS);
}

/** How much of a step on the spot is done, so long after it began. */
export function stepShare(seconds: number): number {
  return smoothstep(seconds / STEP_SECONDS);
}

/** Up and down again between 0 and 1, steep at both ends, so that a foot does not graze the ground. */
export function arch(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return 4 * k * (1 - k);
}

export function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

function smoothstep(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return k * k * (3 - 2 * k);
}
