import { createHash } from 'node:crypto';
import type { Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { hashOf, RECORDED_HASHES, recordedCrowds, resumed } from '../../support/simulate/hash-frames.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

const SECONDS = 20;

function run(simulation: Simulation, seconds: number): Simulation {
  for (let step = 0; step < seconds * 20; step++) simulation.step();
  return simulation;
}

describe('S16: the same recipe and the same time give the same state', () => {
  const crowds = Object.entries(recordedCrowds());

  test('there are crowds, and each differs from the others', () => {
    expect(crowds).toHaveLength(5);
    expect(new Set(Object.values(RECORDED_HASHES)).size).toBe(5);
  });

  test.each(crowds)('%s, as recorded', (name, simulation) => {
    expect(hashOf(run(simulation, SECONDS).current)).toBe(RECORDED_HASHES[name]);
  });

  test('twice, and by SHA-256', () => {
    const [a, b] = [0, 1].map(() => run(walkingCrowd(), SECONDS).current);
    const sha = (frame: Float32Array): string => createHash('sha256').update(frame).digest('hex');
    expect(sha(a)).toBe(sha(b));
  });
});

describe('snapshots', () => {
  test('a simulation that resumes one goes on as the first did, with what happened since', () => {
    const simulation = run(walkingCrowd(), 5);
    simulation.commands.goTo(3, [1, 1]);
    simulation.commands.setObstacle(77, { x: 5, z: 5, radius: 1 });
    simulation.commands.march(
      [1, 2, 5, 6],
      [
        [0, 0],
        [9, 9],
      ],
    );
    run(simulation, 3);
    const snapshot = structuredClone(simulation.takeSnapshot());
    const copy = resumed(simulation, snapshot);
    expect(copy.time).toBe(simulation.time);
    expect(copy.current).toEqual(simulation.current);
    expect(hashOf(run(copy, 5).current)).toBe(hashOf(run(simulation, 5).current));
  });

  test('going back and forth in time', () => {
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

  test('what people were told is told again', () => {
    const simulation = run(walkingCrowd(), 1);
    simulation.commands.goTo(3, [1, 1]);
    run(simulation, 4);
    const state = hashOf(simulation.current);
    simulation.jumpTo(0.5);
    simulation.jumpTo(5);
    expect(hashOf(simulation.current)).toBe(state);
  });
});
