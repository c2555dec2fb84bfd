import { terrainHeight } from 'three-crowd/generate';
import type { NoiseType } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';

const ground = (noiseType: NoiseType, amplitude = 1, frequency = 0.05, seed = 42) =>
  terrainHeight({ seed, terrain: { active: true, amplitude, frequency, noiseType } });

describe('terrain', () => {
  test.each([
    ['fractal', 0, 0, -0.21943633],
    ['fractal', 1, 2, 0.039957608],
    ['simplex', 0, 0, -0.109991082],
    ['simplex', 1, 2, -0.222417421],
  ] as const)('%s at (%d, %d) is the recorded height', (noiseType, x, z, height) => {
    expect(ground(noiseType)(x, z)).toBeCloseTo(height, 8);
  });

  test.each([
    ['simplex', 7.4],
    ['fractal', 11.3],
  ] as const)('%s stays within its amplitude and slope (seed 9)', (noiseType, slope) => {
    const amplitude = 3;
    const frequency = 0.02;
    const step = 1e-3;
    const height = ground(noiseType, amplitude, frequency);
    const random = mulberry32(9);
    let highest = 0;
    let steepest = 0;
    let sum = 0;
    for (let i = 0; i < 100_000; i++) {
      const x = (random() - 0.5) * 2000;
      const z = (random() - 0.5) * 2000;
      const y = height(x, z);
      sum += y;
      highest = Math.max(highest, Math.abs(y));
      steepest = Math.max(steepest, Math.hypot(height(x + step, z) - y, height(x, z + step) - y) / step);
    }
    expect(highest).toBeLessThanOrEqual(amplitude);
    expect(highest).toBeGreaterThan(amplitude / 2);
    expect(steepest).toBeLessThanOrEqual(slope * amplitude * frequency);
    expect(steepest).toBeGreaterThan((slope * amplitude * frequency) / 3);
    expect(Math.abs(sum / 100_000)).toBeLessThan(0.05 * amplitude);
  });

  test('is not flat at the origin, where simplex noise is 0 for every seed', () => {
    const heights = [0, 1, 2, 3].map((seed) => ground('simplex', 1, 0.05, seed)(0, 0));
    expect(new Set(heights).size).toBe(4);
    expect(heights).not.toContain(0);
  });

  test.each([
    ['off', { active: false, amplitude: 5, frequency: 1, noiseType: 'fractal' }],
    ['without amplitude', { active: true, amplitude: 0, frequency: 1, noiseType: 'simplex' }],
  ] as const)('%s is 0 everywhere', (_name, terrain) => {
    expect(terrainHeight({ seed: 42, terrain })(3, -8)).toBe(0);
  });
});
