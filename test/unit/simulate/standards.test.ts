import type { Recipe } from 'three-crowd/protocol';
import { Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { laneOrder, meanForwardSpeed, numberOf, worstOverlap } from '../../support/simulate/measures.js';
import { corridor, personAt, scenarioOf } from '../../support/simulate/scenarios.js';
import { keptSpeeds, passStander, reactionDistance, timeFor40Metres } from '../../support/simulate/trials.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

describe('one walker', () => {
  test('S1, RiMEA 1: 40 m at 1.33 m/s take 26 to 34 s', () => {
    const time = timeFor40Metres(0);
    expect(time).toBeGreaterThan(26);
    expect(time).toBeLessThan(34);
  });

  test('S2: turned by 45 degrees, the same time to 1 %', () => {
    expect(timeFor40Metres(Math.PI / 4) / timeFor40Metres(0)).toBeCloseTo(1, 2);
  });

  test('S5: passes someone who stands in the way, without touching', () => {
    const { walked, overlap } = passStander(0.05);
    expect(walked).toBeGreaterThan(11.5);
    expect(overlap).toBe(0);
  });

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
});

test('S6, RiMEA 7: fifty people keep to the speeds that they were given (seed 7)', () => {
  for (const { last, highest } of keptSpeeds(7)) {
    expect(highest).toBeLessThan(1.001);
    expect(last).toBeGreaterThan(0.99);
  }
});

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

test('S12: the more anticipation, the earlier two who meet head on step aside; at least 3 m ahead at 1', () => {
  const distances = [0, 0.1, 0.25, 0.5].map((anticipation) => reactionDistance(anticipation));
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
  expect(new Set(distances).size).toBe(4);
  expect(reactionDistance(1)).toBeGreaterThanOrEqual(3);
});

test('S14: the more personalSpace, the nearer to the middle of their side people walk (seed 42)', () => {
  const spreads = [0, 0.5, 1].map((personalSpace) => {
    const road: Partial<Recipe> = {
      boundaryShape: 'road',
      spawnRadius: 6,
      boundaryRadius: 40,
      obstacles: [],
    };
    const simulation = walkingCrowd({ ...road, personalSpace, pace: 1, size: 60 });
    for (let step = 0; step < 600; step++) simulation.step();
    const x = Array.from({ length: 60 }, (_, i) => numberOf(simulation, i, 'x'));
    const sides = [x.filter((value) => value > 0), x.filter((value) => value <= 0)];
    const deviations = sides.map((side) => {
      const mean = side.reduce((a, b) => a + b, 0) / side.length;
      return side.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    });
    return Math.sqrt(deviations.reduce((a, b) => a + b, 0) / 60) / 6;
  });
  expect(spreads[1]).toBeLessThan(spreads[0]);
  expect(spreads[2]).toBeLessThan(spreads[1]);
});

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
