import { describe, expect, test } from 'vitest';
import { packState, type State, unpackState } from '../../../src/render/pack-state.js';
import { errorOf } from '../../support/error-of.js';

test('plain data and typed arrays come back as a structured clone gives them', () => {
  const state: State = {
    text: 'Zhāng Zéduān',
    numbers: [0, -1.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    nothing: null,
    is: true,
    bytes: new Uint8Array([1, 2, 255]),
    signed: new Int8Array([-1]),
    shorts: new Int16Array([-300, 300]),
    words: new Uint32Array([0xdeadbeef]),
    // Not at the beginning of its buffer.
    floats: new Float32Array([0.1, Number.NaN, 7]).subarray(1),
    doubles: new Float64Array([Math.PI, Number.POSITIVE_INFINITY]),
    empty: new Float64Array(),
    list: [{ frames: new Float32Array([1 / 3]) }, []],
  };
  const unpacked = unpackState(structuredClone(packState(state)));
  expect(unpacked).toStrictEqual(structuredClone(state));
});

describe('bytes that are no saved crowd are refused', () => {
  const saved = packState({ seconds: 1, rows: new Float64Array(4) });
  const other = saved.slice();
  new Uint32Array(other)[1] = 99;
  test.each([
    ['none', new ArrayBuffer(0)],
    ['others', new ArrayBuffer(64)],
    ['of another version', other],
    ['cut off within an array', saved.slice(0, -8)],
    ['cut off within the JSON', saved.slice(0, 24)],
  ])('%s', async (_name, bytes) => {
    const error = await errorOf(() => unpackState(bytes));
    expect(error.message).toContain('no saved crowd of this version');
  });
});
