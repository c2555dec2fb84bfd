import {
  FRAME,
  FRAME_STATE,
  FRAME_STRIDE,
  type Goal,
  interpolateFrames,
  type Scenario,
  Simulation,
  type Wall,
} from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { expectToResume, hashOf } from '../../support/simulate/hash-frames.js';
import { numberOf, takeArrivals } from '../../support/simulate/measures.js';
import { corridor, fillBox, personAt, run, scenarioOf, straight } from '../../support/simulate/scenarios.js';

/** Steps between two updates of a far agent, and in a second. */
const [FAR_STEPS, SECOND] = [10, 20];
/** Steps between two comparisons of all pairs of agents. */
const COMPARED_STEPS = 5;

/** The states between the last two steps, with far agents where they are by then. */
function shown({ previous, current, steps }: Simulation, fraction = 1): Float32Array {
  const out = new Float32Array(current.length);
  interpolateFrames(previous, current, fraction, out, steps);
  return out;
}

function placeIn(frame: Float32Array, i: number): [x: number, z: number] {
  return [frame[i * FRAME_STRIDE + FRAME.x], frame[i * FRAME_STRIDE + FRAME.z]];
}

/** Metres, but for agents that leave an endless street at one end and come in at the other. */
function largestMove(from: Float32Array, to: Float32Array): number {
  let most = 0;
  for (let i = 0; i < from.length / FRAME_STRIDE; i++) {
    const [[x, z], [toX, toZ]] = [placeIn(from, i), placeIn(to, i)];
    const move = Math.hypot(toX - x, toZ - z);
    if (move < 10) most = Math.max(most, move);
  }
  return most;
}

const isFar = (simulation: Simulation, i: number): boolean => numberOf(simulation, i, 'state') > 3;
const farCount = (simulation: Simulation): number =>
  Array.from({ length: simulation.size }, (_, i) => isFar(simulation, i)).filter(Boolean).length;

/** A crowd of a person a square metre that walks from place to place. */
function wanderers(count: number, seed: number): Simulation {
  const half = Math.sqrt(count) / 2;
  const people = fillBox([-half, -half, half, half], count, () => ({ kind: 'wander' }), seed);
  const boundary = { kind: 'rectangle', halfWidth: half, halfLength: half } as const;
  return new Simulation(scenarioOf(people, { seed, boundary }));
}

/** A far agent, number 0, and a near one that stands. */
function alone(goal: Goal, changes: Partial<Scenario> = {}, speed = 1.34): Simulation {
  const witness = personAt(55, 55, { kind: 'stand' });
  const simulation = new Simulation(scenarioOf([personAt(-20, -15, goal, { speed }), witness], changes));
  simulation.commands.focus([[55, 55]], 1);
  simulation.step();
  expect([0, 1].map((i) => isFar(simulation, i))).toEqual([true, false]);
  return simulation;
}

test('a crowd that fits into the focus walks as without one (seed 3)', () => {
  const [plain, focused] = [wanderers(200, 3), wanderers(200, 3)];
  focused.commands.focus([[1, 2]], 200);
  for (const simulation of [plain, focused]) run(simulation, 10);
  expect(hashOf(focused.current)).toBe(hashOf(plain.current));
});

test('as many agents are near as were asked for, in a circle around each point (seed 4)', () => {
  const simulation = wanderers(900, 4);
  simulation.commands.focus(
    [
      [-8, 0],
      [8, 3],
    ],
    200,
  );
  run(simulation, 0.1);
  const near = simulation.size - farCount(simulation);
  expect(near).toBeGreaterThanOrEqual(200);
  // A metre more of radius, and the margin: 2 π · 6 m · 2 circles · 3 m.
  expect(near).toBeLessThan(200 + 230);
  const now = shown(simulation);
  const distances = Array.from({ length: 900 }, (_, i) => {
    const [x, z] = placeIn(now, i);
    return {
      isFar: isFar(simulation, i),
      distance: Math.min(Math.hypot(x + 8, z), Math.hypot(x - 8, z - 3)),
    };
  });
  const nearest = Math.min(...distances.filter((one) => one.isFar).map(({ distance }) => distance));
  const farthest = Math.max(...distances.filter((one) => !one.isFar).map(({ distance }) => distance));
  expect(farthest - nearest).toBeLessThan(3);
});

describe('far agents', () => {
  test.each<[string, Goal]>([
    ['to a point', { kind: 'go', x: 20, z: 15 }],
    ['along a path', { kind: 'follow', path: 0, direction: 1 }],
    ['to one place after the other', { kind: 'wander' }],
  ])('walk %s as near ones do', (_, goal) => {
    const changes = { paths: [straight([-20, -15], [20, 15])] };
    const far = alone(goal, changes);
    const near = new Simulation(far.scenario);
    near.step();
    let worst = 0;
    for (let step = 0; step < 600; step++) {
      near.step();
      far.step();
      const [[x, z], [nearX, nearZ]] = [placeIn(shown(far), 0), placeIn(near.current, 0)];
      worst = Math.max(worst, Math.hypot(x - nearX, z - nearZ));
    }
    expect(near.current[FRAME.distance]).toBeGreaterThan(30);
    expect(shown(far)[FRAME.distance]).toBeGreaterThan(30);
    // A near one takes half a second to reach its speed, and turns on an arc.
    expect(worst).toBeLessThan(1.5);
  });

  test('walk round walls and obstacles, and cross none', () => {
    const walls: Wall[] = [[-60, 0, 30, 0]];
    const obstacles = [{ x: -10, z: -15, radius: 2 }];
    const simulation = alone({ kind: 'go', x: -20, z: 15 }, { walls, obstacles });
    let arrivals: number[] = [];
    while (simulation.time < 120 && arrivals.length === 0) {
      simulation.step();
      const [x, z] = placeIn(shown(simulation), 0);
      if (x < 30) expect(Math.abs(z)).toBeGreaterThan(0.05);
      expect(Math.hypot(x + 10, z + 15)).toBeGreaterThan(1.5);
      arrivals = takeArrivals(simulation);
    }
    expect(arrivals).toEqual([0]);
    expect(numberOf(simulation, 0, 'distance')).toBeGreaterThan(95);
  });

  /** Least distance of a far agent's middle from something, from its second update on. */
  function leastClearance(
    goal: Goal,
    changes: Partial<Scenario>,
    clearOf: (x: number, z: number) => number,
    speed?: number,
  ): number {
    const simulation = alone(goal, changes, speed);
    run(simulation, (2 * FAR_STEPS) / SECOND);
    let least = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 400; step++) {
      simulation.step();
      least = Math.min(least, clearOf(...placeIn(shown(simulation), 0)));
    }
    return least;
  }

  test.each<[string, Parameters<typeof leastClearance>, least: number]>([
    [
      'obstacles',
      [
        { kind: 'stand' },
        { obstacles: [{ x: -20.3, z: -15, radius: 1 }] },
        (x, z) => Math.hypot(x + 20.3, z + 15),
      ],
      1.2,
    ],
    ['walls', [{ kind: 'stand' }, { walls: [[-30, -15.05, -10, -15.05]] }, (_, z) => z + 15.05], 0.2],
    [
      'the ground outside',
      [
        { kind: 'flee', x: -19, z: -15, radius: 90 },
        { boundary: { kind: 'rectangle', halfWidth: 56, halfLength: 56 } },
        (x) => x + 56,
      ],
      0,
    ],
  ])('are kept out of %s', (_, situation, least) => {
    expect(leastClearance(...situation)).toBeCloseTo(least, 4);
  });

  test('flee to a wall, however far away, and not through it', () => {
    for (let ahead = 0.3; ahead < 5; ahead += 0.1) {
      const z = -15 + ahead;
      const clearance = leastClearance(
        { kind: 'flee', x: -20, z: -18, radius: 90 },
        { walls: [[-60, z, 60, z]] },
        (_, itsZ) => z - itsZ,
        2.2,
      );
      expect(clearance, `${ahead} m ahead`).toBeGreaterThan(0.199);
      expect(clearance).toBeLessThan(2.2);
    }
  });

  test('have other numbers in frames only after an update', () => {
    const simulation = alone({ kind: 'wander' });
    let changes = 0;
    for (let step = 0; step < 100; step++) {
      const before = simulation.current.slice(0, FRAME_STRIDE);
      simulation.step();
      if (hashOf(simulation.current.slice(0, FRAME_STRIDE)) !== hashOf(before)) changes += 1;
    }
    expect(changes).toBe(100 / FAR_STEPS);
  });

  test('walk on as before when the number of a step in frames starts from 0 again', () => {
    const early = alone({ kind: 'go', x: 30, z: 20 });
    const late = new Simulation(early.scenario);
    const { people, steps, ...rest } = early.takeSnapshot();
    const hour = 65_530;
    const updatedAt = people['updatedAt'].map((step) => step + hour);
    late.resume({ ...rest, steps: steps + hour, people: { ...people, updatedAt } });
    for (let step = 0; step < 60; step++) {
      for (const simulation of [early, late]) simulation.step();
      expect(hashOf(shown(late))).toBe(hashOf(shown(early)));
    }
    expect(late.steps).toBeGreaterThan(65_536 + 2 * FAR_STEPS);
    expect(shown(late)[FRAME.distance]).toBeGreaterThan(3);
  });

  test('keep the height of hills', () => {
    const terrain = { active: true, amplitude: 3, frequency: 0.05, noiseType: 'fractal' } as const;
    const simulation = alone({ kind: 'go', x: 30, z: 20 }, { terrain });
    const near = new Simulation(simulation.scenario);
    let highest = 0;
    for (let step = 0; step < 300; step++) {
      simulation.step();
      near.commands.setPosition(0, placeIn(shown(simulation), 0));
      near.step();
      expect(shown(simulation)[FRAME.y] - numberOf(near, 0, 'y')).toBeCloseTo(0, 0);
      highest = Math.max(highest, Math.abs(numberOf(near, 0, 'y')));
    }
    expect(highest).toBeGreaterThan(0.5);
  });

  test('take commands at once: goals, removal, and places that the page sets', () => {
    const simulation = alone({ kind: 'wander' });
    run(simulation, 3.3);
    const place = placeIn(shown(simulation), 0);
    simulation.commands.stop(0);
    run(simulation, 2);
    const [x, z] = placeIn(shown(simulation), 0);
    // Half a second of walking, as long again to slow down.
    expect(Math.hypot(x - place[0], z - place[1])).toBeLessThan(2);
    simulation.commands.setPosition(0, [7, 8]);
    simulation.step();
    expect(placeIn(simulation.current, 0)).toEqual([7, 8]);
    simulation.commands.goTo(0, [10, 8]);
    run(simulation, 20);
    expect(
      Math.hypot(placeIn(shown(simulation), 0)[0] - 10, placeIn(shown(simulation), 0)[1] - 8),
    ).toBeLessThan(0.5);
    simulation.commands.remove(0);
    simulation.step();
    expect(numberOf(simulation, 0, 'state')).toBe(FRAME_STATE.gone);
  });
});

describe('agents that come near', () => {
  /** A crowd whose focus moves through it for 30 s. */
  function* moving(simulation: Simulation): Generator<void> {
    for (let step = 0; step < 600; step++) {
      if (step % 20 === 0) simulation.commands.focus([[9 * Math.sin(step / 100), 12]], 200);
      simulation.step();
      yield;
    }
  }

  test('do not jump (seed 5)', () => {
    const simulation = wanderers(900, 5);
    let end = shown(simulation);
    let jump = 0;
    let joined = 0;
    for (const _ of moving(simulation)) {
      for (let i = 0; i < 900; i++) {
        joined += +(simulation.previous[i * FRAME_STRIDE + FRAME.state] > 3 && !isFar(simulation, i));
      }
      jump = Math.max(jump, largestMove(end, shown(simulation, 0)));
      end = shown(simulation);
    }
    expect(joined).toBeGreaterThan(300);
    expect(jump).toBeLessThan(0.02);
  });

  test('overlap with nobody after a second, and are moved apart slowly until then (seed 6)', () => {
    // In a street, where walking through others does not make the crowd denser than people fit in.
    const simulation = new Simulation(
      corridor({ width: 25, length: 36, count: 900, seed: 6, isTwoWay: true }),
    );
    const nearSince = new Int32Array(900).fill(-1);
    let worst = 0;
    let compared = 0;
    let push = 0;
    for (const _ of moving(simulation)) {
      const { current, steps } = simulation;
      push = Math.max(push, largestMove(shown(simulation, 0), shown(simulation)));
      for (let i = 0; i < 900; i++) {
        if (isFar(simulation, i)) nearSince[i] = steps;
        if (steps % COMPARED_STEPS > 0 || steps - nearSince[i] <= SECOND) continue;
        for (let j = 0; j < i; j++) {
          if (steps - nearSince[j] <= SECOND) continue;
          const [x, z] = [current[i * FRAME_STRIDE + FRAME.x], current[i * FRAME_STRIDE + FRAME.z]];
          const [otherX, otherZ] = [current[j * FRAME_STRIDE + FRAME.x], current[j * FRAME_STRIDE + FRAME.z]];
          worst = Math.max(worst, 1 - Math.hypot(x - otherX, z - otherZ) / 0.4);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(1_000_000);
    expect(worst).toBeLessThan(0.05);
    // The fastest agent walks 11 cm in a step.
    expect(push).toBeLessThan(0.2);
  });
});

test('a copy that resumes one, and a jump in time, go on exactly as the original (seed 7)', () => {
  const simulation = wanderers(300, 7);
  run(simulation, 1);
  simulation.commands.focus([[2, 2]], 60);
  run(simulation, 1.35);
  simulation.commands.goTo(7, [1, 1]);
  expect(farCount(simulation)).toBeGreaterThan(100);
  const there = hashOf(shown(run(simulation, 2)));
  const { time } = simulation;
  run(simulation, 1);
  simulation.jumpTo(time);
  expect(hashOf(shown(simulation))).toBe(there);
  expectToResume(simulation, 5);
});

test('all agents are near again without points (seed 8)', () => {
  const simulation = wanderers(300, 8);
  simulation.commands.focus([[0, 0]], 20);
  run(simulation, 3);
  expect(farCount(simulation)).toBeGreaterThan(200);
  const before = shown(simulation);
  simulation.commands.focus([]);
  simulation.step();
  expect(farCount(simulation)).toBe(0);
  expect(largestMove(before, shown(simulation))).toBeLessThan(0.15);
});

test.each([
  ['a point that is none', [[0, Number.NaN]], 100, 'focus: point 0 is [0, NaN]; give [x, z]'],
  ['a number of nobody', [[0, 0]], 0, 'focus: nearest is 0; give a number above 0.'],
] as const)('%s is an error', (_, points, nearest, message) => {
  const simulation = wanderers(9, 1);
  expect(() => simulation.commands.focus(points as never, nearest)).toThrow(message);
});
