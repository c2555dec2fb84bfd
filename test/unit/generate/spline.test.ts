import { splinePath } from 'three-crowd/generate';
import { describe, expect, test } from 'vitest';
import type { Point } from '../../../src/math/index.js';
import { pathOf } from '../../support/sample-recipe.js';

describe('splinePath', () => {
  test('an open path runs from its first point to its last', () => {
    const { path, closed } = splinePath(pathOf([0, 0], [10, 5], [20, -5], [40, 0]), 3);
    expect(closed).toBe(false);
    expect(path.at(0)).toMatchObject({ x: 0, z: 0 });
    expect(path.at(path.length).x).toBeCloseTo(40, 12);
  });

  const ring = (gap: number): Point[] =>
    Array.from({ length: 9 }, (_, i): Point => {
      const angle = (i / 8) * 2 * Math.PI;
      return [10 * Math.cos(angle), 10 * Math.sin(angle) + (i === 8 ? gap : 0)];
    });

  test('a path that returns to its first point is a loop through each point once', () => {
    const { path, closed } = splinePath(ring(0), 2);
    expect(closed).toBe(true);
    expect(path.corners).toHaveLength(8 * 32 + 1);
    expect(path.length).toBeCloseTo(2 * Math.PI * 10, 0);
    // Smooth over the join: the way out is the way in.
    const out = path.at(0);
    const back = path.at(path.length);
    expect(out.directionX * back.directionX + out.directionZ * back.directionZ).toBeGreaterThan(0.99);
  });

  test('ends within half a width are joined by one more span', () => {
    const { path, closed } = splinePath(ring(-1.5), 2);
    expect(closed).toBe(true);
    expect(path.corners).toHaveLength(9 * 32 + 1);
  });

  test('ends farther apart than half a width are left open', () => {
    expect(splinePath(ring(-2.5), 2).closed).toBe(false);
  });

  test('a path that is shorter than its width is no loop', () => {
    expect(splinePath(pathOf([-3, 0], [0, 0.1], [3, 0]), 8).closed).toBe(false);
  });

  test('two points cannot make a loop', () => {
    expect(splinePath(pathOf([0, 0], [1, 0]), 5).closed).toBe(false);
  });
});
