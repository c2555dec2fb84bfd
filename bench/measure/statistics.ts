/** Median and spread of a measured quantity. */
export interface Measure {
  readonly median: number;
  /** Half the distance from the 10th to the 90th percentile. */
  readonly spread: number;
  /** Number of samples. */
  readonly samples: number;
}

export function measureOf(samples: readonly number[]): Measure {
  if (samples.length === 0) throw new RangeError('There is nothing to summarise: no sample was taken.');
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    spread: (quantile(sorted, 0.9) - quantile(sorted, 0.1)) / 2,
    samples: sorted.length,
  };
}

/**
 * Interpolates linearly between values of `sorted`: type 7 of Hyndman and Fan, the default of R and NumPy.
 */
export function quantile(sorted: readonly number[], fraction: number): number {
  const place = (sorted.length - 1) * fraction;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** True if the medians of two measures differ by no more than the sum of their spreads. */
export function agree(a: Measure, b: Measure): boolean {
  return Math.abs(a.median - b.median) <= a.spread + b.spread;
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
