import { type Goal, type Scenario, Simulation, type Wall } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { numberOf } from '../support/simulate/measures.js';
import { fillBox, scenarioOf } from '../support/simulate/scenarios.js';

const SEEDS = [1, 2, 3, 4, 5];
const GROUND = { kind: 'rectangle', halfWidth: 40, halfLength: 30 } as const;

function leave(x: number, z: number, within = 0.8): Goal {
  return { kind: 'go', x, z, removeOnArrival: true, within };
}

/** Runs until nobody is left, at most ten minutes. @returns seconds */
function evacuate(simulation: Simulation, eachSecond: () => void = () => {}): number {
  let left = simulation.size;
  while (left > 0 && simulation.time < 600) {
    for (let step = 0; step < 20; step++) simulation.step();
    left -= simulation.takeEvents().filter(({ kind }) => kind === 'arrived').length;
    eachSecond();
  }
  expect(left).toBe(0);
  return simulation.time;
}

// A room of 30 by 20 m with four exits of 1 m, two in each long side.
const EXITS: readonly [x: number, z: number][] = [
  [-10, -10],
  [10, -10],
  [-10, 10],
  [10, 10],
];

function roomWith(exits: typeof EXITS): Wall[] {
  const walls: Wall[] = [
    [-15, -10, -15, 10],
    [15, -10, 15, 10],
  ];
  for (const z of [-10, 10]) {
    const doors = exits.filter(([, side]) => side === z).map(([x]) => x);
    let from = -15;
    for (const door of doors.sort((a, b) => a - b)) {
      walls.push([from, z, door - 0.5, z]);
      from = door + 0.5;
    }
    walls.push([from, z, 15, z]);
  }
  return walls;
}

test.each(SEEDS)(
  'S7, RiMEA 9: a thousand people leave by four exits in about half the time of two (seed %i)',
  (seed) => {
    const timeWith = (exits: typeof EXITS): number => {
      const nearest = (x: number, z: number): Goal => {
        const distance = ([exitX, exitZ]: (typeof EXITS)[number]): number => Math.hypot(exitX - x, exitZ - z);
        const [exitX, exitZ] = exits.reduce((best, exit) => (distance(exit) < distance(best) ? exit : best));
        return leave(exitX, exitZ + Math.sign(exitZ) * 1.5);
      };
      const people = fillBox([-14.5, -9.5, 14.5, 9.5], 1000, nearest, seed);
      return evacuate(new Simulation(scenarioOf(people, { walls: roomWith(exits), boundary: GROUND })));
    };
    const four = timeWith(EXITS);
    const two = timeWith(EXITS.slice(2));
    console.log(`RiMEA 9, seed ${seed}: ${four.toFixed(0)} s by four exits, ${two.toFixed(0)} s by two`);
    expect(two / four).toBeGreaterThan(1.6);
    expect(two / four).toBeLessThan(2.4);
  },
);

describe.each(SEEDS)('RiMEA 12: two rooms and a corridor between them (seed %i)', (seed) => {
  test('people wait before the corridor, not behind it', () => {
    // Rooms of 10 by 10 m at either end of a corridor 5 m long and 1 m wide; the second room's exit is as wide.
    const walls: Wall[] = [
      [-12.5, -5, -2.5, -5],
      [-12.5, 5, -2.5, 5],
      [-12.5, -5, -12.5, 5],
      [-2.5, -5, -2.5, -0.5],
      [-2.5, 0.5, -2.5, 5],
      [-2.5, -0.5, 2.5, -0.5],
      [-2.5, 0.5, 2.5, 0.5],
      [2.5, -5, 2.5, -0.5],
      [2.5, 0.5, 2.5, 5],
      [2.5, -5, 12.5, -5],
      [2.5, 5, 12.5, 5],
      [12.5, -5, 12.5, -0.5],
      [12.5, 0.5, 12.5, 5],
    ];
    const people = fillBox([-12, -4.5, -3, 4.5], 150, () => leave(14, 0), seed);
    const simulation = new Simulation(scenarioOf(people, { walls, boundary: GROUND }));
    let mostBefore = 0;
    let mostBehind = 0;
    const time = evacuate(simulation, () => {
      let before = 0;
      let behind = 0;
      for (let i = 0; i < simulation.size; i++) {
        if (numberOf(simulation, i, 'state') === 0 || numberOf(simulation, i, 'speed') > 0.2) continue;
        const x = numberOf(simulation, i, 'x');
        if (x < -2.5 && simulation.time > 5) before += 1;
        if (x > 2.5) behind += 1;
      }
      mostBefore = Math.max(mostBefore, before);
      mostBehind = Math.max(mostBehind, behind);
    });
    const flow = (150 / time).toFixed(2);
    console.log(
      `RiMEA 12, seed ${seed}: ${time.toFixed(0)} s (${flow} a second), ${mostBefore} wait before, ${mostBehind} behind`,
    );
    expect(mostBefore).toBeGreaterThan(30);
    expect(mostBehind).toBeLessThan(5);
  });
});

/** A room of 20 by 10 m with doors 1 m wide in its right wall, and exits behind them. */
function roomWithDoors(doors: readonly number[]): Pick<Scenario, 'walls' | 'exits' | 'boundary'> {
  const walls: Wall[] = [
    [-10, -5, 10, -5],
    [-10, 5, 10, 5],
    [-10, -5, -10, 5],
  ];
  let from = -5;
  for (const door of doors) {
    walls.push([10, from, 10, door - 0.5]);
    from = door + 0.5;
  }
  walls.push([10, from, 10, 5]);
  return { walls, exits: doors.map((z) => ({ x: 11.5, z, width: 1 })), boundary: GROUND };
}

describe.each(SEEDS)('RiMEA 8: the time to leave depends on who leaves (seed %i)', (seed) => {
  const timeOf = (count: number, speed: number): number => {
    const people = fillBox([-9.5, -4.5, 4, 4.5], count, () => ({ kind: 'exit' }), seed).map((person) => ({
      ...person,
      speed: person.speed * speed,
    }));
    return evacuate(new Simulation(scenarioOf(people, roomWithDoors([0]))));
  };

  test('the slower they are and the more there are, the longer it takes', () => {
    const bySpeed = [0.5, 0.75, 1, 1.25].map((speed) => timeOf(20, speed));
    const byCount = [20, 40, 80].map((count) => timeOf(count, 1));
    console.log(`RiMEA 8, seed ${seed}: ${bySpeed.join(', ')} s by speed, ${byCount.join(', ')} s by number`);
    expect(bySpeed).toEqual([...bySpeed].sort((a, b) => b - a));
    expect(byCount).toEqual([...byCount].sort((a, b) => a - b));
    expect(bySpeed[0] / bySpeed[3]).toBeGreaterThan(1.4);
  });
});

test.each(SEEDS)(
  'RiMEA 11: most of a thousand take the nearer exit, some the farther one once there is a queue (seed %i)',
  (seed) => {
    // A room of 30 by 20 m, people in its left part; one door in the lower wall near to them, one far to the right.
    const walls: Wall[] = [
      [-15, 10, 15, 10],
      [-15, -10, -15, 10],
      [15, -10, 15, 10],
      [-15, -10, -6, -10],
      [-5, -10, 12, -10],
      [13, -10, 15, -10],
    ];
    const exits = [
      { x: -5.5, z: -11.5, width: 1 },
      { x: 12.5, z: -11.5, width: 1 },
    ];
    const people = fillBox([-14.5, -9.5, 0, 9.5], 1000, () => ({ kind: 'exit' }), seed);
    const outBy = (all: typeof exits): { time: number; byFirst: number } => {
      const scenario = scenarioOf(people, { walls, exits: all, boundary: GROUND });
      const simulation = new Simulation(scenario);
      const time = evacuate(simulation);
      const byFirst = people.filter((_, i) => numberOf(simulation, i, 'x') < 3).length;
      return { time, byFirst };
    };
    const both = outBy(exits);
    const one = outBy([exits[0]]);
    console.log(
      `RiMEA 11, seed ${seed}: ${both.byFirst} by the nearer exit, ${1000 - both.byFirst} by the other; ` +
        `${both.time} s, ${one.time} s with the nearer one alone`,
    );
    expect(both.byFirst).toBeGreaterThan(500);
    expect(1000 - both.byFirst).toBeGreaterThan(100);
    expect(both.time).toBeLessThan(0.75 * one.time);
  },
);

test.each(SEEDS)('RiMEA 14: of a short and a long way people take the short one (seed %i)', (seed) => {
  // A courtyard of 20 by 12 m with a block of walls in it: past its lower side the way is 4 m, past its upper one 16 m longer.
  const walls: Wall[] = [
    [-4, -4, 4, -4],
    [4, -4, 4, 4],
    [4, 4, -4, 4],
    [-4, 4, -4, -4],
  ];
  const box = { kind: 'rectangle', halfWidth: 10, halfLength: 6 } as const;
  const people = fillBox([-9, -5.5, -7, -4.5], 10, () => leave(9, -5), seed);
  const simulation = new Simulation(scenarioOf(people, { walls, boundary: box }));
  let byLong = 0;
  const time = evacuate(simulation, () => {
    for (let i = 0; i < 10; i++) if (numberOf(simulation, i, 'z') > 0) byLong += 1;
  });
  console.log(`RiMEA 14, seed ${seed}: ${time} s, nobody the long way`);
  expect(byLong).toBe(0);
});
