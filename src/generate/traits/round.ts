/** Rounds to a tenth of a millimetre, the precision of published positions. */
export function roundLength(value: number): number {
  return roundTo(value, 1e4);
}

/** Rounds to five decimals, the precision of angles, scales, phases and colours. */
export function roundNumber(value: number): number {
  return roundTo(value, 1e5);
}

/** Rounds a fraction in [0, 1) to five decimals; 1 becomes 0. */
export function roundFraction(value: number): number {
  return roundNumber(value) % 1;
}

function roundTo(value: number, steps: number): number {
  // Adding 0 converts −0 to 0. JSON writes both as 0, but their bytes in memory differ.
  return Math.round(value * steps) / steps + 0;
}
