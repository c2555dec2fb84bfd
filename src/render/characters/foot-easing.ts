/** Duration in which a foot that has left the ground returns to its clip, seconds. */
export const RELEASE_SECONDS = 0.22;

/** Remaining share of a foot's displacement, a time after it left the ground. The same as `crowdFootPlace` in shaders. */
export function releaseWeight(seconds: number): number {
  return 1 - smoothstep(seconds / RELEASE_SECONDS);
}

/** Up and down again between 0 and 1, steep at both ends, so that a foot does not graze the ground. */
export function arch(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return 4 * k * (1 - k);
}

/** From 0 to 1, even at both ends. */
export function smoothstep(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return k * k * (3 - 2 * k);
}
