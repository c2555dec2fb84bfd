import { type Goal, Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { pathOf } from '../../support/sample-recipe.js';
import { expectToResume } from '../../support/simulate/hash-frames.js';
import { distanceTo, numberOf, overlaps, percentile, placeOf } from '../../support/simulate/measures.js';
import { BODY_RADIUS, fillBox, personAt, run, scenarioOf } from '../../support/simulate/scenarios.js';

type Kind = 'gather' | 'stand';

/** People who have come together round a point, and look at it or only stand there. */
function gathering(count: number, kind: Kind, seed: number): Simulation {
  const half = Math.sqrt(count / 1.5) / 2 + 1;
  const goal: Goal = { kind: 'gather', x: 0, z: 0 };
  const people = fillBox([-half, -half, half, half], count, () => goal, seed);
  const simulation = new Simulation(scenarioOf(people, { seed, anticipation: 0.5 }));
  run(simulation, 60);
  if (kind === 'stand') simulation.commands.stop('all');
  run(simulation, 1);
  simulation.takeEvents();
  return simulation;
}

/** Metres from the middle of a gathering that a share of its people are within. */
const radiusOf = (simulation: Simulation, share: number): number =>
  percentile(
    Array.from({ length: simulation.size }, (_, i) => Math.hypot(...placeOf(simulation, i))),
    share,
  );

/** Sends every so many of a gathering 8 m out of it, in drawn directions. @returns the latest time for each, seconds */
function sendOut(simulation: Simulation, every: number, seed: number): Map<number, number> {
  const random = mulberry32(seed);
  const out = radiusOf(simulation, 1) + 8;
  const latest = new Map<number, number>();
  for (let i = 0; i < simulation.size; i += every) {
    const angle = 2 * Math.PI * random();
    const [x, z] = [out * Math.cos(angle), out * Math.sin(angle)];
    const [fromX, fromZ] = placeOf(simulation, i);
    const free = Math.hypot(x - fromX, z - fromZ) / simulation.scenario.people[i].speed;
    latest.set(i, simulation.time + 3 * free + 20);
    simulation.commands.goTo(i, [x, z]);
  }
  return latest;
}

/** Metres a second that people move on average in a second from now, but for some. */
function meanSpeed(simulation: Simulation, but: ReadonlyMap<number, unknown>): number {
  let moved = 0;
  for (let step = 0; step < 20; step++) {
    simulation.step();
    const { previous, current, size } = simulation;
    for (let i = 0; i < size; i++) {
      if (!but.has(i)) {
        moved += Math.hypot(current[i * 8] - previous[i * 8], current[i * 8 + 2] - previous[i * 8 + 2]);
      }
    }
  }
  return moved / (simulation.size - but.size);
}

/** Who of `every` so many arrives who are sent out of a gathering, how the others fare, and whether they come to rest. */
function expectWayOut(count: number, every: number, kind: Kind, seed: number): void {
  const simulation = gathering(count, kind, seed);
  const inner = radiusOf(simulation, 0.8);
  expect((0.8 * count) / (Math.PI * inner ** 2)).toBeGreaterThan(2);
  const latest = sendOut(simulation, every, seed);
  const shutIn = [...latest.keys()].filter((i) => Math.hypot(...placeOf(simulation, i)) < inner);
  expect(shutIn.length).toBeGreaterThan(latest.size / 2);

  const inTime = new Set<number>();
  const all: number[] = [];
  const end = Math.max(...latest.values());
  while (simulation.time < end) {
    run(simulation, 1);
    for (const { kind, person, time } of simulation.takeEvents()) {
      if (kind === 'arrived' && time <= (latest.get(person) ?? 0)) inTime.add(person);
    }
    all.push(...overlaps(simulation));
  }
  expect(inTime.size / latest.size).toBeGreaterThanOrEqual(0.95);
  expect(percentile(all, 0.999)).toBeLessThanOrEqual(0.01);
  run(simulation, 20);
  expect(meanSpeed(simulation, latest)).toBeLessThan(0.02);
}

describe.each(['gather', 'stand'] as const)('out of people who %s', (kind) => {
  test('everybody who is sent out of 50 gets out, and the others come to rest (seed 1)', () => {
    expectWayOut(50, 5, kind, 1);
  });

  test.each([
    [50, 2, 2],
    [200, 10, 1],
    [200, 10, 2],
    [200, 2, 3],
    [1000, 10, 3],
  ])('out of %i, every %i. who is sent (seed %i)', { tags: ['nightly'] }, (count, every, seed) => {
    expectWayOut(count, every, kind, seed);
  });

  test('whom nobody passes stands still', () => {
    const simulation = gathering(50, kind, 1);
    const before = simulation.current.slice();
    run(simulation, 10);
    expect(simulation.current).toEqual(before);
  });
});

test('half of 1000 who gather get out at once (seed 4)', { tags: ['nightly'] }, () => {
  expectWayOut(1000, 2, 'gather', 4);
});

test('a copy that resumes while people press goes on to the last bit', () => {
  const simulation = gathering(50, 'gather', 1);
  sendOut(simulation, 5, 1);
  expectToResume(run(simulation, 4), 10);
});

test.each([
  [1, 0.35],
  [3, 0.9],
])('ranks march through %i a square metre who stand about, who then step back', (density, farthest) => {
  const standing = fillBox([-6, 0, 6, 10], 120 * density, () => ({ kind: 'stand' }), 3);
  const ranks = Array.from({ length: 20 }, (_, i) =>
    personAt((i % 4) - 1.5, -2 - Math.floor(i / 4), { kind: 'stand' }),
  );
  const simulation = new Simulation(scenarioOf([...ranks, ...standing]));
  const marching = new Map(ranks.entries());
  simulation.commands.march([...marching.keys()], pathOf([0, -7], [0, 20]));
  run(simulation, 40);
  const arrived = simulation.takeEvents().filter(({ kind }) => kind === 'arrived');
  expect(arrived).toHaveLength(20);
  run(simulation, 20);
  standing.forEach(({ x, z }, i) => {
    expect(distanceTo(simulation, 20 + i, x, z)).toBeLessThan(farthest);
  });
  expect(meanSpeed(simulation, marching)).toBeLessThan(0.02);
});

/** Who or what a page moves, and its radius, metres. */
const PLAYERS = {
  person: { radius: BODY_RADIUS, move: ({ commands }, x, z) => commands.setPosition(0, [x, z]) },
  obstacle: { radius: 0.4, move: ({ commands }, x, z) => commands.setObstacle(0, { x, z, radius: 0.4 }) },
} satisfies Record<string, { radius: number; move: (simulation: Simulation, x: number, z: number) => void }>;

/** Those who stand in the middle column of eleven rows of nine, 1 a square metre. Person 0 is the player, or far away. */
const COLUMN = Array.from({ length: 11 }, (_, row) => 5 + 9 * row);

function rowsAndColumns(anticipation = 0.5): Simulation {
  const standing = Array.from({ length: 99 }, (_, i) =>
    personAt((i % 9) - 4, Math.floor(i / 9) - 5, { kind: 'stand' }),
  );
  return new Simulation(scenarioOf([personAt(0, -30, { kind: 'stand' }), ...standing], { anticipation }));
}

/**
 * Has a player walk along the middle column, dead on at everybody there.
 *
 * @param speed metres a second
 * @param afterStep called after each step
 * @returns the least clear metres to anybody, how far anybody is carried along, and how far each of the column goes to the left
 */
function walkThrough(
  by: keyof typeof PLAYERS,
  speed: number,
  simulation: Simulation,
  afterStep = (): void => {},
) {
  const { radius, move } = PLAYERS[by];
  const { people } = simulation.scenario;
  const left = COLUMN.map(() => 0);
  let clear = Number.POSITIVE_INFINITY;
  let carried = 0;
  move(simulation, 0, -9);
  simulation.step();
  for (let step = 1; step * speed < 18 * 20; step++) {
    const z = -9 + (step * speed) / 20;
    move(simulation, 0, z);
    simulation.step();
    afterStep();
    for (let i = 1; i < simulation.size; i++) {
      const [nowX, nowZ] = placeOf(simulation, i);
      clear = Math.min(clear, Math.hypot(nowX, nowZ - z) - radius - BODY_RADIUS);
      carried = Math.max(carried, nowZ - people[i].z);
    }
    COLUMN.forEach((i, row) => {
      const x = numberOf(simulation, i, 'x');
      if (Math.abs(x) > Math.abs(left[row])) left[row] = x;
    });
  }
  return { clear, carried, left };
}

describe.each(['person', 'obstacle'] as const)('a player who is moved as an %s', (by) => {
  test('walks through people who part, and then stand again', () => {
    const simulation = rowsAndColumns();
    const { clear, carried, left } = walkThrough(by, 1.9, simulation);
    expect(clear).toBeGreaterThan(0.1);
    expect(carried).toBeLessThan(0.5);
    for (const side of [-1, 1]) expect(left.filter((x) => side * x > 0.3).length).toBeGreaterThan(3);
    run(simulation, 20);
    expect(meanSpeed(simulation, new Map([[0, 0]]))).toBeLessThan(0.02);
    simulation.scenario.people.slice(1).forEach(({ x, z }, i) => {
      expect(distanceTo(simulation, 1 + i, x, z)).toBeLessThan(0.35);
    });
    expect(simulation.takeEvents()).toEqual([]);
  });

  test('is looked away from by nobody for long: people face as before, however they stepped aside', () => {
    const simulation = rowsAndColumns();
    const headings = (): number[] =>
      simulation.scenario.people.slice(1).map((_, i) => numberOf(simulation, 1 + i, 'heading'));
    const before = headings();
    const turned = before.map(() => 0);
    walkThrough(by, 1.9, simulation, () => {
      headings().forEach((heading, i) => {
        turned[i] = Math.max(turned[i], Math.abs(heading - before[i]));
      });
    });
    expect(turned.filter((angle) => angle > 0.5).length).toBeGreaterThan(5);
    run(simulation, 20);
    expect(headings()).toEqual(before);
  });

  test('pushes nobody far, however late people see them', () => {
    const { clear, carried } = walkThrough(by, 1.9, rowsAndColumns(0));
    expect(clear).toBeGreaterThan(-0.01 * BODY_RADIUS);
    expect(carried).toBeLessThan(0.5);
  });

  test('is not made way for while they stand', () => {
    const simulation = rowsAndColumns();
    const before = simulation.current.slice(8);
    for (let step = 0; step < 100; step++) {
      PLAYERS[by].move(simulation, 0.5, 0.5 - 1e-6);
      simulation.step();
    }
    expect(simulation.current.slice(8)).toEqual(before);
  });
});

test('whose place is taken stands beside it', () => {
  const player = personAt(0, -6, { kind: 'stand' });
  const simulation = new Simulation(scenarioOf([player, personAt(0, 0, { kind: 'stand' })]));
  for (let step = 0; step < 120; step++) {
    simulation.commands.setPosition(0, [0, -6 + 0.05 * step]);
    simulation.step();
  }
  run(simulation, 20);
  const [x, z] = placeOf(simulation, 1);
  expect(Math.hypot(x, z)).toBeGreaterThan(2 * BODY_RADIUS);
  run(simulation, 10);
  expect(placeOf(simulation, 1)).toEqual([x, z]);
  expect(simulation.takeEvents()).toEqual([]);
});
