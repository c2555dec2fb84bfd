/** A logarithmic axis. */
export interface Scale {
  /** Maps a value to pixels. */
  readonly place: (value: number) => number;
  readonly low: number;
  readonly high: number;
}

/** @param margin factor between the ends of the axis and the extreme values */
export function logScale(values: readonly number[], from: number, to: number, margin: number): Scale {
  const low = Math.min(...values) / margin;
  const high = Math.max(...values) * margin;
  const span = Math.log(high / low);
  return { low, high, place: (value) => from + (Math.log(value / low) / span) * (to - from) };
}

/** 1, 2 and 5 times powers of ten, thinned to powers of ten where these are many. */
export function ticks(low: number, high: number): number[] {
  const steps = Math.log10(high / low) > 3 ? [1] : [1, 2, 5];
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    for (const step of steps) {
      const value = step * 10 ** power;
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}
