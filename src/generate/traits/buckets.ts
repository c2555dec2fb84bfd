import type { Bucket, Manifest, Recipe } from '../../protocol/index.js';
import { RANDOM, rankByRandom } from './random-numbers.js';

/** Returns a bucket's weight: the recipe's, or the manifest's if the recipe has no weights at all. */
export function weightOf(bucket: Bucket, weights: Recipe['weights']): number {
  if (Object.keys(weights).length === 0) return bucket.weight;
  return Object.hasOwn(weights, bucket.id) ? weights[bucket.id] : 0;
}

/**
 * Returns the buckets that take part, by id, with their weights.
 *
 * @param asked ids of buckets that take part whatever their weight
 */
export function weightedBuckets(
  { weights }: Pick<Recipe, 'weights'>,
  manifest: Manifest,
  asked: readonly (string | undefined)[] = [],
): { buckets: Bucket[]; weights: number[] } {
  const buckets = manifest.buckets
    .filter((bucket) => weightOf(bucket, weights) > 0 || asked.includes(bucket.id))
    // By code unit, which is independent of the locale.
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { buckets, weights: buckets.map((bucket) => weightOf(bucket, weights)) };
}

/**
 * Assigns a bucket to each character. Counts are exact to less than one character. The assignment is random and
 * independent of the order of ids.
 */
export function dealBuckets(recipe: Recipe, manifest: Manifest): Bucket[] {
  const { seed, size } = recipe;
  const { buckets, weights } = weightedBuckets(recipe, manifest);
  const counts = apportion(weights, size);

  const dealt = new Array<Bucket>(size);
  const ranked = rankByRandom(dealt.keys(), (index) => index, seed, RANDOM.bucket);
  let next = 0;
  for (const [i, bucket] of buckets.entries()) {
    for (let k = 0; k < counts[i]; k++) dealt[ranked[next++]] = bucket;
  }
  return dealt;
}

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
