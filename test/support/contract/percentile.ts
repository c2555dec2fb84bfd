/** The value that a share of all values does not exceed (nearest rank). @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Milliseconds that each of many requests took, one after the other, while some work goes on. */
export async function timeWhile(work: Promise<unknown>, request: () => Promise<Response>): Promise<number[]> {
  let isDone = false;
  const watched = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const started = performance.now();
    await (await request()).arrayBuffer();
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await watched;
  return times;
}
