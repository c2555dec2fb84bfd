import { expect, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import { numberOf } from '../support/simulate/measures.js';
import { keptSpeeds, passStander, reactionDistance, timeFor40Metres } from '../support/simulate/trials.js';
import { walkingCrowd } from '../support/simulate/walking-crowd.js';

const SEEDS = [1, 2, 3, 4, 5];

test.each(SEEDS)('S1, S2, RiMEA 1: 40 m from anywhere, any way, take the same time (seed %i)', (seed) => {
  const random = mulberry32(seed);
  const time = timeFor40Metres(2 * Math.PI * random(), [10 * random(), 10 * random()]);
  console.log(`RiMEA 1, seed ${seed}: ${time.toFixed(2)} s`);
  expect(time).toBeGreaterThan(26);
  expect(time).toBeLessThan(34);
  expect(time / timeFor40Metres(0)).toBeCloseTo(1, 2);
});

test.each(SEEDS)('S5: passes someone who stands about in the way, without touching (seed %i)', (seed) => {
  const { walked, overlap } = passStander(0.4 * (mulberry32(seed)() - 0.5));
  expect(walked).toBeGreaterThan(11.5);
  expect(overlap).toBe(0);
});

test.each(SEEDS)('S6, RiMEA 7: fifty people keep to the speeds that they were given (seed %i)', (seed) => {
  const off = keptSpeeds(seed).flatMap(({ last, highest }) => [Math.abs(last - 1), highest - 1]);
  console.log(`RiMEA 7, seed ${seed}: speeds within ${(100 * Math.max(...off)).toFixed(3)} %`);
  expect(Math.max(...off)).toBeLessThan(0.01);
});

test.each(SEEDS)(
  'S12: the more anticipation, the earlier two who meet step aside; 3 m ahead at 1 (seed %i)',
  (seed) => {
    const aside = 0.03 + 0.04 * mulberry32(seed)();
    const distances = [0, 0.1, 0.25, 0.5].map((anticipation) => reactionDistance(anticipation, aside));
    const farthest = reactionDistance(1, aside);
    console.log(`S12, seed ${seed}: ${[...distances, farthest].map((d) => d.toFixed(2)).join(', ')} m`);
    expect(distances).toEqual([...new Set(distances)].sort((a, b) => a - b));
    expect(farthest).toBeGreaterThanOrEqual(3);
  },
);

test.each(SEEDS)('S14: the more personalSpace, the nearer to the middle of their side (seed %i)', (seed) => {
  const spreads = [0, 0.5, 1].map((personalSpace) => {
    const simulation = walkingCrowd({
      boundaryShape: 'road',
      spawnRadius: 6,
      boundaryRadius: 40,
      obstacles: [],
      seed,
      personalSpace,
      pace: 1,
      size: 60,
    });
    // The mean over half a minute: one moment of sixty people says little.
    let squares = 0;
    for (let step = 0; step < 1200; step++) {
      simulation.step();
      if (step < 600 || step % 20 !== 0) continue;
      const x = Array.from({ length: 60 }, (_, i) => numberOf(simulation, i, 'x'));
      for (const side of [x.filter((value) => value > 0), x.filter((value) => value <= 0)]) {
        const mean = side.reduce((a, b) => a + b, 0) / side.length;
        squares += side.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 30;
      }
    }
    return Math.sqrt(squares / 60) / 6;
  });
  console.log(`S14, seed ${seed}: ${spreads.map((spread) => spread.toFixed(3)).join(', ')}`);
  expect(spreads[1]).toBeLessThan(spreads[0]);
  expect(spreads[2]).toBeLessThan(spreads[1]);
});
