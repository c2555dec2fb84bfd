import {
  FRAME,
  FRAME_STATE,
  FRAME_STRIDE,
  type Goal,
  type PathDescription,
  type Person,
  type Scenario,
  Simulation,
  type Wall,
} from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import type { Point } from '../../../src/math/index.js';
import { numberOf, overlaps, percentile, placeOf } from '../../support/simulate/measures.js';
import { fillBox, personAt, run, scenarioOf } from '../../support/simulate/scenarios.js';

const DISC = { kind: 'disc', radius: 10 } as const;
const RECTANGLE = { kind: 'rectangle', halfWidth: 8, halfLength: 5 } as const;
const RING = { kind: 'ring', inner: 5, outer: 10 } as const;
/** Along x, and round a corner along z. */
const BENT: PathDescription = {
  corners: [
    [-15, 0],
    [0, 0],
    [0, 15],
  ],
  isClosed: false,
  halfWidth: 3,
  keepRight: 0,
};
/** Somewhere else, so that people find their way by flow fields. */
const WALLS: readonly Wall[] = [[-3, -3, -3, -2]];

const apart = ([ax, az]: Point, [bx, bz]: Point): number => Math.hypot(ax - bx, az - bz);

const happened = (simulation: Simulation): string[] =>
  simulation.takeEvents().map(({ kind, person }) => `${kind} ${person}`);

/** The most metres that anybody moves in some seconds. */
function moved(simulation: Simulation, seconds: number): number {
  const people = Array.from({ length: simulation.size }, (_, i) => i);
  const before = people.map((i) => placeOf(simulation, i));
  let most = 0;
  for (let second = 0; second < seconds; second++) {
    run(simulation, 1);
    most = Math.max(most, ...people.map((i) => apart(placeOf(simulation, i), before[i])));
  }
  return most;
}

const STRIP = { boundary: { kind: 'strip', path: 0 }, paths: [BENT] } as const;

/** What bounds people, where one of them begins, a corner on the way, a point outside, and the place inside nearest to it. */
const GROUNDS: readonly (readonly [
  what: string,
  ground: Partial<Scenario>,
  from: Point,
  via: Point,
  point: Point,
  nearest: Point,
])[] = [
  ['a disc', { boundary: DISC }, [-2, 1], [-2, 5], [12, 9], [8, 6]],
  ['a disc, far away', { boundary: DISC }, [-2, 1], [-2, 5], [0, 200], [0, 10]],
  ['a disc with walls', { boundary: DISC, walls: WALLS }, [-2, 1], [-2, 5], [12, 9], [8, 6]],
  ['a rectangle', { boundary: RECTANGLE }, [-6, 1], [-2, 0], [1, -9], [1, -5]],
  ['a corner', { boundary: RECTANGLE }, [-6, 1], [-2, 5], [12, 9], [8, 5]],
  ['a corner with walls', { boundary: RECTANGLE, walls: WALLS }, [-6, 1], [-2, 5], [12, 9], [8, 5]],
  ['a ring', { boundary: RING }, [-2, 7], [3, 8], [12, 9], [8, 6]],
  ['a ring, in its hole', { boundary: RING }, [-2, 7], [3, 8], [2.4, 1.8], [4, 3]],
  ['a strip', STRIP, [-9, 0], [0, 0], [8, 8], [3, 8]],
  ['a strip, beyond its end', STRIP, [-9, 0], [0, 0], [0, 24], [0, 18]],
];

describe.each(GROUNDS)('a point outside of %s', (_what, ground, from, via, point, nearest) => {
  const [x, z] = point;
  const outside = apart(point, nearest);

  const sent = (goal: Goal): Simulation => new Simulation(scenarioOf([personAt(...from, goal)], ground));

  /** They arrive once, without having been held up, and move no more. */
  const expectToStand = (simulation: Simulation): void => {
    expect(outside).toBeGreaterThan(1);
    expect(apart(from, nearest)).toBeGreaterThan(5);
    run(simulation, 40);
    expect(happened(simulation)).toEqual(['arrived 0']);
    expect(moved(simulation, 10)).toBe(0);
    expect(numberOf(simulation, 0, 'state')).toBe(FRAME_STATE.standing);
    expect(happened(simulation)).toEqual([]);
  };

  test.each([
    ['without `within`', {}],
    ['with a `within` that the edge is too far away for', { within: outside - 0.1 }],
  ])('is gone to where the edge is nearest to it %s', (_when, options) => {
    const simulation = sent({ kind: 'go', x, z, ...options });
    expectToStand(simulation);
    expect(apart(placeOf(simulation, 0), nearest)).toBeLessThan(0.35);
  });

  test('is gone to as near as `within` says, where that can be', () => {
    const simulation = sent({ kind: 'go', x, z, within: outside + 2 });
    expectToStand(simulation);
    const place = placeOf(simulation, 0);
    expect(apart(place, point)).toBeLessThan(outside + 2);
    expect(apart(place, nearest)).toBeGreaterThan(1);
  });

  test.each([
    ['one person', 0],
    ['a list', [0]],
  ])('is gone to past a corner, sent as %s', (_what, who) => {
    const simulation = sent({ kind: 'stand' });
    simulation.commands.goTo(who, point, { via: [via] });
    expectToStand(simulation);
    expect(apart(placeOf(simulation, 0), nearest)).toBeLessThan(0.35);
  });

  test('is gathered at from the edge, facing it', () => {
    const simulation = sent({ kind: 'gather', x, z });
    expectToStand(simulation);
    const [ownX, ownZ] = placeOf(simulation, 0);
    expect(apart([ownX, ownZ], point)).toBeLessThan(outside + 1.3);
    expect(numberOf(simulation, 0, 'heading')).toBeCloseTo(Math.atan2(x - ownX, z - ownZ), 2);
  });

  test('may be an exit, or a goal with removeOnArrival', () => {
    const simulation = new Simulation(
      scenarioOf([personAt(...from, { kind: 'exit' })], { ...ground, exits: [{ x, z, width: 1 }] }),
    );
    run(simulation, 40);
    expect(happened(simulation)).toEqual(['arrived 0']);
    expect(apart(placeOf(simulation, 0), nearest)).toBeLessThan(1);
    simulation.commands.setGoal(0, { kind: 'go', x: from[0], z: from[1] });
    run(simulation, 40);
    simulation.commands.goTo(0, point, { removeOnArrival: true });
    run(simulation, 40);
    expect(happened(simulation)).toEqual(['arrived 0', 'arrived 0']);
    expect(numberOf(simulation, 0, 'state')).toBe(FRAME_STATE.gone);
  });
});

test.each([
  ['a stage beyond the edge', { boundary: DISC }, [0, 13]],
  ['a stage beyond the edge, between walls', { boundary: DISC, walls: WALLS }, [0, 13]],
  ['a fountain in the middle of a ring', { boundary: RING }, [0, 0]],
] as const)('sixty people gather before %s, all of them arrive and look at it', (_what, ground, [x, z]) => {
  const goal: Goal = { kind: 'gather', x, z };
  const people = fillBox([-9, -9, 9, 9], 120, () => goal, 5).filter((person) => {
    const distance = Math.hypot(person.x, person.z);
    return distance > 5.5 && distance < 9.5;
  });
  const simulation = new Simulation(scenarioOf(people, { ...ground, anticipation: 0.5 }));
  expect(people.length).toBeGreaterThan(50);
  run(simulation, 60);
  const arrived = happened(simulation).filter((event) => event.startsWith('arrived'));
  expect(arrived.length).toBe(people.length);
  expect(new Set(arrived).size).toBe(people.length);
  expect(moved(simulation, 10)).toBeLessThan(0.02);
  expect(percentile(overlaps(simulation), 0.999)).toBeLessThan(0.01);
  people.forEach((_, i) => {
    const [ownX, ownZ] = placeOf(simulation, i);
    const turned = numberOf(simulation, i, 'heading') - Math.atan2(x - ownX, z - ownZ);
    expect(Math.cos(turned)).toBeGreaterThan(0.99);
  });
});

test.each([
  ['stood there from the start', (): Simulation => standing([13, 0])],
  [
    'was put there and told to stop',
    (): Simulation => {
      const simulation = standing([9, 0]);
      simulation.commands.setPosition(0, [13, 0]);
      run(simulation, 1);
      simulation.commands.stop(0);
      return simulation;
    },
  ],
])('an agent that %s stands at the edge', (_what, make) => {
  const simulation = make();
  run(simulation, 10);
  expect(apart(placeOf(simulation, 0), [10, 0])).toBeLessThan(0.01);
  expect(moved(simulation, 10)).toBe(0);
  expect(happened(simulation)).toEqual([]);
});

function standing([x, z]: Point): Simulation {
  return new Simulation(scenarioOf([personAt(x, z, { kind: 'stand' })], { boundary: DISC }));
}

describe('a path that leads out of a disc', () => {
  const PATH: readonly Point[] = [
    [-8, 0],
    [0, 0],
    [0, 18],
  ];
  const squad = (): Simulation => {
    const people = fillBox([-7, -2, -4, 2], 12, () => ({ kind: 'stand' }), 3);
    return new Simulation(scenarioOf(people, { boundary: DISC, anticipation: 0.5 }));
  };
  const everybody = (simulation: Simulation): number[] =>
    Array.from({ length: simulation.size }, (_, i) => i);

  test('is followed to the edge and back', () => {
    const simulation = squad();
    simulation.commands.follow(everybody(simulation), PATH);
    const turnedAt = everybody(simulation).map(() => 0);
    let slow = 0;
    for (let second = 0; second < 120; second++) {
      run(simulation, 1);
      everybody(simulation).forEach((i) => {
        turnedAt[i] = Math.max(turnedAt[i], numberOf(simulation, i, 'z'));
        if (second > 10 && numberOf(simulation, i, 'speed') < 0.3) slow += 1;
      });
    }
    expect(Math.min(...turnedAt)).toBeGreaterThan(4);
    expect(slow / (109 * simulation.size)).toBeLessThan(0.05);
    expect(happened(simulation)).toEqual([]);
  });

  test('is marched to the edge, where all arrive', () => {
    const simulation = squad();
    simulation.commands.march(everybody(simulation), PATH, { abreast: 2 });
    run(simulation, 60);
    const arrived = happened(simulation);
    expect(new Set(arrived).size).toBe(12);
    expect(arrived).toHaveLength(12);
    expect(Math.max(...everybody(simulation).map((i) => numberOf(simulation, i, 'z')))).toBeGreaterThan(9.5);
    expect(moved(simulation, 10)).toBeLessThan(0.1);
  });

  test('may be outside as a whole', () => {
    const corner: readonly Point[] = [
      [12, 9],
      [15, 9],
      [15, 12],
    ];
    for (const isClosed of [false, true]) {
      const people: Person[] = [0, 1, 2].map((x) => personAt(x, 1, { kind: 'stand' }));
      const simulation = new Simulation(scenarioOf(people, { boundary: RECTANGLE }));
      simulation.commands.follow([0, 1], corner, { isClosed });
      simulation.commands.march([2], corner);
      run(simulation, 30);
      for (const i of [0, 1, 2]) expect(apart(placeOf(simulation, i), [8, 5])).toBeLessThan(10.5);
      expect(simulation.current.every(Number.isFinite)).toBe(true);
      expect(simulation.current[FRAME_STRIDE + FRAME.x]).toBeGreaterThan(6);
    }
  });
});
