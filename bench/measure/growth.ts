import { quantile } from './statistics.js';

/**
 * Returns the growth of a heap for each frame, bytes: the median of the later half of the intervals between
 * readings. Occasional compilation and caching are in few of these intervals, garbage of every frame in all.
 *
 * @param heaps bytes after a collection, at regular intervals
 * @param frames number of frames from one reading to the next
 */
export function growthOf(heaps: readonly number[], frames: number): number {
  if (heaps.length < 3) throw new RangeError('Growth needs at least three readings of the heap.');
  const slopes = heaps.slice(1).map((heap, i) => (heap - heaps[i]) / frames);
  const later = slopes.slice(Math.floor(slopes.length / 2));
  return quantile(
    later.toSorted((a, b) => a - b),
    0.5,
  );
}
