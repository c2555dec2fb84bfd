import { type Person, Simulation, type Wall } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { hashOf, resumed } from '../../support/simulate/hash-frames.js';
import { numberOf, worstOverlap } from '../../support/simulate/measures.js';
import { BODY_RADIUS, drawSpeeds, personAt, scenarioOf } from '../../support/simulate/scenarios.js';

interface Passage {
  /** People, half of them from each side where it is both ways. */
  readonly count: number;
  /** Metres. */
  readonly width: number;
  /** The point on the far side, metres from the door; mirrored for those from the other side. */
  readonly point: readonly [x: number, z: number];
  readonly seed: number;
  /** Whether each is sent alone, in place of all by one call. */
  readonly isOneByOne?: boolean;
  /** Whether corners lead through the door, as a navigation mesh finds them. */
  readonly hasRoute?: boolean;
}

/** A wall along x = 0 with a door in its middle, and people in rows before it, on one side or on both. */
function passage(
  { count, width, point: [x, z], seed, isOneByOne = false, hasRoute = false }: Passage,
  isBothWays: boolean,
): { simulation: Simulation; sides: readonly number[] } {
  const random = mulberry32(seed);
  const speed = drawSpeeds(seed);
  const sides = Array.from({ length: count }, (_, i) => (isBothWays && i % 2 === 1 ? 1 : -1));
  const people = sides.map((side, i): Person => {
    const k = isBothWays ? i >> 1 : i;
    const place = { x: side * (2 + 0.9 * Math.floor(k / 8) + 0.1 * random()), z: ((k % 8) - 3.5) * 0.45 };
    return personAt(place.x, place.z, { kind: 'stand' }, { speed: speed() });
  });
  const walls: Wall[] = [
    [0, -10, 0, -width / 2],
    [0, width / 2, 0, 10],
  ];
  const boundary = { kind: 'open', minX: -27, minZ: -17, maxX: 27, maxZ: 17 } as const;
  const simulation = new Simulation(scenarioOf(people, { seed, walls, boundary, anticipation: 0.5 }));
  for (const side of isBothWays ? [-1, 1] : [-1]) {
    const who = sides.flatMap((own, i) => (own === side ? [i] : []));
    const via: [x: number, z: number][] = [
      [0.4 * side, 0],
      [-0.4 * side, 0],
    ];
    for (const sent of isOneByOne ? who : [who]) {
      simulation.commands.goTo(sent, [-side * x, z], hasRoute ? { via } : {});
    }
  }
  return { simulation, sides };
}

/** Walks until all have arrived, or for so many seconds. */
function walk({ simulation, sides }: ReturnType<typeof passage>, seconds: number) {
  const arrived = new Map<number, number>();
  let events = 0;
  let overlap = 0;
  const farSide = (i: number): number => -sides[i] * numberOf(simulation, i, 'x');
  const atArrival: number[] = [];
  while (simulation.time < seconds && arrived.size < sides.length) {
    simulation.step();
    overlap = Math.max(overlap, worstOverlap(simulation));
    for (const { kind, person, time } of simulation.takeEvents()) {
      if (kind !== 'arrived') continue;
      events += 1;
      arrived.set(person, time);
      atArrival.push(farSide(person));
    }
  }
  return { arrived: arrived.size, events, overlap, atArrival, far: sides.map((_, i) => farSide(i)) };
}

const KINDS: Passage[] = [
  { count: 30, width: 1, point: [7, 0], seed: 1 },
  { count: 30, width: 1, point: [7, 0], seed: 2, isOneByOne: true },
  { count: 30, width: 1, point: [2, 0], seed: 3 },
  { count: 30, width: 1, point: [1, 1], seed: 4, isOneByOne: true },
  { count: 30, width: 0.8, point: [5, 2], seed: 5 },
  { count: 30, width: 1.5, point: [4, -2], seed: 6, isOneByOne: true },
  { count: 30, width: 2, point: [3, 0], seed: 7 },
  { count: 10, width: 1, point: [3, 1], seed: 8, isOneByOne: true },
  { count: 60, width: 1.2, point: [5, 0], seed: 9 },
  { count: 30, width: 1, point: [7, 0], seed: 10, hasRoute: true },
  { count: 30, width: 1, point: [3, 0], seed: 11, hasRoute: true, isOneByOne: true },
];

/** Sixty take twice as long as thirty. */
const timesThirty = (count: number): number => Math.max(1, count / 30);

describe.each(KINDS)(
  '$count people through a door of $width m to $point (one by one: $isOneByOne, by a route: $hasRoute)',
  (kind) => {
    test.each([
      ['one way', false, 60],
      ['both ways', true, 120],
    ])('%s: all stand on the far side, the door is free', (_, isBothWays, seconds) => {
      const result = walk(passage(kind, isBothWays), seconds * timesThirty(kind.count));
      expect(result.arrived).toBe(kind.count);
      expect(result.events).toBe(kind.count);
      for (const x of result.atArrival) expect(x).toBeGreaterThan(0);
      for (const x of result.far) expect(x).toBeGreaterThan(0.9 * BODY_RADIUS);
      expect(result.overlap).toBeLessThan(0.25);
    });
  },
);

test('thirty stand round the point, no farther from it than they need to', () => {
  const { simulation, sides } = passage(KINDS[0], false);
  walk({ simulation, sides }, 60);
  const distances = sides.map((_, i) =>
    Math.hypot(numberOf(simulation, i, 'x') - 7, numberOf(simulation, i, 'z')),
  );
  expect(Math.max(...distances)).toBeLessThan(3.7);
});

test('streams take turns: neither side waits until all of the other have passed', () => {
  const { simulation, sides } = passage({ count: 60, width: 1, point: [7, 0], seed: 3 }, true);
  const passed = new Set<number>();
  const order: number[] = [];
  while (simulation.time < 160 && passed.size < 60) {
    simulation.step();
    sides.forEach((side, i) => {
      if (passed.has(i) || -side * numberOf(simulation, i, 'x') < 0.5) return;
      passed.add(i);
      order.push(side);
    });
  }
  expect(order).toHaveLength(60);
  const changes = order.filter((side, n) => n > 0 && side !== order[n - 1]).length;
  expect(changes).toBeGreaterThan(2);
});

test('a copy that resumes at a door goes on to the last bit', () => {
  const { simulation } = passage({ count: 30, width: 1, point: [2, 0], seed: 2 }, true);
  while (simulation.time < 20) simulation.step();
  const copy = resumed(simulation, structuredClone(simulation.takeSnapshot()));
  for (let step = 0; step < 200; step++) {
    simulation.step();
    copy.step();
  }
  expect(hashOf(copy.current)).toBe(hashOf(simulation.current));
});

test('of more than a room holds, the rest wait before its door', () => {
  const walls: Wall[] = [
    [0, -1.2, 0, -0.5],
    [0, 0.5, 0, 1.2],
    [0, -1.2, 2.4, -1.2],
    [0, 1.2, 2.4, 1.2],
    [2.4, -1.2, 2.4, 1.2],
  ];
  const people = Array.from({ length: 40 }, (_, i) =>
    personAt(-2 - 0.5 * Math.floor(i / 5), ((i % 5) - 2) * 0.5, { kind: 'stand' }),
  );
  const boundary = { kind: 'open', minX: -20, minZ: -10, maxX: 10, maxZ: 10 } as const;
  const simulation = new Simulation(scenarioOf(people, { walls, boundary, anticipation: 0.5 }));
  simulation.commands.goTo(
    people.map((_, i) => i),
    [1.4, 0],
  );
  const told: Record<string, Set<number>> = { arrived: new Set(), blocked: new Set() };
  while (simulation.time < 90) {
    simulation.step();
    for (const { kind, person } of simulation.takeEvents()) told[kind].add(person);
  }
  const isInside = (i: number): boolean => numberOf(simulation, i, 'x') > 0;
  const inside = people.filter((_, i) => isInside(i)).length;
  expect(inside).toBeGreaterThan(8);
  for (let i = 0; i < 40; i++) {
    if (!isInside(i)) expect([told.arrived.has(i), told.blocked.has(i)]).toEqual([false, true]);
  }
});
