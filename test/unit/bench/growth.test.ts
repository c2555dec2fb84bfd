import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../bench/measure/growth.js';

const FRAMES = 60;
const READINGS = 21;

/** Readings of a heap to which each frame adds so many bytes, and each window what `extra` says. */
function heaps(bytes: number, extra: (window: number) => number = () => 0): number[] {
  let heap = 8e6;
  return Array.from({ length: READINGS }, (_, i) => {
    heap += i === 0 ? 0 : bytes * FRAMES + extra(i);
    return heap;
  });
}

test('steady growth is found to the byte, up and down', () => {
  fc.assert(
    fc.property(fc.integer({ min: -200, max: 200 }), (bytes) => {
      expect(growthOf(heaps(bytes), FRAMES)).toBeCloseTo(bytes, 6);
    }),
  );
});

test('what is compiled now and then is no growth, and does not hide what each frame adds', () => {
  const compiled = (window: number): number => (window % 3 === 0 ? 30_000 : 0);
  expect(growthOf(heaps(0, compiled), FRAMES)).toBe(0);
  expect(growthOf(heaps(24, compiled), FRAMES)).toBe(24);
});

test('what is cached in the first half does not count', () => {
  const cached = (window: number): number => (window <= 10 ? 300_000 : 0);
  expect(growthOf(heaps(0, cached), FRAMES)).toBe(0);
});

test('too few readings are refused', () => {
  expect(() => growthOf([1, 2], 60)).toThrow(/three readings/);
});
