/** Increment of Mulberry32's state per draw. It is constant, so draw n can be computed without the draws before. */
const GOLDEN_GAMMA = 0x6d2b79f5;

/**
 * Returns draw `n` (0-based) of the Mulberry32 stream of `seed`, as an unsigned 32-bit integer.
 *
 * Draw n of a sequential generator equals `mulberry32At(seed, n)`. Seeds are taken modulo 2^32. Do not use it for ids or
 * keys: only 44 % of all outputs occur.
 *
 * @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function mulberry32At(seed: number, n: number): number {
  let t = ((seed | 0) + Math.imul((n + 1) | 0, GOLDEN_GAMMA)) | 0;
  t = Math.imul(t ^ (t >>> 15), 1 | t);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return (t ^ (t >>> 14)) >>> 0;
}

/** Returns draw `n` of the stream of `seed` as a number in [0, 1). */
export function uniformAt(seed: number, n: number): number {
  return mulberry32At(seed, n) / 4294967296;
}

/** Returns a generator of numbers in [0, 1): draws 0, 1, 2, … of `seed`. */
export function mulberry32(seed: number): () => number {
  let n = 0;
  return () => uniformAt(seed, n++);
}

/**
 * Returns the seed of an independent stream. More draws from one stream do not shift those of another.
 *
 * @param tag a 32-bit number, by convention four ASCII letters (`0x4c41594f` is `LAYO`)
 */
export function streamSeed(seed: number, tag: number): number {
  return mulberry32At((seed ^ tag) | 0, 0) | 0;
}
