import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  AFFINE_SIZE,
  composeAffine,
  decomposeAffine,
  invertAffine,
  mulberry32,
  multiplyAffine,
  setAffineIdentity,
  transformPoint,
} from '../../../src/math/index.js';

const random = mulberry32(12);
const RUNS = 500;
const signed = (): number => 2 * random() - 1;

/** Translation, rotation and scale as ten numbers; the scale mirrored where asked. */
function randomTrs(mirrored = false): number[] {
  const q = new Quaternion().setFromEuler(new Euler(signed() * 3, signed() * 3, signed() * 3));
  const s = [0.2 + random(), 0.2 + random(), 0.2 + random()];
  return [signed() * 5, signed() * 5, signed() * 5, ...q.toArray(), mirrored ? -s[0] : s[0], s[1], s[2]];
}

function matrixOf(trs: readonly number[]): Matrix4 {
  const [tx, ty, tz, qx, qy, qz, qw, sx, sy, sz] = trs;
  return new Matrix4().compose(
    new Vector3(tx, ty, tz),
    new Quaternion(qx, qy, qz, qw),
    new Vector3(sx, sy, sz),
  );
}

/** The upper three rows, row by row. Three keeps columns. */
function rowsOf(matrix: Matrix4): number[] {
  return matrix.clone().transpose().elements.slice(0, AFFINE_SIZE);
}

function expectClose(actual: ArrayLike<number>, at: number, expected: readonly number[]): void {
  expected.forEach((value, k) => {
    expect(actual[at + k]).toBeCloseTo(value, 11);
  });
}

describe(`against three's Matrix4, ${RUNS} times, seed 12`, () => {
  test('composeAffine', () => {
    for (let run = 0; run < RUNS; run++) {
      const trs = randomTrs(run % 2 === 0);
      const out = new Float64Array(AFFINE_SIZE + 3);
      composeAffine(out, 3, trs, 0);
      expectClose(out, 3, rowsOf(matrixOf(trs)));
    }
  });

  test('multiplyAffine, also onto an input', () => {
    for (let run = 0; run < RUNS; run++) {
      const [a, b] = [matrixOf(randomTrs()), matrixOf(randomTrs())];
      const expected = rowsOf(a.clone().multiply(b));
      const left = [...rowsOf(a), ...rowsOf(b)];
      const right = [...left];
      multiplyAffine(left, 0, left, 0, left, AFFINE_SIZE);
      multiplyAffine(right, AFFINE_SIZE, right, 0, right, AFFINE_SIZE);
      expectClose(left, 0, expected);
      expectClose(right, AFFINE_SIZE, expected);
    }
  });

  test('invertAffine, also onto its input', () => {
    for (let run = 0; run < RUNS; run++) {
      const matrix = matrixOf(randomTrs(run % 2 === 0)).multiply(matrixOf(randomTrs()));
      const out = rowsOf(matrix);
      expect(invertAffine(out, 0, out, 0)).toBe(true);
      const expected = rowsOf(matrix.clone().invert());
      expected.forEach((value, k) => {
        expect(Math.abs(out[k] - value)).toBeLessThan(1e-10 * (1 + Math.abs(value)));
      });
    }
  });

  test('transformPoint, also onto its input', () => {
    for (let run = 0; run < RUNS; run++) {
      const matrix = matrixOf(randomTrs());
      const point = new Vector3(signed(), signed(), signed());
      const out = point.toArray() as number[];
      transformPoint(out, 0, rowsOf(matrix), 0, out, 0);
      expectClose(out, 0, point.applyMatrix4(matrix).toArray());
    }
  });

  test('decomposeAffine gives back what was composed, mirrored or not', () => {
    for (let run = 0; run < RUNS; run++) {
      const trs = randomTrs(run % 2 === 0);
      const out = new Float64Array(10);
      decomposeAffine(out, 0, rowsOf(matrixOf(trs)), 0);
      const sign = Math.sign(trs[3] * out[3] + trs[4] * out[4] + trs[5] * out[5] + trs[6] * out[6]);
      for (let k = 3; k < 7; k++) out[k] *= sign;
      expectClose(out, 0, trs);
    }
  });
});

describe('edges', () => {
  test.each([
    ['no turn', 0, 0, 0],
    ['half a turn about X', Math.PI, 0, 0],
    ['half a turn about Y', 0, Math.PI, 0],
    ['half a turn about Z', 0, 0, Math.PI],
    ['just short of half a turn', Math.PI - 1e-6, 0, 0],
    ['a third of a turn about a diagonal', Math.PI / 2, 0, Math.PI / 2],
  ])('decomposeAffine of %s', (_name, x, y, z) => {
    const q = new Quaternion().setFromEuler(new Euler(x, y, z));
    const trs = [1, 2, 3, ...q.toArray(), 1, 1, 1];
    const out = new Float64Array(10);
    const again = new Float64Array(AFFINE_SIZE);
    decomposeAffine(out, 0, rowsOf(matrixOf(trs)), 0);
    composeAffine(again, 0, out, 0);
    expectClose(again, 0, rowsOf(matrixOf(trs)));
  });

  test('setAffineIdentity', () => {
    const out = new Float64Array(14).fill(7);
    setAffineIdentity(out, 1);
    expect([...out]).toEqual([7, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7]);
  });

  test('invertAffine refuses a matrix that flattens, and writes nothing', () => {
    const flat = rowsOf(new Matrix4().makeScale(1, 0, 1));
    const out = [...flat];
    expect(invertAffine(out, 0, out, 0)).toBe(false);
    expect(out).toEqual(flat);
    expect(invertAffine(out, 0, new Array(AFFINE_SIZE).fill(Number.NaN), 0)).toBe(false);
  });
});
