import { describe, expect, test } from 'vitest';
import { mulberry32, mulberry32At, streamSeed, uniformAt } from '../../../src/math/index.js';

/** Bryc's JavaScript form of the generator, one draw after another, as published. */
function sequential(a: number): () => number {
  return () => {
    a |= 0;
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

describe('Mulberry32', () => {
  // From Ettinger's C, compiled.
  test.each([
    [0, [1144304738, 1416247, 958946056, 627933444, 2007157716]],
    [1, [2693262067, 11749833, 2265367787, 4213581821, 4159151403]],
    [42, [2581720956, 1925393290, 3661312704, 2876485805, 750819978]],
    [123456789, [1107202814, 4169434471, 3372958138, 885470128, 1301683845]],
  ])('seed %d gives its published sequence', (seed, sequence) => {
    expect(sequence.map((_, n) => mulberry32At(seed, n))).toEqual(sequence);
  });

  test.each([0, 1, 42, -7, 4294967295])('draw n of seed %d is the n-th of a sequential generator', (seed) => {
    const expected = Array.from({ length: 10_000 }, sequential(seed));
    expect(expected.map((_, n) => uniformAt(seed, n))).toEqual(expected);
    expect(Array.from(expected, mulberry32(seed))).toEqual(expected);
  });

  test.each([
    [-1, 4294967295],
    [2 ** 32, 0],
    [2 ** 32 + 42, 42],
    [-(2 ** 32) - 7, 4294967289],
    [Number.MAX_SAFE_INTEGER, 4294967295],
    [Number.MIN_SAFE_INTEGER, 1],
  ])('seed %d equals seed %d, modulo 2^32', (seed, same) => {
    for (const n of [0, 1, 31, 1_000_000, 2 ** 31, 2 ** 32 - 1]) {
      expect(mulberry32At(seed, n)).toBe(mulberry32At(same, n));
    }
    expect(streamSeed(seed, 0x4c41594f)).toBe(streamSeed(same, 0x4c41594f));
  });

  test.each([
    [42, 0x4c41594f, 2606383972],
    [42, 0x47525550, 2428688436],
    [42, 0x54455252, 2808599286],
    [42, 0x53494d55, 2765460094],
    [0, 0x4c41594f, 478135349],
    [0, 0x47525550, 2328894798],
  ])('seed %d has the recorded stream for tag %d', (seed, tag, salt) => {
    expect(streamSeed(seed, tag) >>> 0).toBe(salt);
  });

  test('is uniform in [0, 1): χ² over 100 bins, 100,000 draws of seed 5', () => {
    const bins = new Array<number>(100).fill(0);
    for (let n = 0; n < 100_000; n++) bins[Math.floor(uniformAt(5, n) * 100)] += 1;
    expect(bins).toHaveLength(100);
    const chiSquared = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // 99 degrees of freedom: 99.9 % of samples lie below 148.
    expect(chiSquared).toBeLessThan(148);
  });
});
