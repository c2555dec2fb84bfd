/** Largest distance, metres, between vertices of two lists, `posed` read from `from` on; infinite where one is missing. */
export function greatestDistance(
  posed: ArrayLike<number>,
  from: number,
  expected: ArrayLike<number>,
): number {
  let greatest = 0;
  for (let k = 0; k < expected.length; k += 3) {
    const distance = Math.hypot(
      posed[from + k] - expected[k],
      posed[from + k + 1] - expected[k + 1],
      posed[from + k + 2] - expected[k + 2],
    );
    greatest = Math.max(greatest, Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance);
  }
  return greatest;
}
