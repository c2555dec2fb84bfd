import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileProgress, ProgressSum } from '../../../src/assets/fetch/progress.js';
import type { Progress } from '../../../src/assets/index.js';

test('stays between 0 and 1, never goes back and ends at 1, whatever files say (seed 7)', () => {
  const report = fc.record({ part: fc.nat(3), loaded: fc.nat(1e7), announced: fc.nat(1e7) });
  fc.assert(
    fc.property(fc.array(report, { minLength: 1 }), (reports) => {
      const seen: Progress[] = [];
      const sum = new ProgressSum((progress) => seen.push(progress));
      const parts = Array.from({ length: 4 }, () => sum.part());
      for (const { part, loaded, announced } of reports) parts[part](fileProgress(loaded, announced));
      sum.finish();
      const fractions = [0, ...seen.map((progress) => progress.fraction)];
      expect(seen).toHaveLength(reports.length + 1);
      expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
      expect(fractions.at(-1)).toBe(1);
      expect(seen.every(({ loaded, total }) => loaded <= total)).toBe(true);
    }),
    { seed: 7 },
  );
});

test('a file of known size counts by its bytes', () => {
  expect(fileProgress(250, 1000)).toEqual({ loaded: 250, total: 1000, fraction: 0.25 });
});

test.each([
  ['no content length', 0],
  ['a content length of compressed bytes', 300],
])('a file with %s nears 1 without reaching it', (_what, announced) => {
  const fractions = [1e3, 1e5, 1e6, 1e8].map((loaded) => fileProgress(loaded, announced).fraction);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions.at(-1)).toBeGreaterThan(0.9);
  expect(fractions.at(-1)).toBeLessThan(1);
});
