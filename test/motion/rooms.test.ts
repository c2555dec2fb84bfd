import { type Goal, Simulation, type Wall } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { numberOf } from '../support/simulate/measures.js';
import { fillBox, scenarioOf } from '../support/simulate/scenarios.js';

const SEEDS = [1, 2, 3, 4, 5];
const GROUND = { kind: 'rectangle', halfWidth: 40, halfLength: 30 } as const;

function leave(x: number, z: number, within = 0.8): Goal {
  return { kind: 'go', x, z, leaves: true, within };
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
