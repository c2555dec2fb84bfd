import { expect, test } from 'vitest';
import { exp, mulberry32 } from '../../../src/math/index.js';

test('exp is that of the platform to two units in the last place (seed 1)', () => {
  const random = mulberry32(1);
  for (let n = 0; n < 20_000; n++) {
    const x = (random() - 0.5) * 100;
    expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(4.5e-16);
  }
});

test.each([
  [0, 1],
  [-800, 0],
  [800, Number.POSITIVE_INFINITY],
])('exp(%d) is %d', (x, expected) => expect(exp(x)).toBe(expected));
