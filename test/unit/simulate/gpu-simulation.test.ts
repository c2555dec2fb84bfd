import { type Goal, type Scenario, STEP_SECONDS, type Wall } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import { CrowdError } from '../../../src/errors/index.js';
import type { Point } from '../../../src/math/index.js';
import { SLICE_LOOKS } from '../../../src/simulate/gpu/field-table.js';
import { GpuSimulation, whyNotOnGpu } from '../../../src/simulate/gpu/index.js';
import { personAt, scenarioOf } from '../../support/simulate/scenarios.js';

const walker = (goal: Goal): Scenario => scenarioOf([personAt(0, 0, goal)]);

const REFUSED: readonly (readonly [what: string, scenario: Scenario, reason: RegExp])[] = [
  ['nobody', scenarioOf([]), /no people/],
  [
    'endless ground',
    { ...walker({ kind: 'wander' }), boundary: { kind: 'endless', halfWidth: 2, length: 20 } },
    /endless/,
  ],
  ['those who flee from the start on', walker({ kind: 'flee', x: 1, z: 1, radius: 2 }), /`flee`/],
  [
    'those who go to too many places between walls',
    scenarioOf(
      Array.from({ length: 17 }, (_, i) => personAt(i, 0, { kind: 'go', x: i, z: 5 })),
      { walls: [[-20, 2, -10, 2]] },
    ),
    /more than 16 places/,
  ],
  [
    'those who leave by too many exits between walls',
    {
      ...walker({ kind: 'leave' }),
      walls: [[-20, 2, -10, 2]],
      exits: Array.from({ length: 17 }, (_, x) => ({ x, z: 5, width: 1 })),
    },
    /more than 16 places/,
  ],
];

test.each(REFUSED)('%s cannot be moved on the GPU, and the reason is told', (_what, scenario, reason) => {
  expect(whyNotOnGpu(scenario)).toMatch(reason);
  expect(() => new GpuSimulation(scenario)).toThrow(reason);
});

test('people are sent to 16 places round walls, to one of them as often as need be, and no further one', () => {
  const boundary = { kind: 'rectangle', halfWidth: 20, halfLength: 6 } as const;
  const { controls } = new GpuSimulation({
    ...walker({ kind: 'wander' }),
    boundary,
    walls: [[-20, 2, -10, 2]],
  });
  for (let i = 0; i < 16; i++) controls.goTo(0, [i, 5]);
  controls.goTo(0, [3, 5]);
  expect(() => controls.goTo(0, [16, 5])).toThrow(/more than 16 places round walls.*gpu: false/);
});

test('people are led along 1,024 paths of their own, which are used anew, and no further one', () => {
  const people = Array.from({ length: 1025 }, (_, i) => personAt(i, 0, { kind: 'stand' }));
  const { controls } = new GpuSimulation(scenarioOf(people));
  const line: readonly Point[] = [
    [0, 0],
    [1, 1],
  ];
  for (let times = 0; times < 3; times++) for (let i = 0; i < 1024; i += 64) controls.follow(i, line);
  for (let i = 0; i < 1024; i++) controls.goTo(i, [0, 9], { via: [[i, 5]] });
  expect(() => controls.goTo(1024, [0, 9], { via: [[0, 5]] })).toThrow(/so many paths.*gpu: false/);
  controls.stop('all');
  const long = Array.from({ length: 9000 }, (_, i): Point => [i, 0]);
  expect(() => controls.follow(0, long)).toThrow(/so many paths/);
});

test('people march 256 times and no further one', () => {
  const { controls } = new GpuSimulation(walker({ kind: 'stand' }));
  const line: readonly Point[] = [
    [0, 0],
    [1, 1],
  ];
  for (let times = 0; times < 256; times++) controls.march([0], line);
  expect(() => controls.march([0], line)).toThrow(/march more than 256 times/);
});

test('what shaders do not know is refused, with what to do', () => {
  const { controls } = new GpuSimulation(walker({ kind: 'wander' }));
  for (const call of [
    () => controls.add(1, personAt(1, 1, { kind: 'stand' })),
    () => controls.place(0, [1, 1]),
    () => controls.setPlaces(new Float32Array(3)),
  ]) {
    expect(call).toThrow(CrowdError);
    expect(call).toThrow(/motion: \{ gpu: false \}/);
  }
});

test('steps are due as time goes by, and no more than three after a long frame', () => {
  const simulation = new GpuSimulation(walker({ kind: 'wander' }));
  expect([simulation.advance(0.12), simulation.takeSteps(), simulation.takeSteps()]).toEqual([2, 2, 0]);
  expect(simulation.fraction).toBeCloseTo(0.4, 9);
  simulation.advance(3600);
  expect(simulation.takeSteps()).toBe(3);
  simulation.timeScale = 0;
  expect(simulation.advance(1)).toBe(0);
  expect(simulation.time).toBeCloseTo(0.25, 9);
});

test('on the largest ground ways are found a slice at a time, to the same bits, and the page goes on between', async () => {
  const walls: Wall[] = Array.from({ length: 40 }, (_, i) => [10 * i - 200, -150 + 7 * i, 10 * i - 190, 100]);
  const people = [9, 60, -90].map((x) => personAt(x, 0, { kind: 'go', x, z: x }));
  const scenario = scenarioOf(people, {
    boundary: { kind: 'ring', inner: 5, outer: 250 },
    walls,
  });
  const { fields } = new GpuSimulation(scenario);
  const slices: number[] = [];
  for (let looks = fields.prepare(); looks > 0; looks = fields.prepare()) slices.push(looks);
  expect(slices.length).toBeGreaterThan(8);
  // 16 rows of 500 cells more at most.
  expect(Math.max(...slices)).toBeLessThan(SLICE_LOOKS + 16 * 500 + 1);
  expect(fields.numbers.filter((metres) => metres > 0 && metres < 1e6).length).toBeGreaterThan(3 * 180_000);

  // Without slices, the first step finds them at once.
  const atOnce = new GpuSimulation(scenario);
  atOnce.advance(STEP_SECONDS);
  expect(atOnce.takeSteps()).toBe(1);
  expect(Buffer.from(atOnce.fields.numbers.buffer).equals(Buffer.from(fields.numbers.buffer))).toBe(true);

  let pauses = 0;
  const paused = new GpuSimulation(scenario);
  await paused.prepare(async () => {
    pauses += 1;
  });
  expect(pauses).toBe(slices.length);
  expect(paused.fields.prepare()).toBe(0);
});
