import { sinCosTurns } from '../../math/index.js';

/** Sine of an angle in turns. */
export function sine(turns: number): number {
  return sinCosTurns(turns)[0];
}

/** Cosine of an angle in turns. */
export function cosine(turns: number): number {
  return sinCosTurns(turns)[1];
}
