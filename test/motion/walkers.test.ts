import { Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import { numberOf, worstOverlap } from '../support/simulate/measures.js';
import { drawSpeeds, personAt, scenarioOf, straight } from '../support/simulate/scenarios.js';
import { walkingCrowd } from '../support/simulate/walking-crowd.js';

const SEEDS = [1, 2, 3, 4, 5];

/** Seconds that one walker takes for 40 m at an angle, from rest. */
function timeFor40Metres(angle: number, [x, z]: [x: number, z: number] = [0, 0]): number {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const path = straight([x, z], [x + 60 * sin, z + 60 * cos]);
  const walker = personAt(x, z, { kind: 'follow', path: 0, direction: 1 }, { speed: 1.33, heading: angle });
  const simulation = new Simulation(scenarioOf([walker], { paths: [path] }));
  while ((numberOf(simulation, 0, 'x') - x) * sin + (numberOf(simulation, 0, 'z') - z) * cos < 40)
    simulation.step();
  return simulation.time;
}

test.each(SEEDS)('S1, S2, RiMEA 1: 40 m from anywhere, any way, take the same time (seed %i)', (seed) => {
  const random = mulberry32(seed);
  const time = timeFor40Metres(2 * Math.PI * random(), [10 * random(), 10 * random()]);
  console.log(`RiMEA 1, seed ${seed}: ${time.toFixed(2)} s`);
  expect(time).toBeGreaterThan(26);
  expect(time).toBeLessThan(34);
  expect(time / timeFor40Metres(0)).toBeCloseTo(1, 2);
});

test.each(SEEDS)('S5: passes someone who stands about in the way, without touching (seed %i)', (seed) => {
  const aside = 0.4 * (mulberry32(seed)() - 0.5);
  const walker = personAt(0, 0, { kind: 'go', x: 0, z: 12 });
  const simulation = new Simulation(scenarioOf([walker, personAt(aside, 6, { kind: 'stand' })]));
  let overlap = 0;
  while (simulation.time < 20) {
    simulation.step();
    overlap = Math.max(overlap, worstOverlap(simulation));
  }
  expect(numberOf(simulation, 0, 'z')).toBeGreaterThan(11.5);
  expect(overlap).toBe(0);
});

test.each(SEEDS)('S6, RiMEA 7: fifty people keep to the speeds that they were given (seed %i)', (seed) => {
  const speed = drawSpeeds(seed);
  const paths = Array.from({ length: 50 }, (_, i) => straight([3 * i - 75, -100], [3 * i - 75, 100]));
  const people = paths.map((_, path) =>
    personAt(3 * path - 75, -50, { kind: 'follow', path, direction: 1 }, { speed: speed() }),
  );
  const simulation = new Simulation(scenarioOf(people, { paths }));
  while (simulation.time < 20) simulation.step();
  const off = people.map((person, i) => Math.abs(numberOf(simulation, i, 'speed') / person.speed - 1));
  console.log(`RiMEA 7, seed ${seed}: speeds within ${(100 * Math.max(...off)).toFixed(3)} %`);
  expect(Math.max(...off)).toBeLessThan(0.01);
});

describe('S12: the more anticipation, the earlier two who meet step aside', () => {
  test.each(SEEDS)('at least 3 m ahead at 1 (seed %i)', (seed) => {
    const aside = 0.03 + 0.04 * mulberry32(seed)();
    const reactionDistance = (anticipation: number): number => {
      const paths = [straight([0, -100], [0, 100])];
      const people = [
        personAt(-aside / 2, -10, { kind: 'follow', path: 0, direction: 1 }),
        personAt(aside / 2, 10, { kind: 'follow', path: 0, direction: -1 }, { heading: Math.PI }),
      ];
      const simulation = new Simulation(scenarioOf(people, { paths, anticipation }));
      for (let step = 0; step < 300; step++) {
        simulation.step();
        const moved = Math.abs(simulation.current[0] - simulation.previous[0]) / 0.05;
        if (moved > 0.05) return numberOf(simulation, 1, 'z') - numberOf(simulation, 0, 'z');
      }
      return 0;
    };
    const distances = [0, 0.1, 0.25, 0.5].map(reactionDistance);
    const farthest = reactionDistance(1);
    console.log(`S12, seed ${seed}: ${[...distances, farthest].map((d) => d.toFixed(2)).join(', ')} m`);
    expect(distances).toEqual([...new Set(distances)].sort((a, b) => a - b));
    expect(farthest).toBeGreaterThanOrEqual(3);
  });
});

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
