import { describe, expect, test } from 'vitest';
import { pathOf } from '../../support/sample-recipe.js';
import {
  expectToResume,
  hashOf,
  RECORDED_HASHES,
  recordedCrowds,
} from '../../support/simulate/hash-frames.js';
import { run } from '../../support/simulate/scenarios.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

const SECONDS = 20;

describe('S16: the same recipe and the same time give the same state', () => {
  const crowds = Object.entries(recordedCrowds());

  test('there are crowds, and each differs from the others', () => {
    expect(crowds).toHaveLength(5);
    expect(new Set(Object.values(RECORDED_HASHES)).size).toBe(5);
  });

  test.each(crowds)('%s, as recorded', (name, simulation) => {
    expect(hashOf(run(simulation, SECONDS).current)).toBe(RECORDED_HASHES[name]);
  });
});

describe('snapshots', () => {
  test('a copy that resumes one continues exactly as the original, commands included', () => {
    const simulation = run(walkingCrowd(), 5);
    simulation.commands.goTo(3, [1, 1]);
    simulation.commands.setObstacle(77, { x: 5, z: 5, radius: 1 });
    simulation.commands.march([1, 2, 5, 6], pathOf([0, 0], [9, 9]));
    expectToResume(run(simulation, 3), 5);
  });

  test('jumpTo goes back and forth in time', () => {
    const simulation = walkingCrowd();
    const states = [0, 2, 5].map((time) => {
      simulation.jumpTo(time);
      return hashOf(simulation.current);
    });
    expect(new Set(states).size).toBe(3);
    simulation.jumpTo(2);
    expect(simulation.time).toBeCloseTo(2, 9);
    expect(hashOf(simulation.current)).toBe(states[1]);
    simulation.jumpTo(0);
    expect(hashOf(simulation.current)).toBe(states[0]);
  });
});
