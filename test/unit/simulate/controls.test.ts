import { FRAME_STATE, type Person, Simulation, STEP_SECONDS } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../../support/error-of.js';
import { pathOf } from '../../support/sample-recipe.js';
import { distanceTo, numberOf, takeArrivals, worstOverlap } from '../../support/simulate/measures.js';
import { fillBox, personAt, run, scenarioOf, straight } from '../../support/simulate/scenarios.js';

function standing(count: number): Simulation {
  return new Simulation(scenarioOf(fillBox([-10, -10, 10, 10], count, () => ({ kind: 'stand' }), 5)));
}

test('stop: a walker slows down evenly to a stand, within a distance given by its speed', () => {
  const walker = personAt(0, 0, { kind: 'follow', path: 0, direction: 1 });
  const simulation = new Simulation(scenarioOf([walker], { paths: [straight([0, -100], [0, 100], 2)] }));
  run(simulation, 4);
  const before = numberOf(simulation, 0, 'z');
  const speed = numberOf(simulation, 0, 'speed');
  expect(speed).toBeGreaterThan(1.2);
  simulation.commands.stop(0);
  let last = speed;
  for (let step = 0; step < 60; step++) {
    const from = numberOf(simulation, 0, 'z');
    simulation.step();
    const now = (numberOf(simulation, 0, 'z') - from) / STEP_SECONDS;
    // Nobody stops dead: 2.5 metres a second squared at most.
    expect(last - now).toBeLessThan(2.5 * STEP_SECONDS);
    expect(now).toBeLessThanOrEqual(last + 1e-6);
    if (now > 0.2) expect(numberOf(simulation, 0, 'state')).toBe(FRAME_STATE.stopping);
    last = now;
  }
  expect(last).toBe(0);
  expect(numberOf(simulation, 0, 'state')).toBe(FRAME_STATE.standing);
  // An exponential down to a third of a metre a second, and evenly from there; the first step of it is a braked one.
  const way = (speed - 1 / 3) / 1.5 + 1 / 9;
  expect(Math.abs(numberOf(simulation, 0, 'z') - before - way)).toBeLessThan(speed * STEP_SECONDS);
});

test.each([1, 2, 3])(
  'goTo: a hundred who are sent to one point one by one all arrive, and stand round it (seed %i)',
  (seed) => {
    const people = fillBox([-9, -9, 9, 9], 100, () => ({ kind: 'stand' }), seed);
    const simulation = new Simulation(scenarioOf(people));
    for (let i = 0; i < 100; i++) simulation.commands.goTo(i, [0, 0]);
    run(simulation, 60);
    const everybody = people.map((_, i) => i);
    expect(takeArrivals(simulation).sort((a, b) => a - b)).toEqual(everybody);
    for (const i of everybody) expect(numberOf(simulation, i, 'speed')).toBeLessThan(0.02);
    const distances = everybody.map((i) => distanceTo(simulation, i, 0, 0));
    expect(Math.min(...distances)).toBeLessThan(0.4);
    expect(Math.max(...distances)).toBeLessThan(6);
  },
);

test('goTo: a walker passes people who have stopped on its way', () => {
  const simulation = standing(3);
  simulation.commands.goTo(0, [10, 0]);
  run(simulation, 20);
  simulation.commands.stop(0);
  simulation.commands.goTo(1, [20, 0]);
  run(simulation, 40);
  expect(distanceTo(simulation, 1, 20, 0)).toBeLessThan(0.4);
});

describe('goTo for several', () => {
  const inDisc = (seed: number): Simulation =>
    new Simulation(
      scenarioOf(
        fillBox([-5, -5, 5, 5], 24, () => ({ kind: 'wander' }), seed),
        { boundary: { kind: 'disc', radius: 8 } },
      ),
    );
  const arrivals = (simulation: Simulation): number[] => takeArrivals(simulation).sort((a, b) => a - b);
  const everybody = Array.from({ length: 24 }, (_, i) => i);

  // In each of the two, somebody is held up at the sides right before the end.
  test.each([
    [5, {}],
    [7, { within: 1 }],
  ])('each of them arrives, once (seed %i, %o)', (seed, options) => {
    const simulation = inDisc(seed);
    simulation.commands.goTo('all', [1, 1], options);
    run(simulation, 40);
    expect(arrivals(simulation)).toEqual(everybody);
    for (const i of everybody) expect(numberOf(simulation, i, 'speed')).toBeLessThan(0.02);
  });

  test.each([
    [{}, 1, 4.5],
    [{ within: 0.4 }, 0.4, 4.5],
    [{ within: 3 }, 3, 6.5],
  ])('with %o the nearest stands %d m from the point, the farthest %d m at most', (options, near, far) => {
    const simulation = standing(24);
    simulation.commands.goTo('all', [16, 0], options);
    run(simulation, 40);
    expect(arrivals(simulation)).toEqual(everybody);
    const distances = everybody.map((i) => distanceTo(simulation, i, 16, 0));
    expect(Math.abs(Math.min(...distances) - near)).toBeLessThan(0.25);
    expect(Math.max(...distances)).toBeLessThan(far);
  });

  test('some of those who stand there go on to another point, through the others', () => {
    const simulation = inDisc(2);
    simulation.commands.goTo('all', [1, 1]);
    run(simulation, 40);
    simulation.takeEvents();
    simulation.commands.goTo([5, 6], [4, 4]);
    run(simulation, 20);
    expect(arrivals(simulation)).toEqual([5, 6]);
    for (const i of [5, 6]) expect(distanceTo(simulation, i, 4, 4)).toBeLessThan(2.5);
  });
});

test('goTo with removeOnArrival: those who arrive are gone', () => {
  const simulation = standing(5);
  simulation.commands.goTo('all', [12, 0], { removeOnArrival: true });
  run(simulation, 40);
  for (let i = 0; i < 5; i++) expect(numberOf(simulation, i, 'state')).toBe(FRAME_STATE.gone);
});

test('follow: along a list of points, and back at its end', () => {
  const simulation = new Simulation(scenarioOf([personAt(0, 0, { kind: 'stand' })]));
  simulation.commands.follow(0, pathOf([0, 0], [0, 10], [10, 10]));
  let farthestX = 0;
  for (let step = 0; step < 20 * 20; step++) {
    simulation.step();
    farthestX = Math.max(farthestX, numberOf(simulation, 0, 'x'));
  }
  expect(farthestX).toBeGreaterThan(5);
  run(simulation, 10);
  expect(numberOf(simulation, 0, 'x')).toBeLessThan(farthestX);
});

test('flee: everybody within the radius leaves it, then goes back to what they did', () => {
  const simulation = standing(60);
  const inside = Array.from({ length: 60 }, (_, i) => i).filter((i) => distanceTo(simulation, i, 0, 0) < 4);
  expect(inside.length).toBeGreaterThan(3);
  simulation.commands.flee([0, 0], 4);
  const farthest = new Map(inside.map((i) => [i, 0]));
  for (let step = 0; step < 400; step++) {
    simulation.step();
    for (const i of inside) farthest.set(i, Math.max(farthest.get(i)!, distanceTo(simulation, i, 0, 0)));
  }
  for (const distance of farthest.values()) expect(distance).toBeGreaterThan(3.9);
  run(simulation, 20);
  for (const i of inside) {
    const { x, z } = simulation.scenario.people[i];
    expect(distanceTo(simulation, i, x, z)).toBeLessThan(0.4);
  }
});

test('flee: a walker continues to its goal afterwards', () => {
  const simulation = new Simulation(scenarioOf([personAt(0, 0, { kind: 'go', x: 8, z: 0 })]));
  simulation.commands.flee([0, -1], 5);
  run(simulation, 3);
  expect(numberOf(simulation, 0, 'z')).toBeGreaterThan(3);
  run(simulation, 20);
  expect(distanceTo(simulation, 0, 8, 0)).toBeLessThan(0.35);
});

test('setWalkingSpeed changes the speed of a walker', () => {
  const walker = personAt(0, -20, { kind: 'follow', path: 0, direction: 1 });
  const simulation = new Simulation(scenarioOf([walker], { paths: [straight([0, -50], [0, 50])] }));
  run(simulation, 4);
  expect(numberOf(simulation, 0, 'speed')).toBeCloseTo(1.34, 2);
  simulation.commands.setWalkingSpeed(0, 0.7);
  run(simulation, 4);
  expect(numberOf(simulation, 0, 'speed')).toBeCloseTo(0.7, 2);
});

test('setPosition puts a person at a place, and others walk round it', () => {
  const paths = [straight([0, -50], [0, 50])];
  const people = [
    personAt(0, -10, { kind: 'follow', path: 0, direction: 1 }),
    personAt(0, 10, { kind: 'stand' }),
  ];
  const simulation = new Simulation(scenarioOf(people, { paths }));
  let overlap = 0;
  for (let step = 0; step < 400; step++) {
    // Towards the walker, as a player would.
    const z = 10 - step * 0.05;
    simulation.commands.setPosition(1, [0.02, z]);
    simulation.step();
    expect(numberOf(simulation, 1, 'z')).toBeCloseTo(z, 5);
    overlap = Math.max(overlap, worstOverlap(simulation));
  }
  expect(numberOf(simulation, 0, 'z')).toBeGreaterThan(5);
  expect(overlap).toBeLessThan(0.01);
});

test('setPositions puts everybody at the given places', () => {
  const simulation = standing(3);
  simulation.commands.setPositions(new Float32Array([1, 2, 0.5, 3, 4, 1, 5, 6, -1]));
  simulation.step();
  expect([0, 1, 2].map((i) => numberOf(simulation, i, 'x'))).toEqual([1, 3, 5]);
  expect(numberOf(simulation, 2, 'heading')).toBeCloseTo(-1, 5);
});

describe('obstacles while people walk', () => {
  const walkTo = (simulation: Simulation): number => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 400; step++) {
      simulation.step();
      nearest = Math.min(nearest, distanceTo(simulation, 0, 0, 0));
    }
    return nearest;
  };
  const walker: Person = personAt(0, -10, { kind: 'go', x: 0, z: 10 });

  test('one that is added is walked round, one that is removed is not', () => {
    const added = new Simulation(scenarioOf([walker]));
    added.commands.setObstacle(9, { x: 0, z: 0, radius: 1.5 });
    expect(walkTo(added)).toBeGreaterThan(1.5 + 0.2 - 1e-6);
    expect(distanceTo(added, 0, 0, 10)).toBeLessThan(0.5);
    const removed = new Simulation(scenarioOf([walker], { obstacles: [{ x: 0, z: 0, radius: 1.5 }] }));
    removed.commands.removeObstacle(0);
    expect(walkTo(removed)).toBeLessThan(0.1);
  });

  test('one that moves into people pushes them aside', () => {
    const simulation = standing(100);
    for (let step = 0; step < 400; step++) {
      const x = -12 + step * 0.06;
      simulation.commands.setObstacle(1, { x, z: 0, radius: 0.8 });
      simulation.step();
      for (let i = 0; i < 100; i++) expect(distanceTo(simulation, i, x, 0)).toBeGreaterThan(0.95);
    }
  });
});

test('march: forty people keep ranks of five round a corner, and arrive', () => {
  const simulation = standing(40);
  const everyone = Array.from({ length: 40 }, (_, i) => i);
  simulation.commands.march(everyone, pathOf([-10, 0], [30, 0], [30, 30]), { abreast: 5, spacing: 1.1 });
  run(simulation, 50);
  // Straight ahead, ranks are lines across the path.
  const first = [0, 1, 2, 3, 4].map((i) => numberOf(simulation, i, 'x'));
  expect(Math.max(...first) - Math.min(...first)).toBeLessThan(0.3);
  run(simulation, 120);
  expect(takeArrivals(simulation)).toHaveLength(40);
  const last = [0, 1, 2, 3, 4].map((i) => numberOf(simulation, i, 'z'));
  expect(Math.max(...last) - Math.min(...last)).toBeLessThan(0.6);
});

test.each([
  [11, 'keeps', -1],
  [24, 'changes', 1],
])('an agent whose exit has a queue of %i %s its choice: 3 s are not worth it', (queue, _what, direction) => {
  const waiting = Array.from({ length: queue }, (_, i) =>
    personAt(-7 + 0.5 * (i % 4), (Math.floor(i / 4) - 3) * 0.5, { kind: 'exit' }, { speed: 0.1 }),
  );
  const exits = [-8, 10].map((x) => ({ x, z: 0, width: 1 }));
  const simulation = new Simulation(scenarioOf([personAt(0, 0, { kind: 'exit' }), ...waiting], { exits }));
  expect(direction * numberOf(run(simulation, 2), 0, 'x')).toBeGreaterThan(1);
});

describe('time', () => {
  test('a frame of an hour moves nobody farther than 0.15 s of walking', () => {
    const walker = personAt(0, 0, { kind: 'follow', path: 0, direction: 1 });
    const simulation = new Simulation(scenarioOf([walker], { paths: [straight([0, -1e6], [0, 1e6])] }));
    simulation.advance(3);
    run(simulation, 3);
    const before = numberOf(simulation, 0, 'z');
    expect(simulation.advance(3600)).toBeLessThanOrEqual(4);
    expect(numberOf(simulation, 0, 'z') - before).toBeLessThan(0.3);
  });

  test('timeScale stops and speeds up', () => {
    const simulation = standing(2);
    simulation.timeScale = 0;
    expect(simulation.advance(0.1)).toBe(0);
    simulation.timeScale = 2;
    expect(simulation.advance(0.1)).toBe(4);
    expect(simulation.fraction).toBeCloseTo(0, 6);
  });
});

describe('a wrong argument is refused, and nothing is changed', () => {
  const ORIGIN: [x: number, z: number] = [0, 0];
  const NOWHERE: [x: number, z: number] = [Number.NaN, 0];

  test.each<[what: string, give: (commands: Simulation['commands']) => void, message: RegExp]>([
    ['a point of NaN', (c) => c.goTo(1, NOWHERE), /^goTo: the point is \[NaN, 0\]; give \[x, z\]/],
    ['an object', (c) => c.goTo(1, { x: 1, z: 2 } as never), /the point is \{ x, z \}; give \[x, z\]/],
    ['no point', (c) => c.goTo('all', undefined as never), /the point is undefined/],
    ['within 0', (c) => c.goTo([1, 2], ORIGIN, { within: 0 }), /goTo: within is 0; give a number above 0/],
    ['a corner', (c) => c.goTo(1, ORIGIN, { via: [NOWHERE] }), /corner 0 of the way is \[NaN, 0\]/],
    [
      'one point',
      (c) => c.follow(1, [ORIGIN]),
      /^follow: the path is \[\[0, 0\]\]; give two different points/,
    ],
    ['no path', (c) => c.follow(1, []), /the path is \[\]; give two/],
    [
      'one place twice',
      (c) => c.march([1], [ORIGIN, ORIGIN]),
      /^march: the path is \[\[0, 0\], \[0, 0\]\]; give two/,
    ],
    ['a path of NaN', (c) => c.march([1], [ORIGIN, NOWHERE]), /point 1 of the path is \[NaN, 0\]/],
    [
      'a text as the path',
      (c) => c.march([1], 'north' as never),
      /the path is north; give two different points/,
    ],
    [
      'ranks of 0',
      (c) => c.march([1], pathOf([0, 0], [1, 0]), { abreast: 0 }),
      /abreast is 0; give a whole number/,
    ],
    ['spacing', (c) => c.march([1], pathOf([0, 0], [1, 0]), { spacing: -1 }), /march: spacing is -1/],
    ['a direction', (c) => c.follow(1, 0, { direction: 2 as never }), /follow: direction is 2; give 1 or -1/],
    ['a danger', (c) => c.flee(NOWHERE, 5), /flee: the point is \[NaN, 0\]/],
    ['a radius', (c) => c.flee(ORIGIN, Number.NaN), /flee: radius is NaN/],
    [
      'a speed',
      (c) => c.setWalkingSpeed('all', -1),
      /setWalkingSpeed: speed is -1; give a number of 0 or more/,
    ],
    ['a place', (c) => c.setPosition(1, NOWHERE), /setPosition: the point is/],
    ['a heading', (c) => c.setPosition(1, ORIGIN, Number.NaN), /setPosition: heading is NaN/],
    ['an obstacle', (c) => c.setObstacle(1, { x: Number.NaN, z: 0, radius: 1 }), /its place is \[NaN, 0\]/],
    ['its radius', (c) => c.setObstacle(1, { x: 0, z: 0, radius: -1 }), /setObstacle: radius is -1/],
    ['a goal', (c) => c.setGoal(1, { kind: 'go', x: 0, z: Number.NaN }), /setGoal: z is NaN/],
    ['a person', (c) => c.add(3, personAt(Number.NaN, 0, { kind: 'stand' })), /add: x is NaN/],
  ])('%s', async (_what, give, message) => {
    const [simulation, untold] = [standing(3), standing(3)];
    expect((await errorOf(() => give(simulation.commands))).message).toMatch(message);
    expect(run(simulation, 1).current).toEqual(run(untold, 1).current);
    expect(simulation.takeSnapshot().commands).toBe(0);
  });
});
