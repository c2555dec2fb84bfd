import { SimulationDriver, STEP_SECONDS } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import '../../../../src/render/motion/gpu-takeover.js';
import { CharacterMover } from '../../../../src/render/motion/index.js';
import { AGENT, agentNumber, GpuSimulation, whyNotOnGpu } from '../../../../src/simulate/gpu/index.js';
import { followWithoutFeet, walkingCharacters } from '../../../support/render/walking-characters.js';
import { SHAPE_FIELDS } from '../../../support/sample-recipe.js';

const FRAME_SECONDS = 1 / 60;
/** How many people the GPU of these tests is tried for. */
const LIMIT = 60;
const CALM_FRAMES = 5 * 60;

/** A crowd that a worker's simulation moves, beside a GPU. */
function walkInWorker({ stepMilliseconds = 1 } = {}) {
  const { characters, simulation, follower, more } = walkingCharacters(
    { ...SHAPE_FIELDS.circle, pace: 0.8, size: LIMIT },
    { plantsFeet: false, simulate: ({ scenario }) => new SimulationDriver(scenario, { worker: false }) },
  );
  const { scenario } = simulation;
  const tried: GpuSimulation[] = [];
  const warnings: string[] = [];
  const mover = new CharacterMover({
    characters,
    simulation,
    personOf: () => ({ ...scenario.people[0], x: characters.size / 10, z: 0 }),
    follower,
    gpu: {
      simulation: undefined,
      choice: {
        isAutomatic: true,
        createDriver: () => new SimulationDriver(scenario, { worker: false }),
      },
      trial: {
        isWorthwhile: () => characters.size > LIMIT,
        createOnGpu: async (state) => {
          if (whyNotOnGpu(scenario, state.snapshot)) return undefined;
          const gpu = new GpuSimulation(scenario, state);
          gpu.device = {
            // A GPU that has not made a step yet.
            readAgents: async () => gpu.agents.numbers.slice(),
            measureStep: async () => stepMilliseconds,
          };
          tried.push(gpu);
          return gpu;
        },
        isQuick: async ({ device }) => (await device!.measureStep(5)) <= 5,
      },
      createFollower: (running) => followWithoutFeet(characters, running),
    },
    onWarning: (message) => warnings.push(message),
  });
  let now = 0;
  const advance = async (frames: number): Promise<void> => {
    for (let frame = 0; frame < frames; frame++) {
      now += FRAME_SECONDS;
      characters.advance(now);
      mover.update(FRAME_SECONDS, now);
      // What is asked meanwhile is answered between two frames.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const add = (count: number): number[] => {
    const joining = more(count);
    const indices = characters.add(joining, now);
    mover.add(indices, joining);
    return indices;
  };
  return { characters, mover, tried, warnings, advance, add };
}

/** Lets frames go by until people are on the GPU; fails where they do not get there. */
async function untilOnGpu({ mover, advance }: ReturnType<typeof walkInWorker>): Promise<number> {
  for (let frame = 1; frame < 3 * CALM_FRAMES; frame++) {
    await advance(1);
    if (mover.isOnGpu) return frame;
  }
  throw new Error('Nobody has got to the GPU.');
}

test('a crowd that has grown too large for its worker goes on on the GPU, from where it is (seed 42)', async () => {
  const crowd = walkInWorker();
  const { mover, tried, advance, characters } = crowd;
  await advance(CALM_FRAMES + 10);
  expect(tried).toHaveLength(0);
  crowd.add(20);
  await advance(CALM_FRAMES - 10);
  expect(tried).toHaveLength(0);

  mover.motion.setSpeed(3, 0.25);
  const { table } = characters;
  const steps: number[] = [];
  let places: [number, number][] = [];
  while (!mover.isOnGpu) {
    steps.push(Math.round(mover.motion.time / STEP_SECONDS));
    places = Array.from({ length: 80 }, (_, i) => [table.x(i), table.z(i)]);
    if (tried.length > 0) mover.motion.setSpeed(4, 0.75);
    if (steps.length > CALM_FRAMES) throw new Error('Nobody has got to the GPU.');
    await advance(1);
  }
  expect(tried).toHaveLength(1);
  const [gpu] = tried;
  // People were held for a few frames alone, and no step was lost.
  expect(steps.filter((step) => step === steps.at(-1)).length).toBeLessThan(8);
  expect([gpu.time, gpu.size]).toEqual([expect.closeTo(steps.at(-1)! * STEP_SECONDS, 9), 80]);
  const number = (i: number, texel: number, k: number): number =>
    gpu.agents.numbers[agentNumber(i, texel) + k];
  places.forEach(([x, z], i) => {
    const way = Math.hypot(number(i, AGENT.place, 0) - x, number(i, AGENT.place, 1) - z);
    expect(way, `${i}`).toBeLessThan(2 * STEP_SECONDS);
  });
  expect([number(3, AGENT.self, 1), number(4, AGENT.self, 1)]).toEqual([0.25, 0.75]);
  await advance(30);
  expect(gpu.takeSteps()).toBeGreaterThan(8);
  expect(crowd.warnings).toEqual([]);
  mover.dispose();
});

test('whoever joins while the GPU is tried joins the worker, and the GPU is tried again when nobody has joined for a while', async () => {
  const crowd = walkInWorker();
  crowd.add(20);
  while (crowd.tried.length === 0) await crowd.advance(1);
  crowd.add(5);
  await crowd.advance(60);
  expect([crowd.mover.isOnGpu, crowd.tried[0].isOver]).toEqual([false, true]);
  await untilOnGpu(crowd);
  expect(crowd.tried.map(({ size }) => size)).toEqual([80, 85]);
  crowd.mover.dispose();
});

test('a GPU that is slow is tried once', async () => {
  const crowd = walkInWorker({ stepMilliseconds: 6 });
  crowd.add(20);
  await crowd.advance(4 * CALM_FRAMES);
  expect([crowd.tried.length, crowd.tried[0].isOver, crowd.mover.isOnGpu]).toEqual([1, true, false]);
  crowd.mover.dispose();
});

test.each([
  ['asks where people are', ({ mover }) => mover.knowsPlaces('a ray', 'hit nobody')],
  ['has people brought from the GPU', ({ mover }) => mover.leaveGpu()],
] satisfies [string, (crowd: ReturnType<typeof walkInWorker>) => unknown][])(
  'a page that %s keeps its crowd in the worker, and hears of everything',
  async (_what, ask) => {
    const crowd = walkInWorker();
    const { mover } = crowd;
    const arrived: number[] = [];
    crowd.add(20);
    while (crowd.tried.length === 0) await crowd.advance(1);
    ask(crowd);
    await crowd.advance(3 * CALM_FRAMES);
    expect([crowd.tried.length, mover.isOnGpu]).toEqual([1, false]);
    mover.motion.addEventListener('arrived', ({ character }) => arrived.push(character));
    const { table } = crowd.characters;
    mover.motion.goTo(7, [table.x(7), table.z(7)]);
    await crowd.advance(30);
    expect(arrived).toEqual([7]);
    mover.dispose();
  },
);

test('who listens for arrivals in the worker hears of them on the GPU', async () => {
  const crowd = walkInWorker();
  crowd.mover.motion.addEventListener('arrived', () => {});
  crowd.add(20);
  await untilOnGpu(crowd);
  expect(crowd.tried[0].isAsked).toBe(true);
  crowd.mover.dispose();
});

test('those who are placed by hand keep everybody in the worker until they are sent elsewhere', async () => {
  const crowd = walkInWorker();
  crowd.add(20);
  for (const i of [0, 1, 2, 3]) crowd.mover.place(i);
  await crowd.advance(2 * CALM_FRAMES);
  expect([crowd.tried.length, crowd.mover.isOnGpu]).toEqual([0, false]);
  crowd.mover.motion.stop([0, 1, 2, 3]);
  await untilOnGpu(crowd);
  crowd.mover.dispose();
});

test('people who leave the GPU since somebody joins come back, after twice the time', async () => {
  const crowd = walkInWorker();
  crowd.add(20);
  const first = await untilOnGpu(crowd);
  crowd.add(1);
  await crowd.advance(30);
  expect(crowd.mover.isOnGpu).toBe(false);
  expect(await untilOnGpu(crowd)).toBeGreaterThan(1.5 * first);
  expect(crowd.tried.map(({ size }) => size)).toEqual([80, 81]);
  crowd.mover.dispose();
});
