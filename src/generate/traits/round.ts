/** `value` to a tenth of a millimetre, the precision that places are published with. */
export function roundLength(value: number): number {
  return roundTo(value, 1e4);
}

/** `value` to five decimals, the precision of angles, scales, phases and colours. */
export function roundNumber(value: number): number {
  return roundTo(value, 1e5);
}

/** A fraction in [0, 1) to five decimals; what would round to 1 comes round to 0. */
export function roundFraction(value: number): number {
  return roundNumber(value) % 1;
}

function roundTo(value: number, steps: number): number {
  // Adding 0 turns −0 into 0, which JSON cannot tell apart but a comparison of bytes can.
  return Math.round(value * steps) / steps + 0;
}
