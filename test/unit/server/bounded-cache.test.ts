import { expect, test } from 'vitest';
import { BoundedCache } from '../../../src/server/core/bounded-cache.js';

/** What an entry with a value of no bytes and a key of one letter weighs. */
const LEAST = weigh('a');

function weigh(key: string): number {
  const cache = new BoundedCache<number>(1_000_000);
  cache.set(key, 0, 0);
  return cache.weight;
}

test('drops the entry that was used longest ago', () => {
  const cache = new BoundedCache<string>(3 * (LEAST + 1));
  for (const key of ['a', 'b', 'c']) cache.set(key, key.toUpperCase(), 1);
  expect(cache.get('a')).toBe('A');
  cache.set('d', 'D', 1);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C', 'D']);
});

test('counts bytes, and makes room for a large entry', () => {
  const cache = new BoundedCache<number>(10 * (LEAST + 1));
  for (let i = 0; i < 10; i++) cache.set(String(i), i, 1);
  cache.set('x', 99, 7 * LEAST + 8);
  expect(Array.from({ length: 10 }, (_, i) => cache.get(String(i)))).toEqual([
    ...Array<undefined>(8).fill(undefined),
    8,
    9,
  ]);
});

test('counts keys, which may be longer than their values', () => {
  const key = 'recipe'.repeat(1000);
  expect(weigh(key)).toBeGreaterThanOrEqual(LEAST + key.length - 1);
  const cache = new BoundedCache<number>(100_000);
  for (let i = 0; i < 1000; i++) cache.set(`${key}${i}`, i, 0);
  expect(cache.weight).toBeLessThanOrEqual(100_000);
  expect(cache.get(`${key}999`)).toBe(999);
  expect(cache.get(`${key}900`)).toBeUndefined();
});

test('does not keep a value that is larger than the limit', () => {
  const cache = new BoundedCache<number>(1000);
  cache.set('small', 1, 1);
  cache.set('small', 2, 1001);
  cache.set('big', 3, 1001);
  expect([cache.get('small'), cache.get('big'), cache.weight]).toEqual([undefined, undefined, 0]);
});
