import { type BufferGeometry, PlaneGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import { surfaceDistance } from '../../../src/assets/model/surface-distance.js';

function surface({ index, attributes }: BufferGeometry) {
  const positions = Float32Array.from(attributes['position'].array);
  return { indices: index!.array, positions };
}

test.each([
  [8, 160],
  [24, 100],
  [24, 24],
])('a sphere of %i segments is as far from one of %i as the middle of its triangles', (coarse, fine) => {
  const a = surface(new SphereGeometry(2, fine, fine));
  const b = surface(new SphereGeometry(2, coarse, coarse));
  const expected =
    fine === coarse ? 0 : 2 * (1 - Math.cos(Math.PI / coarse) * Math.cos(Math.PI / coarse / 2));
  for (const distance of [surfaceDistance(a, b), surfaceDistance(b, a)]) {
    expect(distance).toBeGreaterThan(0.7 * expected - 1e-9);
    expect(distance).toBeLessThan(1.1 * expected + 1e-6);
  }
});

test('what one surface alone has counts', () => {
  const [a, b] = [surface(new PlaneGeometry(1, 1, 8, 8)), surface(new PlaneGeometry(1, 3))];
  expect(surfaceDistance(a, b)).toBeCloseTo(1);
  expect(surfaceDistance(b, a)).toBeCloseTo(1);
});

test('vertices without a triangle do not count', () => {
  const plane = new PlaneGeometry(1, 1);
  const far = new PlaneGeometry(1, 1).setIndex([0, 2, 1]);
  far.attributes.position.setXYZ(3, 100, 0, 0);
  expect(surfaceDistance(surface(plane), surface(far))).toBeCloseTo(Math.SQRT1_2);
});

test('a mesh without triangles is infinitely far', () => {
  expect(surfaceDistance(surface(new PlaneGeometry()), surface(new PlaneGeometry().setIndex([])))).toBe(
    Infinity,
  );
});
