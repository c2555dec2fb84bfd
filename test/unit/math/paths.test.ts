import { CatmullRomCurve3, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  boundsOf,
  flattenCatmullRom,
  mulberry32,
  NearestOnPath,
  PIECES_PER_SPAN,
  type Point,
  Polyline,
} from '../../../src/math/index.js';
import { pathOf } from '../../support/sample-recipe.js';

function randomPoints(seed: number, count: number, spread = 50): Point[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, () => [(random() - 0.5) * spread, (random() - 0.5) * spread]);
}

describe("flattenCatmullRom against three's CatmullRomCurve3", () => {
  const cases = [2, 3, 4, 7, 20].flatMap((count) =>
    [false, true].filter((closed) => !closed || count > 2).map((closed) => ({ count, closed })),
  );

  test.each(cases)('$count points, closed: $closed, ten seeds from 20', ({ count, closed }) => {
    for (let seed = 20; seed < 30; seed++) {
      const points = randomPoints(seed, count);
      const curve = new CatmullRomCurve3(
        points.map(([x, z]) => new Vector3(x, 0, z)),
        closed,
      );
      const corners = flattenCatmullRom(points, closed);
      const spans = closed ? count : count - 1;
      expect(corners).toHaveLength(spans * PIECES_PER_SPAN + 1);
      corners.forEach(([x, z], i) => {
        const expected = curve.getPoint(i / (corners.length - 1));
        expect(Math.hypot(x - expected.x, z - expected.z)).toBeLessThan(1e-9);
      });
    }
  });

  test('points that coincide do not break it', () => {
    const points: Point[] = pathOf([0, 0], [0, 0], [5, 5], [5, 5], [9, 0]);
    const curve = new CatmullRomCurve3(points.map(([x, z]) => new Vector3(x, 0, z)));
    flattenCatmullRom(points, false).forEach(([x, z], i) => {
      const expected = curve.getPoint(i / (4 * PIECES_PER_SPAN));
      expect(Math.hypot(x - expected.x, z - expected.z)).toBeLessThan(1e-9);
    });
  });
});

describe('Polyline', () => {
  const path = new Polyline(pathOf([0, 0], [3, 4], [3, 10]));

  test('measures its length', () => {
    expect(path.length).toBe(11);
    expect([...path.arcs]).toEqual([0, 5, 11]);
  });

  test.each([
    [0, 0, 0, 0.6, 0.8],
    [2.5, 1.5, 2, 0.6, 0.8],
    [5, 3, 4, 0, 1],
    [8, 3, 7, 0, 1],
    [11, 3, 10, 0, 1],
    [12, 3, 11, 0, 1],
    [-5, -3, -4, 0.6, 0.8],
  ])('%d metres along is (%d, %d), heading (%d, %d)', (arc, x, z, directionX, directionZ) => {
    const place = path.at(arc);
    expect(place.x).toBeCloseTo(x, 14);
    expect(place.z).toBeCloseTo(z, 14);
    expect(place.directionX).toBeCloseTo(directionX, 14);
    expect(place.directionZ).toBeCloseTo(directionZ, 14);
  });

  test("is as long as three's curve to 1 part in 1,000, seed 31", () => {
    const points = randomPoints(31, 6);
    const curve = new CatmullRomCurve3(points.map(([x, z]) => new Vector3(x, 0, z)));
    curve.arcLengthDivisions = 20_000;
    const length = new Polyline(flattenCatmullRom(points, false)).length;
    expect(length / curve.getLength()).toBeCloseTo(1, 3);
    expect(length).toBeLessThan(curve.getLength());
  });
});

describe('NearestOnPath against a search of every piece', () => {
  /** Distance to the path and length along it, trying all pieces in turn. */
  function search(path: Polyline, x: number, z: number): { distance: number; arc: number } {
    let best = { distance: Number.POSITIVE_INFINITY, arc: 0 };
    for (let i = 0; i + 1 < path.corners.length; i++) {
      const a = new Vector3(path.corners[i][0], 0, path.corners[i][1]);
      const along = new Vector3(path.corners[i + 1][0], 0, path.corners[i + 1][1]).sub(a);
      const to = new Vector3(x, 0, z).sub(a);
      const t = Math.min(1, Math.max(0, to.dot(along) / along.lengthSq()));
      const distance = to.distanceTo(along.clone().multiplyScalar(t));
      if (distance < best.distance) best = { distance, arc: path.arcs[i] + t * along.length() };
    }
    return best;
  }

  test.each([
    { reach: 0.5, closed: false },
    { reach: 4, closed: false },
    { reach: 4, closed: true },
    { reach: 100, closed: true },
  ])('reach $reach, closed: $closed, 2,000 places of seed 32', ({ reach, closed }) => {
    const path = new Polyline(flattenCatmullRom(randomPoints(33, 9), closed));
    const nearest = new NearestOnPath(path, reach);
    let within = 0;
    for (const [x, z] of randomPoints(32, 2000, 80)) {
      const expected = search(path, x, z);
      const found = nearest.find(x, z);
      expect(nearest.reaches(x, z)).toBe(found !== undefined);
      if (expected.distance > reach) {
        expect(found).toBeUndefined();
        continue;
      }
      within += 1;
      expect(found?.distance).toBeCloseTo(expected.distance, 10);
      const place = path.at(found?.arc ?? Number.NaN);
      expect(Math.hypot(place.x - x, place.z - z)).toBeCloseTo(expected.distance, 8);
    }
    expect(within).toBeGreaterThan(50);
  });
});

test('boundsOf', () => {
  expect(boundsOf(pathOf([1, 5], [-2, 3], [0, 9]))).toEqual([-2, 3, 1, 9]);
});
