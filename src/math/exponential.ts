// Coefficients and the split logarithm of fdlibm's exp (Sun Microsystems, 1993).
const LN2 = Math.LN2;
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const P1 = 1.66666666666666019037e-1;
const P2 = -2.77777777770155933842e-3;
const P3 = 6.6137563214379343e-5;
const P4 = -1.6533902205465251539e-6;
const P5 = 4.13813679705723846039e-8;

/** Smaller exponents return 0; results would be denormal. */
const MIN_EXPONENT = -708;
/** Above this the result is infinite. */
const MAX_EXPONENT = 709.8;

/**
 * Returns e to the power of `x`, with a relative error of at most 4e-16. It uses only + − × ÷ and floor, so that the bits
 * are the same on every engine; those of `Math.exp` are not. The time grows with |x|: meant for small exponents.
 */
export function exp(x: number): number {
  if (x < MIN_EXPONENT) return 0;
  if (x > MAX_EXPONENT) return Number.POSITIVE_INFINITY;
  const halvings = Math.floor(x / LN2 + 0.5);
  const high = x - halvings * LN2_HIGH;
  const low = halvings * LN2_LOW;
  const r = high - low;
  const z = r * r;
  const c = r - z * (P1 + z * (P2 + z * (P3 + z * (P4 + z * P5))));
  let power = 1 - (low - (r * c) / (2 - c) - high);
  for (let k = halvings; k < 0; k++) power *= 0.5;
  for (let k = halvings; k > 0; k--) power *= 2;
  return power;
}
