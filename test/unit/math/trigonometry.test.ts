import { describe, expect, test } from 'vitest';
import { atan2, mulberry32, sinCos, sinCosTurns, TAU, wrapAngle } from '../../../src/math/index.js';

describe('sinCosTurns', () => {
  test('is Math.sin and Math.cos to 1e-15, at 100,000 angles of seed 1', () => {
    const random = mulberry32(1);
    let worst = 0;
    for (let i = 0; i < 100_000; i++) {
      const turns = random();
      const [sin, cos] = sinCosTurns(turns);
      worst = Math.max(worst, Math.abs(sin - Math.sin(turns * TAU)), Math.abs(cos - Math.cos(turns * TAU)));
    }
    expect(worst).toBeLessThan(1e-15);
    expect(worst).toBeGreaterThan(0);
  });

  test.each([
    [0, 0, 1],
    [0.25, 1, 0],
    [0.5, 0, -1],
    [0.75, -1, 0],
    [1, 0, 1],
    [-0.25, -1, 0],
    [-3.5, 0, -1],
    [1e6, 0, 1],
  ])('%d turns are exactly (%d, %d)', (turns, sin, cos) => {
    const [s, c] = sinCosTurns(turns);
    expect(s + 0).toBe(sin);
    expect(c + 0).toBe(cos);
  });

  test.each([1 / 8, 3 / 8, 5 / 8, 7 / 8, 1 / 3, 1e-12, 1 - 1e-12, 5e-324])(
    'sin² + cos² is 1 at the edge %d',
    (turns) => {
      const [sin, cos] = sinCosTurns(turns);
      expect(sin * sin + cos * cos).toBeCloseTo(1, 14);
      expect(sin).toBeCloseTo(Math.sin(turns * TAU), 14);
      expect(cos).toBeCloseTo(Math.cos(turns * TAU), 14);
    },
  );
});

test('sinCos takes radians, over ±50 turns of seed 2', () => {
  const random = mulberry32(2);
  for (let i = 0; i < 10_000; i++) {
    const radians = (random() - 0.5) * 100 * TAU;
    const [sin, cos] = sinCos(radians);
    // An angle so large is itself only known to about 6e-14.
    expect(Math.abs(sin - Math.sin(radians))).toBeLessThan(1e-13);
    expect(Math.abs(cos - Math.cos(radians))).toBeLessThan(1e-13);
  }
});

describe('atan2', () => {
  test('is Math.atan2 to 1e-15, at 100,000 places of seed 3 and all magnitudes', () => {
    const random = mulberry32(3);
    let worst = 0;
    for (let i = 0; i < 100_000; i++) {
      const y = (random() - 0.5) * 10 ** Math.floor(random() * 12 - 6);
      const x = (random() - 0.5) * 10 ** Math.floor(random() * 12 - 6);
      worst = Math.max(worst, Math.abs(atan2(y, x) - Math.atan2(y, x)));
    }
    expect(worst).toBeLessThan(1e-15);
    expect(worst).toBeGreaterThan(0);
  });

  // The borders between the pieces of the arctangent, and the axes.
  const RATIOS = [0, 5e-324, 1e-300, 7 / 16, 11 / 16, 1, 19 / 16, 39 / 16, 1e300];
  test.each(RATIOS)('agrees in all quadrants at the ratio %d', (ratio) => {
    for (const [y, x] of [
      [ratio, 1],
      [ratio, -1],
      [-ratio, 1],
      [-ratio, -1],
      [1, ratio],
      [-1, ratio],
      [1, -ratio],
      [-1, -ratio],
    ]) {
      // A signed zero has no side here: −0 counts as 0.
      expect(atan2(y + 0, x + 0)).toBeCloseTo(Math.atan2(y + 0, x + 0), 14);
    }
  });

  test('is 0 at the origin, and π straight back', () => {
    expect(atan2(0, 0)).toBe(0);
    expect(atan2(0, -1)).toBe(Math.PI);
  });

  test('undoes sinCos, at 10,000 angles of seed 4', () => {
    const random = mulberry32(4);
    for (let i = 0; i < 10_000; i++) {
      const radians = (random() - 0.5) * TAU;
      const [sin, cos] = sinCos(radians);
      expect(Math.abs(atan2(sin, cos) - radians)).toBeLessThan(2e-15);
    }
  });
});

describe('wrapAngle', () => {
  test.each([
    [0, 0],
    [Math.PI, -Math.PI],
    [-Math.PI, -Math.PI],
    [3 * Math.PI, -Math.PI],
    [4, 4 - TAU],
    [-4, TAU - 4],
  ])('%d becomes %d', (radians, wrapped) => {
    expect(wrapAngle(radians)).toBeCloseTo(wrapped, 14);
  });

  test('keeps the direction and lands in [−π, π), for 10,000 angles of seed 6', () => {
    const random = mulberry32(6);
    for (let i = 0; i < 10_000; i++) {
      const radians = (random() - 0.5) * 200;
      const wrapped = wrapAngle(radians);
      expect(wrapped).toBeGreaterThanOrEqual(-Math.PI);
      expect(wrapped).toBeLessThan(Math.PI);
      expect(Math.abs(Math.sin(wrapped) - Math.sin(radians))).toBeLessThan(1e-13);
      expect(Math.abs(Math.cos(wrapped) - Math.cos(radians))).toBeLessThan(1e-13);
    }
  });
});
