import type { Bucket, Manifest, Recipe } from '../../protocol/index.js';
import { apportion } from './apportion.js';
import { RANDOM, rankByRandom } from './random-numbers.js';

/** Returns a bucket's weight: the recipe's, or the manifest's if the recipe has no weights at all. */
export function weightOf(bucket: Bucket, weights: Recipe['weights']): number {
  if (Object.keys(weights).length === 0) return bucket.weight;
  return Object.hasOwn(weights, bucket.id) ? weights[bucket.id] : 0;
}

/**
 * Assigns a bucket to each character. Counts are exact to less than one character. The assignment is random and
 * independent of the order of ids.
 */
export function dealBuckets(recipe: Recipe, manifest: Manifest): Bucket[] {
  const { seed, size } = recipe;
  const buckets = manifest.buckets
    .filter((bucket) => weightOf(bucket, recipe.weights) > 0)
    // By code unit, which is independent of the locale.
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const weights = buckets.map((bucket) => weightOf(bucket, recipe.weights));
  const counts = apportion(weights, size);

  const dealt = new Array<Bucket>(size);
  const ranked = rankByRandom(dealt.keys(), (index) => index, seed, RANDOM.bucket);
  let next = 0;
  for (const [i, bucket] of buckets.entries()) {
    for (let k = 0; k < counts[i]; k++) dealt[ranked[next++]] = bucket;
  }
  return dealt;
}
