import fc from 'fast-check';
import { type Interpolant, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { alignAxes, axisRotation, multiply, rotate, twistDegrees } from '../../../src/kit/math/quaternion.js';
import { Figure } from '../../../src/kit/motion/figure.js';
import { fitSpline } from '../../../src/kit/motion/fit-spline.js';
import { keyed, keyedCycle } from '../../../src/kit/motion/keys.js';
import { thinKeys } from '../../../src/kit/motion/thin-keys.js';
import { solveTwoBones } from '../../../src/kit/motion/two-bone.js';
import { BONES, bonePosition } from '../../../src/kit/skeleton/kit-skeleton.js';
import { mulberry32 } from '../../../src/math/index.js';
import type { Track } from '../../../src/rig/index.js';
import { distance, type Point } from '../../support/kit/played-clip.js';
import { toThreeClip } from '../../support/rig/three-rig.js';

const SEED = 20;
const check = (property: fc.IProperty<never> | fc.IPropertyWithHooks<never>) =>
  fc.assert(property as fc.IProperty<unknown>, { seed: SEED, numRuns: 300 });

const unit = fc
  .tuple(...([0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true })) as [never, never, never]))
  .filter((v) => Math.hypot(...(v as number[])) > 0.1) as unknown as fc.Arbitrary<Point>;

const cosine = (a: readonly number[], b: readonly number[]) =>
  new Vector3(...a).normalize().dot(new Vector3(...b).normalize());

test(`a channel goes through its keys and never beyond its neighbours; seed ${SEED}`, () => {
  const values = fc.array(fc.double({ min: -90, max: 90, noNaN: true }), { minLength: 2, maxLength: 8 });
  check(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (heights, t) => {
      const channel = keyed(heights.map((height, i) => [i, height]));
      heights.forEach((height, i) => {
        expect(channel(i)).toBeCloseTo(height, 9);
      });
      const at = t * (heights.length - 1);
      const i = Math.min(Math.floor(at), heights.length - 2);
      const [low, high] = [Math.min(heights[i], heights[i + 1]), Math.max(heights[i], heights[i + 1])];
      expect(channel(at)).toBeGreaterThanOrEqual(low - 1e-9);
      expect(channel(at)).toBeLessThanOrEqual(high + 1e-9);
    }) as never,
  );
});

test('a cycle repeats, smoothly over its end', () => {
  const channel = keyedCycle([
    [0.1, 5],
    [0.4, -3],
    [0.8, 1],
  ]);
  for (const at of [0, 0.05, 0.33, 0.9]) {
    expect(channel(at + 1)).toBeCloseTo(channel(at), 9);
    expect(channel(at - 3)).toBeCloseTo(channel(at), 9);
  }
  const slope = (at: number) => (channel(at + 1e-6) - channel(at - 1e-6)) / 2e-6;
  expect(slope(0.99999)).toBeCloseTo(slope(0.00001), 2);
});

test(`a turned frame keeps its direction exactly and its side as near as it can; seed ${SEED}`, () => {
  check(
    fc.property(unit, unit, unit, unit, (from, fromSide, to, toSide) => {
      fc.pre(Math.abs(cosine(from, fromSide)) < 0.95 && Math.abs(cosine(to, toSide)) < 0.95);
      fc.pre(cosine(from, to) > -0.999);
      const turn = alignAxes(from, fromSide, to, toSide);
      expect(cosine(rotate(turn, from), to)).toBeCloseTo(1, 6);
      const across = (v: readonly number[]) =>
        new Vector3(...v).projectOnPlane(new Vector3(...to).normalize());
      expect(across(rotate(turn, fromSide)).normalize().dot(across(toSide).normalize())).toBeCloseTo(1, 6);
    }) as never,
  );
});

test('a side that has to go half round goes round its own bone', () => {
  const turn = alignAxes([0, -1, 0.2], [1, 0, 0], [0, -1, 0.2], [-1, 0, 0]);
  expect(cosine(rotate(turn, [0, -1, 0.2]), [0, -1, 0.2])).toBeCloseTo(1, 9);
  expect(cosine(rotate(turn, [1, 0, 0]), [-1, 0, 0])).toBeCloseTo(1, 9);
});

test(`the twist of a turn about an axis is what was put in; seed ${SEED}`, () => {
  check(
    fc.property(
      unit,
      fc.integer({ min: -179, max: 179 }),
      fc.integer({ min: -120, max: 120 }),
      (axis, twist, swing) => {
        const side = new Vector3(...axis)
          .cross(new Vector3(0.3, 0.5, -0.8))
          .normalize()
          .toArray();
        const turn = multiply(axisRotation(side, swing), axisRotation(axis, twist));
        expect(twistDegrees(turn, axis)).toBeCloseTo(twist, 6);
      },
    ) as never,
  );
});

test(`two bones keep their lengths, reach what they can, and bend the way they are told; seed ${SEED}`, () => {
  check(
    fc.property(unit, unit, fc.double({ min: 0.06, max: 0.7, noNaN: true }), (way, pole, far) => {
      fc.pre(Math.abs(cosine(way, pole)) < 0.95);
      const [x, y, z] = new Vector3(...way).setLength(far).toArray();
      const { joint, end } = solveTwoBones([0, 0, 0], [x, y, z], 0.28, 0.25, pole);
      expect(distance([0, 0, 0], joint)).toBeCloseTo(0.28, 9);
      expect(distance(joint, end)).toBeCloseTo(0.25, 9);
      if (far < 0.529) expect(distance(end, [x, y, z])).toBeLessThan(1e-9);
      const bend = new Vector3(...joint).projectOnPlane(new Vector3(...way).normalize());
      expect(bend.dot(new Vector3(...pole))).toBeGreaterThanOrEqual(0);
    }) as never,
  );
});

test('at rest, every bone of a figure is where the skeleton has it', () => {
  const figure = new Figure();
  for (const { name } of BONES)
    expect(distance(figure.position(name), bonePosition(name))).toBeLessThan(1e-12);
});

test('thinning a track keeps it within a hundredth of a degree, and a still one has one key', () => {
  const random = mulberry32(SEED);
  const times = Float32Array.from({ length: 120 }, (_, i) => i / 30);
  const [a, b] = [random() * 6, random() * 6];
  const rotations = Array.from(times, (t) =>
    new Quaternion().setFromAxisAngle(
      new Vector3(1, 2, -1).normalize(),
      0.2 * Math.sin(0.7 * t + a) + 0.02 * Math.sin(2 * t + b),
    ),
  );
  const track: Track = {
    bone: 'x',
    path: 'rotation',
    interpolation: 'LINEAR',
    times,
    values: Float32Array.from(rotations.flatMap((turn) => turn.toArray())),
  };
  const thinned = thinKeys(track);
  expect(thinned.times.length).toBeGreaterThan(5);
  expect(thinned.times.length).toBeLessThan(80);
  times.forEach((t, i) => {
    const next = Math.max(
      1,
      thinned.times.findIndex((time) => time >= t),
    );
    const key = (k: number) => new Quaternion().fromArray(thinned.values, k * 4);
    const [from, to] = [thinned.times[next - 1], thinned.times[next]];
    const between = key(next - 1).slerp(key(next), (t - from) / (to - from));
    expect((between.angleTo(rotations[i]) * 180) / Math.PI).toBeLessThan(0.015);
  });
  const still = thinKeys({ ...track, values: track.values.map((_, i) => (i % 4 === 3 ? 1 : 0)) });
  expect(still.times).toHaveLength(1);
});

test('a spline of few keys is within 0.08° of all frames of a track, without corners', () => {
  const duration = 4;
  const times = Float32Array.from({ length: duration * 30 + 1 }, (_, i) => i / 30);
  const turnAt = (t: number) =>
    0.4 * Math.sin((t / duration) * 4 * Math.PI) + 0.1 * Math.cos(t * 3 * Math.PI);
  const axis = new Vector3(1, 2, -1).normalize();
  const rotations = Array.from(times, (t) => new Quaternion().setFromAxisAngle(axis, turnAt(t)));
  const track: Track = {
    bone: 'x',
    path: 'rotation',
    interpolation: 'LINEAR',
    times,
    values: Float32Array.from(rotations.flatMap((turn) => turn.toArray())),
  };
  const spline = fitSpline(track, true);
  expect(spline.times.length).toBeGreaterThan(8);
  expect(spline.times.length).toBeLessThan(thinKeys(track).times.length / 3);
  // In Bernstein form, where the rig and the kit have Hermite's.
  const [keyframes] = toThreeClip({ name: '', duration, loop: true, tracks: [spline] }).tracks;
  const { createInterpolant } = keyframes as unknown as { createInterpolant(out: Float32Array): Interpolant };
  const interpolant = createInterpolant(new Float32Array(4));
  rotations.forEach((rotation, i) => {
    const [x, y, z, w] = interpolant.evaluate(times[i]);
    expect((new Quaternion(x, y, z, w).angleTo(rotation) * 180) / Math.PI).toBeLessThan(0.08);
  });
  // Both tangents of a key are equal.
  spline.times.forEach((_, key) => {
    const tangents = [0, 2].map((part) => [
      ...spline.values.subarray((key * 3 + part) * 4, (key * 3 + part + 1) * 4),
    ]);
    expect(tangents[0]).toEqual(tangents[1]);
  });
});
