import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agree, measureOf, quantile } from '../../../bench/measure/statistics.js';

test('quantiles are those of NumPy’s default', () => {
  // numpy.quantile([1, 2, 4, 8], [0, 0.1, 0.25, 0.5, 0.9, 1])
  const sorted = [1, 2, 4, 8];
  const expected = [1, 1.3, 1.75, 3, 6.8, 8];
  for (const [i, fraction] of [0, 0.1, 0.25, 0.5, 0.9, 1].entries()) {
    expect(quantile(sorted, fraction)).toBeCloseTo(expected[i], 12);
  }
});

test('a measure is the median and half of what lies between the tenths', () => {
  expect(measureOf([5, 1, 3, 2, 4])).toEqual({ median: 3, spread: expect.closeTo(1.6), samples: 5 });
  expect(measureOf([7])).toEqual({ median: 7, spread: 0, samples: 1 });
  expect(() => measureOf([])).toThrow(RangeError);
});

test('the order of samples does not matter, nor is the input changed', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }), (samples) => {
      const before = [...samples];
      expect(measureOf(samples)).toEqual(measureOf(samples.toReversed()));
      expect(samples).toEqual(before);
    }),
  );
});

test('two measures agree where their spreads meet', () => {
  const measure = (median: number, spread: number) => ({ median, spread, samples: 9 });
  expect(agree(measure(10, 1), measure(12, 1))).toBe(true);
  expect(agree(measure(10, 1), measure(12.1, 1))).toBe(false);
});
