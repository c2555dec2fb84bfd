import { groupsOf } from 'three-crowd/generate';
import type { Recipe } from 'three-crowd/protocol';
import type { Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { sampleRecipe } from '../../support/sample-recipe.js';
import { numberOf } from '../../support/simulate/measures.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

/** A wide road with few people on it: population A of the measurements was 0.03 people a square metre. */
const ROAD: Partial<Recipe> = {
  seed: 12,
  size: 90,
  groupingMode: true,
  pace: 1,
  boundaryShape: 'road',
  boundaryRadius: 150,
  spawnRadius: 15,
  obstacles: [],
};

/** Metres of a person to the left and to the front of another, seen along the way that one faces. */
function offset(simulation: Simulation, of: number, from: number): { left: number; ahead: number } {
  const heading = numberOf(simulation, from, 'heading');
  const dx = numberOf(simulation, of, 'x') - numberOf(simulation, from, 'x');
  const dz = numberOf(simulation, of, 'z') - numberOf(simulation, from, 'z');
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  return { left: dx * cos - dz * sin, ahead: dx * sin + dz * cos };
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

describe('people who walk together, as Moussaïd et al. 2010 measured them (seed 12)', () => {
  const groups = groupsOf(sampleRecipe(ROAD));
  const pairs = groups.filter(({ size }) => size === 2);
  const threes = groups.filter(({ size }) => size === 3);
  const simulation = walkingCrowd(ROAD);
  const pairDistances: number[] = [];
  const pairAngles: number[] = [];
  const sideDistances: number[] = [];
  const depths: number[] = [];
  for (let second = 0; second < 60; second++) {
    for (let step = 0; step < 20; step++) simulation.step();
    // They first find together, from the ring on which they were placed.
    if (second < 10) continue;
    for (const { first } of pairs) {
      const { left, ahead } = offset(simulation, first + 1, first);
      pairDistances.push(Math.hypot(left, ahead));
      pairAngles.push(Math.abs(Math.atan2(left, ahead)) * (180 / Math.PI));
    }
    for (const { first } of threes) {
      const sides = [1, 2].map((k) => offset(simulation, first + k, first));
      sideDistances.push(...sides.map(({ left, ahead }) => Math.hypot(left, ahead)));
      depths.push(mean(sides.map(({ ahead }) => ahead)));
    }
  }

  test('there are pairs and threes to look at', () => {
    expect(pairs.length).toBeGreaterThan(3);
    expect(threes.length).toBeGreaterThan(3);
  });

  test('pairs walk side by side, 0.8 m apart', () => {
    expect(mean(pairDistances)).toBeGreaterThan(0.7);
    expect(mean(pairDistances)).toBeLessThan(0.9);
    expect(mean(pairAngles)).toBeGreaterThan(80);
    expect(mean(pairAngles)).toBeLessThan(100);
  });

  test('of three, neighbours are 0.8 m apart and the one in the middle walks a little behind', () => {
    expect(mean(sideDistances)).toBeGreaterThan(0.7);
    expect(mean(sideDistances)).toBeLessThan(0.95);
    expect(mean(depths)).toBeGreaterThan(0.05);
    expect(mean(depths)).toBeLessThan(0.3);
  });

  test('the larger a group, the slower it walks, by 0.04 m/s of 1.26 a member', () => {
    const alone = walkingCrowd({ ...ROAD, groupingMode: false });
    for (const { first, size } of groups) {
      const members = Array.from({ length: size }, (_, k) => first + k);
      const slowest = Math.min(...members.map((person) => alone.scenario.people[person].speed));
      for (const person of members) {
        const { speed } = simulation.scenario.people[person];
        expect(speed / slowest).toBeCloseTo(1 - (0.04 / 1.26) * (size - 1), 1);
        expect(speed).toBeLessThanOrEqual(slowest);
      }
    }
  });
});
