/** `npm run test:motion` runs these with all seeds, and prints the figures. */
import { Simulation } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { testInTurn } from '../../support/in-turn.js';
import { laneOrder, meanForwardSpeed, numberOf, worstOverlap } from '../../support/simulate/measures.js';
import { corridor, personAt, scenarioOf } from '../../support/simulate/scenarios.js';
import { keptSpeeds, passStander, reactionDistance, timeFor40Metres } from '../../support/simulate/trials.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

const SEEDS = [1, 2, 3, 4, 5];

testInTurn(SEEDS, [0])(
  'S1, S2, RiMEA 1: 40 m from anywhere, any way, take the same time (seed %i)',
  (seed) => {
    const random = mulberry32(seed);
    const time = timeFor40Metres(2 * Math.PI * random(), [10 * random(), 10 * random()]);
    console.log(`RiMEA 1, seed ${seed}: ${time.toFixed(2)} s`);
    expect(time).toBeGreaterThan(26);
    expect(time).toBeLessThan(34);
    expect(time / timeFor40Metres(0)).toBeCloseTo(1, 2);
  },
);

testInTurn(SEEDS, [0])(
  'S5: passes someone who stands about in the way, without touching (seed %i)',
  (seed) => {
    const { walked, overlap } = passStander(0.4 * (mulberry32(seed)() - 0.5));
    expect(walked).toBeGreaterThan(11.5);
    expect(overlap).toBe(0);
  },
);

test('S5: stops before a gap narrower than a body', () => {
  const walls = [
    [-5, 4, -0.15, 4],
    [0.15, 4, 5, 4],
  ] as const;
  const walker = personAt(0, 0, { kind: 'go', x: 0, z: 8 });
  const box = { kind: 'rectangle', halfWidth: 5, halfLength: 10 } as const;
  const simulation = new Simulation(scenarioOf([walker], { walls, boundary: box }));
  while (simulation.time < 20) simulation.step();
  expect(numberOf(simulation, 0, 'z')).toBeGreaterThan(2);
  expect(numberOf(simulation, 0, 'z')).toBeLessThan(4);
  expect(simulation.takeEvents()).toContainEqual(expect.objectContaining({ kind: 'blocked', person: 0 }));
});

testInTurn(SEEDS, [0])(
  'S6, RiMEA 7: fifty people keep to the speeds that they were given (seed %i)',
  (seed) => {
    const kept = keptSpeeds(seed);
    const least = Math.min(...kept.map(({ last }) => last));
    const most = Math.max(...kept.map(({ highest }) => highest));
    console.log(
      `RiMEA 7, seed ${seed}: speeds from ${least.toFixed(4)} to ${most.toFixed(4)} of what was given`,
    );
    expect(least).toBeGreaterThan(0.99);
    expect(most).toBeLessThan(1.001);
  },
);

test('S8: a hundred people in two directions form lanes within a minute and walk on (seed 3)', () => {
  const simulation = new Simulation(corridor({ width: 4, length: 50, count: 100, seed: 3, isTwoWay: true }));
  let forward = 0;
  let overlap = 0;
  for (let step = 0; step < 1200; step++) {
    simulation.step();
    if (step >= 1000) forward += meanForwardSpeed(simulation) / 200;
    if (step % 20 === 0) overlap = Math.max(overlap, worstOverlap(simulation));
  }
  expect(laneOrder(simulation)).toBeGreaterThanOrEqual(0.7);
  expect(forward).toBeGreaterThanOrEqual(0.9);
  expect(overlap).toBeLessThan(0.01);
});

testInTurn(SEEDS, [0])(
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

testInTurn(SEEDS, [0])(
  'S14: the more personalSpace, the nearer to the middle of their side (seed %i)',
  (seed) => {
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
  },
);

test('S15: those who gathered round an attraction stand still and look at it (seed 42)', () => {
  const simulation = walkingCrowd({ attractActive: true, attractTarget: { x: 4, z: -3 }, pace: 1 });
  for (let step = 0; step < 1800; step++) simulation.step();
  const { size, previous, current } = simulation;
  let moved = 0;
  let facing = 0;
  for (let i = 0; i < size; i++) {
    const [x, z] = [numberOf(simulation, i, 'x'), numberOf(simulation, i, 'z')];
    moved += Math.hypot(x - previous[i * 8], z - previous[i * 8 + 2]) / 0.05;
    const bearing = Math.atan2(4 - x, -3 - z);
    facing += Math.cos(bearing - current[i * 8 + 3]);
  }
  expect(moved / size).toBeLessThan(0.02);
  expect(facing / size).toBeGreaterThan(0.95);
  expect(worstOverlap(simulation)).toBeLessThan(0.01);
});
