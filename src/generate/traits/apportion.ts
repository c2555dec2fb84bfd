/**
 * Distributes `total` by weight in whole numbers, by largest remainder (Hamilton's method); ties go to the earlier one.
 * Each share differs from `total · weight / sum` by less than 1.
 *
 * @param weights zero or more each, and not all zero
 */
export function apportion(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const quotas = weights.map((weight) => (total * weight) / sum);
  const shares = quotas.map(Math.floor);
  const rest = total - shares.reduce((a, b) => a + b, 0);
  const remainder = (i: number): number => quotas[i] - shares[i];
  const byRemainder = weights.map((_, i) => i).sort((a, b) => remainder(b) - remainder(a) || a - b);
  for (const i of byRemainder.slice(0, rest)) shares[i] += 1;
  return shares;
}
