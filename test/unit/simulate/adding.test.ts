import { FRAME, FRAME_STATE, type Person, Simulation, SimulationDriver } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { expectToResume, hashOf } from '../../support/simulate/hash-frames.js';
import { numberOf } from '../../support/simulate/measures.js';
import { personAt, run, scenarioOf, straight } from '../../support/simulate/scenarios.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

const ALONG = { kind: 'follow', path: 0, direction: 1 } as const;

function road(people: readonly Person[]): Simulation {
  return new Simulation(scenarioOf(people, { paths: [straight([0, -50], [0, 50])] }));
}

/** Metres that a person moved since the frame before. */
function moved({ previous, current }: Simulation, person: number): number {
  const o = person * 8;
  return Math.hypot(current[o] - previous[o], current[o + FRAME.z] - previous[o + FRAME.z]);
}

describe('an added agent', () => {
  test('starts at its place, and others walk round it', () => {
    const simulation = run(road([personAt(0, -20, ALONG)]), 2);
    simulation.commands.add(1, personAt(0.05, 0, { kind: 'stand' }));
    simulation.commands.add(2, personAt(3, -10, ALONG));
    let nearest = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 400; step++) {
      simulation.step();
      nearest = Math.min(nearest, Math.hypot(numberOf(simulation, 0, 'x'), numberOf(simulation, 0, 'z')));
    }
    expect(numberOf(simulation, 0, 'z')).toBeGreaterThan(5);
    expect(nearest).toBeGreaterThan(0.35);
    expect(numberOf(simulation, 2, 'z')).toBeGreaterThan(10);
  });

  test('is in the frames at once, and unused indices before it are gone', () => {
    const simulation = run(road([0, 1, 2].map((k) => personAt(k, 0, ALONG))), 2);
    simulation.commands.add(4, personAt(7, 8, ALONG));
    expect(simulation.size).toBeGreaterThanOrEqual(5);
    expect(simulation.current).toHaveLength(8 * simulation.size);
    expect([numberOf(simulation, 4, 'x'), numberOf(simulation, 4, 'z')]).toEqual([7, 8]);
    expect(numberOf(simulation, 3, 'state')).toBe(FRAME_STATE.gone);
    simulation.step();
    expect(moved(simulation, 4)).toBeLessThan(0.1);
    expect(simulation.current.every(Number.isFinite)).toBe(true);
  });

  test('reuses the index of a removed agent, without its state', () => {
    const simulation = run(road([personAt(0, -20, ALONG), personAt(2, -20, ALONG)]), 4);
    simulation.commands.remove(0);
    run(simulation, 1);
    simulation.commands.add(0, personAt(9, 9, { kind: 'stand' }));
    run(simulation, 5);
    expect(numberOf(simulation, 0, 'x')).toBeCloseTo(9, 6);
    expect(numberOf(simulation, 0, 'distance')).toBe(0);
  });

  test('keeps apart from the others, whatever its size: a hundred agents on an empty road', () => {
    const simulation = road([]);
    for (let i = 0; i < 100; i++) {
      const place = personAt((i % 10) - 5, Math.floor(i / 10) - 30, ALONG, {
        radius: i % 7 === 0 ? 0.6 : 0.2,
      });
      simulation.commands.add(i, place);
    }
    run(simulation, 10);
    for (let i = 0; i < 100; i++) {
      for (let j = 0; j < i; j++) {
        const dx = numberOf(simulation, i, 'x') - numberOf(simulation, j, 'x');
        const dz = numberOf(simulation, i, 'z') - numberOf(simulation, j, 'z');
        const touch = (i % 7 === 0 ? 0.6 : 0.2) + (j % 7 === 0 ? 0.6 : 0.2);
        expect(Math.hypot(dx, dz) / touch).toBeGreaterThan(0.95);
      }
    }
  });

  test('is added again after a jump back in time, and in a copy that resumes', () => {
    const simulation = run(walkingCrowd(), 1);
    simulation.commands.add(simulation.size, personAt(1, 1, { kind: 'wander' }, { radius: 0.5 }));
    simulation.commands.remove(3);
    simulation.commands.add(3, personAt(-4, 1, { kind: 'wander' }));
    run(simulation, 2);
    expectToResume(simulation, 2);
    const state = hashOf(simulation.current);
    simulation.jumpTo(0.5);
    expect(simulation.size).toBe(simulation.scenario.people.length);
    simulation.jumpTo(5);
    expect(hashOf(simulation.current)).toBe(state);
  });
});

test('companions of a removed leader continue along its path', () => {
  const beside = { kind: 'accompany', leader: 0, left: 0.8, ahead: 0 } as const;
  const simulation = run(road([personAt(0, -20, ALONG), personAt(0.8, -20, beside)]), 4);
  simulation.commands.remove(0);
  simulation.commands.add(0, personAt(-10, 0, { kind: 'stand' }));
  const before = numberOf(simulation, 1, 'z');
  run(simulation, 10);
  expect(numberOf(simulation, 1, 'z') - before).toBeGreaterThan(11);
});

test('commands for all skip removed agents', () => {
  const simulation = run(road([personAt(0, -20, ALONG), personAt(2, -20, ALONG)]), 1);
  simulation.commands.remove(1);
  simulation.commands.goTo('all', [0, 0]);
  simulation.commands.setPositions(new Float32Array([1, 1, 0, 2, 2, 0]));
  run(simulation, 1);
  expect(numberOf(simulation, 0, 'x')).toBe(1);
  expect(numberOf(simulation, 1, 'state')).toBe(FRAME_STATE.gone);
});

test('a driver shows an added agent at its place at once, also on a reused index', () => {
  const { scenario } = walkingCrowd();
  const driver = new SimulationDriver(scenario, { worker: false });
  for (let frame = 0; frame < 60; frame++) driver.advance(1 / 60);
  driver.commands.remove(3);
  driver.commands.add(3, personAt(11, 12, { kind: 'stand' }));
  driver.commands.add(driver.size, personAt(13, 14, { kind: 'stand' }));
  const places: number[] = [];
  for (let frame = 0; frame < 30; frame++) {
    driver.advance(1 / 60);
    places.push(driver.previous[3 * 8], driver.current[3 * 8]);
  }
  expect(new Set(places)).toEqual(new Set([11]));
  expect(driver.size).toBeGreaterThan(scenario.people.length);
  expect(driver.current[scenario.people.length * 8]).toBe(13);
});
