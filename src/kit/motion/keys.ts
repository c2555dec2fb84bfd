import { hermite } from '../math/shaping.js';

/** A time and the value at that time. */
export type Key = readonly [at: number, value: number];

/** A value as a function of time or phase. */
export type Channel = (at: number) => number;

/**
 * Returns a smooth channel through keys in ascending order. It does not overshoot: it is flat between equal keys and
 * has extrema only at keys. Clamped outside the keys.
 *
 * Cubic Hermite with the harmonic mean of the neighbouring slopes as tangents (F. N. Fritsch and J. Butland, "A method
 * for constructing local monotone piecewise cubic interpolants", SIAM J. Sci. Stat. Comput. 5, 1984).
 */
export function keyed(keys: readonly Key[]): Channel {
  const last = keys.length - 1;
  const tangents = keys.map((_, i) =>
    i === 0 || i === last ? 0 : tangent(keys[i - 1], keys[i], keys[i + 1]),
  );
  return (at) => {
    if (at <= keys[0][0]) return keys[0][1];
    if (at >= keys[last][0]) return keys[last][1];
    let i = 0;
    while (keys[i + 1][0] <= at) i++;
    const span = keys[i + 1][0] - keys[i][0];
    return hermite(
      keys[i][1],
      tangents[i] * span,
      keys[i + 1][1],
      tangents[i + 1] * span,
      (at - keys[i][0]) / span,
    );
  };
}

/** Returns a periodic channel with period 1, from keys in [0, 1). */
export function keyedCycle(keys: readonly Key[]): Channel {
  const shifted = (cycles: number) => keys.map(([at, value]): Key => [at + cycles, value]);
  const channel = keyed([...shifted(-1), ...keys, ...shifted(1)]);
  return (at) => channel(at - Math.floor(at));
}

function tangent(before: Key, here: Key, after: Key): number {
  const h0 = here[0] - before[0];
  const h1 = after[0] - here[0];
  const s0 = (here[1] - before[1]) / h0;
  const s1 = (after[1] - here[1]) / h1;
  if (s0 * s1 <= 0) return 0;
  const share = (h0 + 2 * h1) / (3 * (h0 + h1));
  return (s0 * s1) / (share * s1 + (1 - share) * s0);
}
