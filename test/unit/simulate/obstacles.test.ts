import { type Goal, Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { distanceTo, numberOf, overlaps, percentile, takeArrivals } from '../../support/simulate/measures.js';
import { BODY_RADIUS, fillBox, personAt, run, scenarioOf } from '../../support/simulate/scenarios.js';

/** Metres a second of whoever is quickest. */
const quickest = (simulation: Simulation): number =>
  Math.max(...Array.from({ length: simulation.size }, (_, i) => numberOf(simulation, i, 'speed')));

describe.each([0.5, 1, 4])('an obstacle with a radius of %f m', (radius) => {
  const obstacles = [{ x: 0, z: 0, radius }];

  test.each([
    ['go', 'its middle', 0],
    ['go', 'a point behind its edge', radius - 0.05],
    ['gather', 'its middle', 0],
    ['gather', 'a point behind its edge', radius - 0.05],
  ] as const)('is where those arrive who %s to %s', (kind, _point, z) => {
    const goal: Goal = { kind, x: 0, z };
    const simulation = new Simulation(scenarioOf([personAt(0.1, -10, goal)], { obstacles }));
    run(simulation, 30);
    expect(takeArrivals(simulation)).toEqual([0]);
    expect(quickest(simulation)).toBeLessThan(0.02);
    expect(distanceTo(simulation, 0, 0, 0)).toBeGreaterThan(radius + BODY_RADIUS);
    // No farther from the point than the obstacle and the way that people keep to it make it, and who gathers keeps one more.
    const nearest = radius + BODY_RADIUS - z;
    expect(distanceTo(simulation, 0, 0, z)).toBeLessThan(
      Math.max(nearest + 0.4, kind === 'gather' ? 1.3 : 0),
    );
  });

  test('may stand on somebody, who stands beside it and comes back when it goes', () => {
    const simulation = new Simulation(scenarioOf([personAt(0.1, 0.2, { kind: 'stand' })]));
    simulation.commands.setObstacle(0, obstacles[0]);
    run(simulation, 30);
    expect(distanceTo(simulation, 0, 0, 0)).toBeGreaterThan(radius + BODY_RADIUS - 0.01);
    expect(distanceTo(simulation, 0, 0, 0)).toBeLessThan(radius + BODY_RADIUS + 0.5);
    const before = simulation.current.slice();
    run(simulation, 10);
    expect(simulation.current).toEqual(before);
    simulation.commands.removeObstacle(0);
    run(simulation, 30);
    expect(distanceTo(simulation, 0, 0.1, 0.2)).toBeLessThan(0.1);
  });
});

test('people gather round a stall, all of them arrive, and nobody walks round it', () => {
  const stall = { x: 0, z: 0, radius: 1.5 };
  const people = fillBox([-9, -9, 9, 9], 80, () => ({ kind: 'gather', x: 0, z: 0 }), 5).filter(
    ({ x, z }) => Math.hypot(x, z) > 2.5,
  );
  const simulation = new Simulation(scenarioOf(people, { obstacles: [stall], anticipation: 0.5 }));
  expect(people.length).toBeGreaterThan(60);
  run(simulation, 60);
  expect(new Set(takeArrivals(simulation)).size).toBe(people.length);
  expect(quickest(simulation)).toBeLessThan(0.02);
  expect(percentile(overlaps(simulation), 0.999)).toBeLessThan(0.01);
});

test('three hundred people gather where there are walls, and all arrive within 45 s', () => {
  const people = fillBox([-19, -19, 19, 19], 300, () => ({ kind: 'stand' }), 3);
  const boundary = { kind: 'rectangle', halfWidth: 20, halfLength: 20 } as const;
  const simulation = new Simulation(
    scenarioOf(people, { walls: [[-20, -3, -20, -2]], boundary, anticipation: 0.5 }),
  );
  simulation.commands.goTo('all', [0, 0]);
  expect(new Set(takeArrivals(run(simulation, 45))).size).toBe(300);
});

test('a wanderer whose place is in a fountain goes on from its edge', () => {
  const fountain = { x: 0, z: 0, radius: 4 };
  const boundary = { kind: 'rectangle', halfWidth: 10, halfLength: 10 } as const;
  const alone = [personAt(8, 8, { kind: 'wander' })];
  const simulation = new Simulation(scenarioOf(alone, { obstacles: [fountain], boundary }));
  let atEdge = 0;
  let longest = 0;
  for (let second = 0; second < 900; second++) {
    run(simulation, 1);
    atEdge = distanceTo(simulation, 0, 0, 0) < fountain.radius + 3 ? atEdge + 1 : 0;
    longest = Math.max(longest, atEdge);
  }
  expect(longest).toBeGreaterThan(1);
  // Once round the fountain takes 21 s.
  expect(longest).toBeLessThan(90);
});

test('people stand as near to a stall where walls make flow fields lead', () => {
  const obstacles = [{ x: 0, z: 0, radius: 4 }];
  const scenario = scenarioOf([personAt(0.1, -12, { kind: 'gather', x: 0, z: 0 })], {
    obstacles,
    boundary: { kind: 'rectangle', halfWidth: 15, halfLength: 15 },
    walls: [[-9, -9, -9, -8]],
  });
  const simulation = new Simulation(scenario);
  run(simulation, 30);
  expect(takeArrivals(simulation)).toEqual([0]);
  // The way that who gathers keeps to a point, and how much farther than the nearest one cells count as there.
  expect(distanceTo(simulation, 0, 0, 0)).toBeLessThan(4 + 1 + BODY_RADIUS + 0.75 + 0.25);
});
