import { expect, test } from 'vitest';
import { BoundedCache } from '../../../src/server/bounded-cache.js';

test('forgets what was not used for longest', () => {
  const cache = new BoundedCache<string>(3);
  for (const key of ['a', 'b', 'c']) cache.set(key, key.toUpperCase(), 1);
  expect(cache.get('a')).toBe('A');
  cache.set('d', 'D', 1);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C', 'D']);
});

test('counts weights, and gives room for a heavy entry', () => {
  const cache = new BoundedCache<number>(10);
  for (let i = 0; i < 10; i++) cache.set(String(i), i, 1);
  cache.set('heavy', 99, 8);
  expect(Array.from({ length: 10 }, (_, i) => cache.get(String(i)))).toEqual([
    ...Array<undefined>(8).fill(undefined),
    8,
    9,
  ]);
});

test('replacing an entry gives its weight back', () => {
  const cache = new BoundedCache<number>(10);
  cache.set('kept', 1, 4);
  for (let i = 0; i < 5; i++) cache.set('replaced', i, 6);
  expect([cache.get('kept'), cache.get('replaced')]).toEqual([1, 4]);
});

test('does not keep what is heavier than everything', () => {
  const cache = new BoundedCache<number>(10);
  cache.set('small', 1, 1);
  cache.set('small', 2, 11);
  cache.set('big', 3, 11);
  expect([cache.get('small'), cache.get('big')]).toEqual([undefined, undefined]);
});
