import { expect, test } from 'vitest';
import { footSlips } from '../support/render/foot-slips.js';
import { randomWalks } from '../support/render/random-walks.js';
import { walkingCharacters } from '../support/render/walking-characters.js';

const BATCH = 500;
const BATCHES = 20;
const SECONDS = 8;

test('planted feet of 10,000 random walks, 0.3 to 1.8 m/s with turns and stops (seeds 1 to 20)', () => {
  const percentiles = { planted: [] as number[], loose: [] as number[] };
  for (let seed = 1; seed <= BATCHES; seed++) {
    for (const kind of ['planted', 'loose'] as const) {
      // What feet would do by themselves, for comparison: one batch is enough.
      if (kind === 'loose' && seed > 1) continue;
      const crowd = walkingCharacters(
        { pace: 1, size: BATCH, boundaryRadius: 200, obstacles: [] },
        { plantsFeet: kind === 'planted', simulate: (simulation) => randomWalks(simulation, seed) },
      );
      for (const slip of footSlips(crowd, SECONDS)) percentiles[kind].push(slip);
    }
  }
  const at = (slips: number[], share: number): number => {
    slips.sort((a, b) => a - b);
    return slips[Math.floor(slips.length * share)];
  };
  for (const [kind, slips] of Object.entries(percentiles)) {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => `${(100 * at(slips, share)).toFixed(2)} cm`);
    console.log(`${kind}: ${slips.length} footfalls, p50 ${p50}, p95 ${p95}, p99 ${p99}`);
  }
  expect(percentiles.planted.length).toBeGreaterThan(50_000);
  expect(at(percentiles.loose, 0.95)).toBeGreaterThan(0.05);
  expect(at(percentiles.planted, 0.95)).toBeLessThan(0.01);
});
