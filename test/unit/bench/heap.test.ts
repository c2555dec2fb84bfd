import { afterEach, expect, test, vi } from 'vitest';
import { restingHeap } from '../../../bench/measure/heap.js';

/** A heap that comes down by so many bytes with each collection. */
function stubHeap(start: number, freed: readonly number[]): { collections: number } {
  const memory = { usedJSHeapSize: start };
  const seen = { collections: 0 };
  vi.stubGlobal('performance', { memory });
  vi.stubGlobal('gc', () => {
    memory.usedJSHeapSize -= freed[seen.collections++] ?? 0;
  });
  return seen;
}

afterEach(() => void vi.unstubAllGlobals());

test('a heap is read once collections free nothing more, though one of them freed nothing before', async () => {
  const seen = stubHeap(90e6, [0, 30e6, 0, 20e6, 10e6]);
  expect(await restingHeap()).toBe(30e6);
  expect(seen.collections).toBe(7);
});

test('what never comes to rest is not waited for', async () => {
  const seen = stubHeap(
    1e9,
    Array.from({ length: 50 }, () => 1e6),
  );
  expect(await restingHeap()).toBe(1e9 - seen.collections * 1e6);
  expect(seen.collections).toBeLessThan(25);
});

test('a browser that was not started to tell says nothing', async () => {
  vi.stubGlobal('gc', undefined);
  expect(await restingHeap()).toBeUndefined();
});
