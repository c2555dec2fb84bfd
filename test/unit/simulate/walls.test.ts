import { Simulation, type Wall } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { numberOf, worstOverlap } from '../../support/simulate/measures.js';
import { BODY_RADIUS, fillBox, personAt, scenarioOf } from '../../support/simulate/scenarios.js';

const ROOM = { kind: 'rectangle', halfWidth: 10, halfLength: 10 } as const;

test('a wall across a room is walked round, by about the shortest way', () => {
  // From one side to the other through the gap between the wall and the room's edge at x = 10.
  const walls: Wall[] = [[-10, 0, 8, 0]];
  const walker = personAt(-8, -5, { kind: 'go', x: -8, z: 5 }, { speed: 1.3 });
  const simulation = new Simulation(scenarioOf([walker], { walls, boundary: ROOM }));
  let walked = 0;
  while (simulation.time < 60 && walked === 0) {
    simulation.step();
    if (simulation.takeEvents().some(({ kind }) => kind === 'arrived'))
      walked = numberOf(simulation, 0, 'distance');
  }
  const shortest = 2 * Math.hypot(16 + BODY_RADIUS, 5);
  expect(walked).toBeGreaterThan(shortest - 1);
  expect(walked).toBeLessThan(shortest * 1.08);
});

test('nobody crosses a wall, however hard the others push (seed 3)', () => {
  const walls: Wall[] = [[-10, 2, 10, 2]];
  const people = fillBox([-9, -9, 9, 1], 200, (x) => ({ kind: 'go', x, z: 9 }), 3);
  const simulation = new Simulation(scenarioOf(people, { walls, boundary: ROOM }));
  for (let step = 0; step < 600; step++) {
    simulation.step();
    for (let i = 0; i < 200; i++) expect(numberOf(simulation, i, 'z')).toBeLessThan(2);
  }
  const nearest = Math.max(...people.map((_, i) => numberOf(simulation, i, 'z')));
  expect(nearest).toBeLessThanOrEqual(2 - BODY_RADIUS + 1e-4);
});

describe.each([1, 2, 3, 4, 5])('S4, RiMEA 6: twenty people round a corner (seed %i)', (seed) => {
  // Two corridors 2 m wide that meet at a right angle, walled on both sides.
  const walls: Wall[] = [
    [-10, -1, 1, -1],
    [1, -1, 1, 10],
    [-10, 1, -1, 1],
    [-1, 1, -1, 10],
    [-10, -1, -10, 1],
  ];
  const people = fillBox(
    [-9.8, -0.75, -3.8, 0.75],
    20,
    () => ({ kind: 'go', x: 0, z: 9, leaves: true, within: 1 }),
    seed,
  );
  const simulation = new Simulation(scenarioOf(people, { walls, boundary: ROOM }));
  let overlap = 0;
  let outside = 0;
  while (simulation.time < 60) {
    simulation.step();
    overlap = Math.max(overlap, worstOverlap(simulation));
    for (let i = 0; i < 20; i++) {
      if (numberOf(simulation, i, 'state') === 0) continue;
      const [x, z] = [numberOf(simulation, i, 'x'), numberOf(simulation, i, 'z')];
      const isInside = (x < 1 && z > -1 && z < 1) || (Math.abs(x) < 1 && z > -1);
      if (!isInside) outside += 1;
    }
  }

  test('all arrive, nobody leaves the corridor, nobody stands in anybody', () => {
    const left = people.filter((_, i) => numberOf(simulation, i, 'state') === 0);
    expect(left).toHaveLength(20);
    expect(outside).toBe(0);
    expect(overlap).toBeLessThan(0.02);
  });
});
