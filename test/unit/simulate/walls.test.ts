import { Simulation, type Wall } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { expectToResume } from '../../support/simulate/hash-frames.js';
import { numberOf, takeArrivals, worstOverlap } from '../../support/simulate/measures.js';
import { BODY_RADIUS, fillBox, personAt, run, scenarioOf } from '../../support/simulate/scenarios.js';

const ROOM = { kind: 'rectangle', halfWidth: 10, halfLength: 10 } as const;

test('a wall across a room is walked round, by about the shortest way', () => {
  // From one side to the other through the gap between the wall and the room's edge at x = 10.
  const walls: Wall[] = [[-10, 0, 8, 0]];
  const walker = personAt(-8, -5, { kind: 'go', x: -8, z: 5 }, { speed: 1.3 });
  const simulation = new Simulation(scenarioOf([walker], { walls, boundary: ROOM }));
  let walked = 0;
  while (simulation.time < 60 && walked === 0) {
    simulation.step();
    if (takeArrivals(simulation).length > 0) walked = numberOf(simulation, 0, 'distance');
  }
  const shortest = 2 * Math.hypot(16 + BODY_RADIUS, 5);
  expect(walked).toBeGreaterThan(shortest - 1);
  expect(walked).toBeLessThan(shortest * 1.08);
});

describe('the way through a maze', () => {
  // Walls from either side by turns, each with a gap at its end: five crossings of about 8 m.
  const walls = Array.from({ length: 4 }, (_, k): Wall => {
    const z = 2 * k - 3;
    return k % 2 === 0 ? [-5, z, 3.5, z] : [-3.5, z, 5, z];
  });
  const boundary = { kind: 'rectangle', halfWidth: 5, halfLength: 5 } as const;

  test('is found, and about as long as the shortest one', () => {
    const walker = personAt(-4, -4, { kind: 'go', x: -4, z: 4 }, { speed: 1.3 });
    const simulation = new Simulation(scenarioOf([walker], { walls, boundary }));
    while (simulation.time < 120 && simulation.takeEvents().length === 0) simulation.step();
    const corners = walls.map(([fromX, z, toX]): [number, number] => [fromX === -5 ? toX : fromX, z]);
    const places = [[-4, -4], ...corners, [-4, 4]];
    const shortest = places
      .slice(1)
      .reduce((sum, [x, z], k) => sum + Math.hypot(x - places[k][0], z - places[k][1]), 0);
    expect(numberOf(simulation, 0, 'z')).toBeGreaterThan(3.5);
    expect(numberOf(simulation, 0, 'distance')).toBeGreaterThan(shortest - 1);
    // Round the end of a wall a point turns on the spot; a walker at 2.1 rad/s takes half a circle of 0.62 m.
    expect(numberOf(simulation, 0, 'distance')).toBeLessThan(shortest + 4 * Math.PI * 0.62);
  });

  test('is found by twenty at once, and nobody crosses a wall (seed 5)', () => {
    const goal = { kind: 'go', x: 0, z: 4, removeOnArrival: true } as const;
    const people = fillBox([-4.5, -4.7, 4, -3.5], 20, () => goal, 5);
    const simulation = new Simulation(scenarioOf(people, { walls, boundary }));
    let left = 20;
    while (simulation.time < 120 && left > 0) {
      simulation.step();
      left -= takeArrivals(simulation).length;
    }
    expect(left).toBe(0);
    for (let i = 0; i < 20; i++) expect(numberOf(simulation, i, 'distance')).toBeGreaterThan(24);
  });
});

describe('a room with two doors', () => {
  const walls: Wall[] = [
    [-10, 0, -6, 0],
    [-4, 0, 4, 0],
    [6, 0, 10, 0],
  ];
  /** Where someone who goes from one half of the room to the other crosses the wall. */
  const doorTaken = (tell: (simulation: Simulation) => void, isMoving = false): number => {
    const walker = personAt(-5, -8, { kind: 'stand' });
    const simulation = new Simulation(scenarioOf([walker], { walls, boundary: ROOM }));
    tell(simulation);
    for (let step = 0; step < 40; step++) {
      if (isMoving) simulation.commands.setObstacle(1, { x: -5 + 0.001 * step, z: 0, radius: 0.3 });
      simulation.step();
    }
    simulation.commands.goTo(0, [-5, 8]);
    while (simulation.time < 60 && numberOf(simulation, 0, 'z') < 0) simulation.step();
    return numberOf(simulation, 0, 'x');
  };
  const cart = { x: -5, z: 0, radius: 1 };

  test('people take the nearer one, and the other while a cart stands in it', () => {
    expect(doorTaken(() => {})).toBeCloseTo(-5, 0);
    expect(doorTaken(({ commands }) => commands.setObstacle(1, cart))).toBeGreaterThan(4);
  });

  test('and the nearer one again when the cart is gone', () => {
    const tell = (simulation: Simulation): void => {
      simulation.commands.setObstacle(1, cart);
      run(simulation, 2);
      simulation.commands.removeObstacle(1);
    };
    expect(doorTaken(tell)).toBeCloseTo(-5, 0);
  });

  test('what moves is walked round where it is met', () => {
    expect(doorTaken(() => {}, true)).toBeLessThan(-4);
  });

  test('a copy that resumes in between takes the same ways', () => {
    const people = fillBox([-9, -9, 9, -5], 30, (x) => ({ kind: 'go', x, z: 8 }), 7);
    const simulation = new Simulation(scenarioOf(people, { walls, boundary: ROOM }));
    simulation.commands.setObstacle(1, cart);
    expectToResume(run(simulation, 0.5), 5);
  });
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
    () => ({ kind: 'go', x: 0, z: 9, removeOnArrival: true, within: 1 }),
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
