import { expect, test } from 'vitest';
import { BoundedCache } from '../../../src/server/core/bounded-cache.js';

/** A cache of values that are as large as they say, bytes. */
const cacheOf = (limit: number) => new BoundedCache<number>(limit, (bytes) => bytes);

/** What an entry with a value of no bytes and a key of one letter weighs. */
const LEAST = weigh('a');

function weigh(key: string): number {
  const cache = cacheOf(1_000_000);
  cache.set(key, 0);
  return cache.weight;
}

test('drops the entry that was used longest ago', () => {
  const cache = new BoundedCache<string>(3 * (LEAST + 1), ({ length }) => length);
  for (const key of ['a', 'b', 'c']) cache.set(key, key.toUpperCase());
  expect(cache.get('a')).toBe('A');
  cache.set('d', 'D');
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C', 'D']);
});

test('counts bytes, and makes room for a large entry', () => {
  const cache = cacheOf(10 * (LEAST + 1));
  for (let i = 0; i < 10; i++) cache.set(String(i), 1);
  cache.set('x', 7 * LEAST + 8);
  expect(Array.from({ length: 10 }, (_, i) => cache.get(String(i)))).toEqual([
    ...Array<undefined>(8).fill(undefined),
    1,
    1,
  ]);
});

test('counts keys, which may be longer than their values', () => {
  const key = 'recipe'.repeat(1000);
  expect(weigh(key)).toBeGreaterThanOrEqual(LEAST + key.length - 1);
  const cache = cacheOf(100_000);
  for (let i = 0; i < 1000; i++) cache.set(`${key}${i}`, 0);
  expect(cache.weight).toBeLessThanOrEqual(100_000);
  expect(cache.get(`${key}999`)).toBe(0);
  expect(cache.get(`${key}900`)).toBeUndefined();
});

test('does not keep a value that is larger than the limit', () => {
  const cache = cacheOf(1000);
  cache.set('small', 1);
  cache.set('small', 1001);
  cache.set('big', 1001);
  expect([cache.get('small'), cache.get('big'), cache.weight]).toEqual([undefined, undefined, 0]);
});

test('calls share a value that is being made, whether it is kept or not, and a failure is forgotten', async () => {
  const cache = cacheOf(1000);
  let made = 0;
  const make = async () => {
    made += 1;
    await new Promise(setImmediate);
    if (made === 1) throw new Error('too busy');
    return made === 2 ? 'not kept' : cache.set('a', made);
  };
  const ask = () => Promise.allSettled([1, 2].map(() => cache.getOrMake('a', make)));
  expect(await ask()).toMatchObject([1, 2].map(() => ({ reason: { message: 'too busy' } })));
  for (const value of ['not kept', 3, 3]) expect(await ask()).toMatchObject([{ value }, { value }]);
  expect(made).toBe(3);
});
