import { quantile } from './statistics.js';

/**
 * Bytes by which a heap grows with each frame: the median over the later half of the windows between readings. What
 * is compiled or cached now and then is in some of these windows; what every frame leaves behind is in all of them.
 *
 * @param heaps bytes after a collection, in regular distances
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
