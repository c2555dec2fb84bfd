import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  conjugateQuaternion,
  mulberry32,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionBetween,
  rotateVector,
  slerpQuaternions,
} from '../../../src/math/index.js';

const random = mulberry32(11);
const RUNS = 1000;

/** Uniform over all rotations: four numbers of a normal distribution, brought to length 1. */
function randomQuaternion(): Quaternion {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return new Quaternion(normal(), normal(), normal(), normal()).normalize();
}

const randomVector = (): Vector3 => new Vector3(random() - 0.5, random() - 0.5, random() - 0.5);

function expectClose(actual: ArrayLike<number>, at: number, expected: readonly number[]): void {
  expected.forEach((value, k) => {
    expect(actual[at + k]).toBeCloseTo(value, 12);
  });
}

describe(`against three, ${RUNS} times, seed 11`, () => {
  test('multiplyQuaternions, at an offset and onto an input', () => {
    for (let run = 0; run < RUNS; run++) {
      const a = randomQuaternion();
      const b = randomQuaternion();
      const numbers = new Float64Array([9, ...a.toArray(), ...b.toArray()]);
      multiplyQuaternions(numbers, 5, numbers, 1, numbers, 5);
      expectClose(numbers, 5, a.clone().multiply(b).toArray());
      expectClose(numbers, 0, [9, ...a.toArray()]);
    }
  });

  test('conjugateQuaternion undoes a turn', () => {
    for (let run = 0; run < RUNS; run++) {
      const q = randomQuaternion();
      const out = q.toArray() as number[];
      conjugateQuaternion(out, 0, out, 0);
      expectClose(out, 0, q.clone().conjugate().toArray());
      multiplyQuaternions(out, 0, out, 0, q.toArray(), 0);
      expectClose(out, 0, [0, 0, 0, 1]);
    }
  });

  test('normalizeQuaternion', () => {
    for (let run = 0; run < RUNS; run++) {
      const q = randomQuaternion();
      const long = q.toArray().map((value) => value * (run + 0.1)) as number[];
      normalizeQuaternion(long, 0, long, 0);
      expectClose(long, 0, q.toArray());
    }
  });

  test('slerpQuaternions, near and far', () => {
    for (let run = 0; run < RUNS; run++) {
      const a = randomQuaternion();
      const b = run % 2 ? randomQuaternion() : a.clone().multiply(new Quaternion(0.001, 0, 0, 1).normalize());
      const t = random();
      const out = new Float64Array(4);
      slerpQuaternions(out, 0, a.toArray(), 0, b.toArray(), 0, t);
      const expected = a.clone().slerp(b, t);
      // The same turn may be written with either sign.
      const sign = Math.sign(expected.dot(new Quaternion(...out)));
      out.forEach((value, k) => {
        // Nearer than 2°, both interpolate straight, which is right to the fifth power of the angle.
        expect(value * sign).toBeCloseTo(expected.toArray()[k], 8);
      });
    }
  });

  test('slerpQuaternions gives both ends', () => {
    const [a, b] = [randomQuaternion(), randomQuaternion()];
    if (a.dot(b) < 0) b.set(-b.x, -b.y, -b.z, -b.w);
    const out = new Float64Array(4);
    slerpQuaternions(out, 0, a.toArray(), 0, b.toArray(), 0, 0);
    expectClose(out, 0, a.toArray());
    slerpQuaternions(out, 0, a.toArray(), 0, b.toArray(), 0, 1);
    expectClose(out, 0, b.toArray());
  });

  test('rotateVector', () => {
    for (let run = 0; run < RUNS; run++) {
      const q = randomQuaternion();
      const v = randomVector();
      const out = v.toArray() as number[];
      rotateVector(out, 0, q.toArray(), 0, out, 0);
      expectClose(out, 0, v.clone().applyQuaternion(q).toArray());
    }
  });

  test('quaternionBetween', () => {
    for (let run = 0; run < RUNS; run++) {
      const a = randomVector().normalize();
      const b = randomVector().normalize();
      const out = new Float64Array(4);
      quaternionBetween(out, 0, a.toArray(), 0, b.toArray(), 0);
      expectClose(out, 0, new Quaternion().setFromUnitVectors(a, b).toArray());
    }
  });
});

describe('edges', () => {
  const AXES = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0.6, 0, 0.8],
    [0, -0.6, 0.8],
  ];

  test.each(AXES)('quaternionBetween turns (%d, %d, %d) into its opposite', (...a) => {
    const b = a.map((value) => -value);
    const q = new Float64Array(4);
    quaternionBetween(q, 0, a, 0, b, 0);
    const turned = new Float64Array(3);
    rotateVector(turned, 0, q, 0, a, 0);
    expectClose(turned, 0, b);
  });

  test.each(AXES)('quaternionBetween of (%d, %d, %d) and itself turns nothing', (...a) => {
    const q = new Float64Array(4);
    quaternionBetween(q, 0, a, 0, a, 0);
    expectClose(q, 0, [0, 0, 0, 1]);
  });

  test('a quaternion of zeros is taken as no turn', () => {
    const q = new Float64Array(4);
    normalizeQuaternion(q, 0, q, 0);
    expect([...q]).toEqual([0, 0, 0, 1]);
  });
});
