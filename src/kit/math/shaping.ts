import { sinCosTurns } from '../../math/index.js';

export function clamp(x: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, x));
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** Same as GLSL's `smoothstep`. */
export function smoothstep(low: number, high: number, x: number): number {
  const t = clamp((x - low) / (high - low));
  return t * t * (3 - 2 * t);
}

/** Cubic Hermite from `a` to `b` with tangents `da` and `db` (per unit of `t`), `t` from 0 to 1. */
export function hermite(a: number, da: number, b: number, db: number, t: number): number {
  const t2 = t * t;
  const t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * da + (3 * t2 - 2 * t3) * b + (t3 - t2) * db;
}

/** Gaussian exp(−x²). */
export function bell(x: number): number {
  return Math.exp(-x * x);
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Sine of an angle in turns. */
export function sine(turns: number): number {
  return sinCosTurns(turns)[0];
}

/** Cosine of an angle in turns. */
export function cosine(turns: number): number {
  return sinCosTurns(turns)[1];
}
