import { init, NavMeshQuery } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import { navMeshPathFinder, type PathFinder, Simulation } from 'three-crowd/simulate';
import { beforeAll, expect, test } from 'vitest';
import { numberOf, takeArrivals } from '../../support/simulate/measures.js';
import { personAt, run, scenarioOf } from '../../support/simulate/scenarios.js';

/** Two rectangles [minX, minZ, maxX, maxZ] of ground that meet at a right angle, and one that nothing leads to. */
const GROUND = [
  [-2, -2, 2, 20],
  [2, 16, 20, 20],
  [12, -2, 20, 6],
] as const;
const CELL = 0.2;

let findPath: PathFinder;

beforeAll(async () => {
  await init();
  const positions = GROUND.flatMap(([minX, minZ, maxX, maxZ]) =>
    [
      [minX, 0, minZ],
      [maxX, 0, minZ],
      [maxX, 0, maxZ],
      [minX, 0, maxZ],
    ].flat(),
  );
  const indices = GROUND.flatMap((_, k) => [0, 2, 1, 0, 3, 2].map((corner) => 4 * k + corner));
  const { success, navMesh } = generateSoloNavMesh(positions, indices, {
    cs: CELL,
    ch: CELL,
    walkableRadius: 0.4 / CELL,
  });
  if (!success) throw new Error('recast-navigation made no mesh of the ground.');
  findPath = navMeshPathFinder(new NavMeshQuery(navMesh));
});

const isOnGround = (x: number, z: number): boolean =>
  GROUND.some(([minX, minZ, maxX, maxZ]) => x > minX && x < maxX && z > minZ && z < maxZ);

test('somebody walks the way that the mesh finds, and stays on the ground', () => {
  const via = findPath([0, 0], [18, 18]);
  expect(via?.length).toBeGreaterThan(0);
  const simulation = new Simulation(scenarioOf([personAt(0, 0, { kind: 'stand' })]));
  simulation.commands.goTo(0, [18, 18], { via: via ?? [] });
  let arrived = false;
  while (simulation.time < 60 && !arrived) {
    simulation.step();
    arrived = takeArrivals(simulation).length > 0;
    expect(isOnGround(numberOf(simulation, 0, 'x'), numberOf(simulation, 0, 'z'))).toBe(true);
  }
  expect(arrived).toBe(true);
  expect(Math.hypot(numberOf(simulation, 0, 'x') - 18, numberOf(simulation, 0, 'z') - 18)).toBeLessThan(0.4);
  // Along the inner corner at (2, 16), not the straight line of 25.5 m.
  expect(numberOf(simulation, 0, 'distance')).toBeGreaterThan(Math.hypot(2, 16) + Math.hypot(16, 2) - 1);
});

test('several gather at its end, each by a way of their own', () => {
  const people = Array.from({ length: 12 }, (_, i) =>
    personAt((i % 3) - 1, Math.floor(i / 3), { kind: 'stand' }),
  );
  const simulation = new Simulation(scenarioOf(people));
  people.forEach(({ x, z }, i) => {
    simulation.commands.goTo([i], [16, 18], { via: findPath([x, z], [16, 18]) ?? [] });
  });
  run(simulation, 60);
  for (let i = 0; i < 12; i++) {
    const [x, z] = [numberOf(simulation, i, 'x'), numberOf(simulation, i, 'z')];
    expect(Math.hypot(x - 16, z - 18)).toBeLessThan(6);
    expect(isOnGround(x, z)).toBe(true);
    expect(numberOf(simulation, i, 'speed')).toBeLessThan(0.02);
  }
});

test('there is no way to ground that nothing leads to', () => {
  expect(findPath([0, 0], [16, 2])).toBeUndefined();
});
