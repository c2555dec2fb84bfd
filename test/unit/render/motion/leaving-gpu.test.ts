import { FRAME, FRAME_STRIDE, type Simulation, SimulationDriver } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import type { BuildCrowdOptions } from '../../../../src/render/build-crowd-options.js';
import type { ClipFeet } from '../../../../src/render/clip-feet.js';
import { createMover } from '../../../../src/render/create-mover.js';
import { CharacterMover } from '../../../../src/render/motion/index.js';
import { EVENT_KINDS, HAPPENED } from '../../../../src/simulate/gpu/agent-table.js';
import { GpuSimulation } from '../../../../src/simulate/gpu/index.js';
import { followWithoutFeet, walkingCharacters } from '../../../support/render/walking-characters.js';
import { SHAPE_FIELDS } from '../../../support/sample-recipe.js';
import { agentsOf } from '../../../support/simulate/emulated-gpu.js';

const FRAME_SECONDS = 1 / 60;

/** A crowd that walks on a GPU, whose part a simulation of the same people plays. */
function walkOnGpu({ isAutomatic = false } = {}) {
  const { characters, simulation } = walkingCharacters(
    { ...SHAPE_FIELDS.circle, pace: 0.8, size: 60 },
    { plantsFeet: false },
  );
  const played = simulation as Simulation;
  const { scenario } = played;
  const gpu = new GpuSimulation(scenario);
  let reads = 0;
  gpu.device = {
    readAgents: async () => {
      reads += 1;
      return agentsOf(played);
    },
    measureStep: async () => 1,
  };
  const warnings: string[] = [];
  const mover = new CharacterMover({
    characters,
    simulation: gpu,
    personOf: () => scenario.people[0],
    follower: undefined,
    gpu: {
      simulation: gpu,
      choice: { isAutomatic, createDriver: () => new SimulationDriver(scenario, { worker: false }) },
      trial: undefined,
      createFollower: (running) => followWithoutFeet(characters, running),
    },
    onWarning: (message) => warnings.push(message),
  });
  let now = 0;
  const advance = (frames: number): void => {
    for (let frame = 0; frame < frames; frame++) {
      now += FRAME_SECONDS;
      characters.advance(now);
      mover.update(FRAME_SECONDS, now);
      for (let step = gpu.takeSteps(); step > 0; step--) played.step();
    }
  };
  return { characters, mover, gpu, played, warnings, advance, reads: () => reads };
}

/** How far each person is in the rows from where a simulation has them at the end of its step, metres. */
function distances({ characters }: ReturnType<typeof walkOnGpu>, { current, size }: Simulation): number[] {
  const { table } = characters;
  const { stepLeft } = table;
  table.stepLeft = 0;
  const found = Array.from({ length: size }, (_, i) => {
    const o = i * FRAME_STRIDE;
    return Math.hypot(table.x(i) - current[o + FRAME.x], table.z(i) - current[o + FRAME.z]);
  });
  table.stepLeft = stepLeft;
  return found;
}

test('people who leave the GPU are asked for once, go on from where they are, and walk as if they had stayed (seed 42)', async () => {
  const crowd = walkOnGpu();
  const { mover, played, advance, characters } = crowd;
  advance(60);
  expect(mover.isOnGpu).toBe(true);
  expect(Math.max(...distances(crowd, played))).toBeGreaterThan(0.5);

  const { time } = mover.motion;
  await mover.leaveGpu('add people');
  expect(mover.isOnGpu).toBe(false);
  expect(crowd.reads()).toBe(1);
  expect(mover.motion.time).toBeCloseTo(time, 9);
  expect(Math.max(...distances(crowd, played))).toBeLessThan(1e-5);
  expect(crowd.warnings).toEqual([expect.stringMatching(/leaves the GPU.*add people.*worker/)]);

  const from = Array.from({ length: characters.size }, (_, i) => [
    characters.table.x(i),
    characters.table.z(i),
  ]);
  advance(1);
  from.forEach(([x, z], i) => {
    expect(Math.hypot(characters.table.x(i) - x, characters.table.z(i) - z)).toBeLessThan(0.1);
  });
  advance(30);
  const ahead = Math.round((mover.motion.time - time) * 20);
  expect(ahead).toBeGreaterThan(5);
  for (let step = 0; step < ahead; step++) played.step();
  expect(Math.max(...distances(crowd, played))).toBeLessThan(0.01);
  mover.dispose();
});

test('those who are gone from the simulation stay where they were on the GPU', async () => {
  const crowd = walkOnGpu({ isAutomatic: true });
  const { mover, gpu, played, advance } = crowd;
  advance(60);
  for (const { controls } of [gpu, played]) controls.remove('all');
  advance(30);
  expect(Math.max(...distances(crowd, played))).toBeGreaterThan(0.5);
  await mover.leaveGpu();
  advance(30);
  expect(Math.max(...distances(crowd, played))).toBeLessThan(1e-5);
  mover.dispose();
});

test('while people are asked for nobody moves, and what they are told is done afterwards', async () => {
  const crowd = walkOnGpu({ isAutomatic: true });
  const { mover, gpu, advance, characters } = crowd;
  advance(30);
  mover.motion.flee([0, 0], 100);
  mover.motion.follow(0, [
    [0, 0],
    [0, 9],
  ]);
  mover.motion.setSpeed(0, 0.5);
  const left = mover.leaveGpu('wait');
  await new Promise((resolve) => setImmediate(resolve));
  advance(5);
  await left;
  expect(gpu.isOver).toBe(true);
  expect(crowd.warnings).toEqual([]);
  const distance = (i: number): number => Math.hypot(characters.table.x(i), characters.table.z(i));
  const before = Array.from({ length: 60 }, (_, i) => distance(i));
  advance(90);
  // All walk away from the middle, up to the edge.
  const away = before.filter((metres, i) => distance(i) > metres + 0.2).length;
  expect(away).toBeGreaterThan(40);
  mover.dispose();
});

test('who listens for arrivals hears of them on the GPU, on the way to the worker, and there', async () => {
  const { mover, gpu, advance, characters } = walkOnGpu({ isAutomatic: true });
  advance(30);
  expect(gpu.isAsked).toBe(false);
  const arrived: number[] = [];
  const { table } = characters;
  mover.motion.addEventListener('arrived', ({ character }) => {
    arrived.push(character);
    // What is told in answer reaches the worker, too.
    if (character === 6) mover.motion.goTo(7, [table.x(7), table.z(7)]);
  });
  expect([gpu.isAsked, mover.isOnGpu]).toEqual([true, true]);
  gpu.tell([EVENT_KINDS * 9 + HAPPENED.blocked, EVENT_KINDS * 5 + HAPPENED.arrived]);
  advance(6);
  expect(arrived).toEqual([5]);

  gpu.tell([EVENT_KINDS * 6 + HAPPENED.arrived]);
  await mover.motion.leaveGpu();
  expect(arrived).toEqual([5, 6]);
  advance(30);
  expect(arrived).toEqual([5, 6, 7]);
  mover.dispose();
});

test.each([
  ['none', false],
  ['hardware', true],
] as const)(
  'before a renderer draws whose GPU for walking is %s, people stay on the GPU: %s',
  async (gpu, stays) => {
    const crowd = walkOnGpu();
    const { mover, advance, played } = crowd;
    advance(60);
    let loads = 0;
    const next = {
      walkingGpu: () => gpu,
      loadWalking: async () => {
        loads += 1;
      },
    };
    await mover.prepareFor(next, undefined);
    expect(mover.isOnGpu).toBe(stays);
    expect(loads).toBe(stays ? 1 : 0);
    if (!stays) {
      expect(Math.max(...distances(crowd, played))).toBeLessThan(1e-5);
      expect(crowd.warnings).toEqual([expect.stringMatching(/leaves the GPU.*renderer that cannot move it/)]);
      await mover.prepareFor(next, undefined);
      expect(crowd.warnings).toHaveLength(1);
    }
    mover.dispose();
  },
);

test('where the GPU was lost, people go on from where they began', async () => {
  const { mover, gpu, advance, characters, played } = walkOnGpu({ isAutomatic: true });
  advance(30);
  gpu.device = { readAgents: () => Promise.reject(new Error('lost')), measureStep: async () => 1 };
  await mover.leaveGpu('go on');
  played.scenario.people.forEach(({ x, z }, i) => {
    expect(Math.hypot(characters.table.x(i) - x, characters.table.z(i) - z)).toBeLessThan(1e-5);
  });
  mover.dispose();
});

test.each([
  ['quick', true, 4, true],
  ['slow', true, 6, false],
  ['slow and asked for', false, 6, true],
])('a GPU that is %s: people stay there is %4$s', async (_what, isAutomatic, milliseconds, stays) => {
  const { characters, gpu, played } = walkOnGpu();
  gpu.device = { readAgents: async () => agentsOf(played), measureStep: async () => milliseconds };
  const clipFeet: ClipFeet = { groundSpeed: () => 1.3, sampler: async () => undefined };
  const warnings: string[] = [];
  const mover = await createMover(
    characters,
    clipFeet,
    {
      simulation: gpu,
      personOf: () => played.scenario.people[0],
      walkers: undefined,
      gpu: {
        isAutomatic,
        prefers: () => true,
        createDriver: () => new SimulationDriver(played.scenario, { worker: false }),
        createOnGpu: async () => 'it is there already',
      },
    },
    undefined,
    { onWarning: (message: string) => warnings.push(message) } as unknown as BuildCrowdOptions,
  );
  expect([mover.isOnGpu, gpu.isOver]).toEqual([stays, !stays]);
  expect(warnings).toEqual([]);
  mover.dispose();
});
