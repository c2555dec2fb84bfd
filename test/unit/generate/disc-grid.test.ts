import { describe, expect, test } from 'vitest';
import { DiscGrid } from '../../../src/generate/shapes/disc-grid.js';
import { mulberry32 } from '../../../src/math/index.js';

interface Disc {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
}

/** The nearest edge, by looking at every disc. */
function clearanceOf(discs: readonly Disc[], x: number, z: number): number {
  return Math.min(...discs.map((disc) => Math.sqrt((disc.x - x) ** 2 + (disc.z - z) ** 2) - disc.radius));
}

/** How places are spread: from the edge of a cell to thousands of them in one. */
const SPREADS: Record<string, (random: () => number) => Omit<Disc, 'radius'>> = {
  'over many cells': (random) => ({ x: 40 * random() - 20, z: 40 * random() - 20 }),
  'within one cell': (random) => ({ x: 0.3 * random(), z: 0.3 * random() }),
  'on a line': (random) => ({ x: 5 * random(), z: 0.7 }),
  'at a few places': (random) => ({ x: Math.floor(3 * random()), z: Math.floor(3 * random()) }),
  'far from the origin': (random) => ({ x: 99_990 + 10 * random(), z: -99_990 - 10 * random() }),
};

describe.each(Object.entries(SPREADS))('700 discs %s, against a search of all (seed 5)', (_name, spread) => {
  const random = mulberry32(5);
  const reach = 4;
  const grid = new DiscGrid(reach);
  const discs = Array.from(
    { length: 700 },
    (_, i): Disc => ({
      ...spread(random),
      radius: i % 3 === 0 ? 0.5 * random() : 0,
    }),
  );
  for (const { x, z, radius } of discs) grid.add(x, z, radius);
  const places = Array.from({ length: 300 }, () => spread(random));

  test('the nearest edge is exact within reach', () => {
    for (const { x, z } of places) {
      const expected = clearanceOf(discs, x, z);
      const found = grid.clearance(x, z);
      if (expected < reach - 0.5) expect(found).toBe(expected);
      else expect(found).toBeGreaterThanOrEqual(expected);
    }
  });

  test('an answer that is not exact is below what was enough, as the exact one is', () => {
    for (const { x, z } of places) {
      const expected = clearanceOf(discs, x, z);
      const enough = expected + random() - 0.5;
      const found = grid.clearance(x, z, enough);
      if (found !== expected) expect(found).toBeLessThan(enough);
      expect(found).toBeGreaterThanOrEqual(expected);
    }
  });
});

test('without discs nothing is near', () => {
  expect(new DiscGrid(1).clearance(0, 0)).toBe(Number.POSITIVE_INFINITY);
});
