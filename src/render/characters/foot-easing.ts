/** Duration in which a foot that has left the ground returns to its clip, seconds. */
export const RELEASE_SECONDS = 0.22;

/** Remaining share of a foot's displacement, `seconds` after it left the ground. `crowdFootPlace` in the shaders is its twin. */
export function releaseWeight(seconds: number): number {
  return 1 - smoothstep(seconds / RELEASE_SECONDS);
}

/** Parabola from 0 up to 1 and back to 0, steep at both ends so that a foot does not graze the ground. */
export function arch(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return 4 * k * (1 - k);
}

/** Hermite interpolation from 0 to 1, with slope 0 at both ends. */
export function smoothstep(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return k * k * (3 - 2 * k);
}
