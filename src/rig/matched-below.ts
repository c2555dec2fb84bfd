import type { Skeleton } from './skeleton.js';

/** How many matched bones hang on each bone, itself included. */
export function matchedBelow({ parents }: Skeleton, sourceOf: Int16Array): Int16Array {
  const counts = Int16Array.from(sourceOf, (bone) => (bone < 0 ? 0 : 1));
  for (let bone = counts.length - 1; bone > 0; bone--) {
    if (parents[bone] >= 0) counts[parents[bone]] += counts[bone];
  }
  return counts;
}
