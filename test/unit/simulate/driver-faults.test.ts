import { type Scenario, Simulation, SimulationDriver } from 'three-crowd/simulate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Stepper } from '../../../src/simulate/worker/stepper.js';
import { errorOf } from '../../support/error-of.js';
import { pathOf } from '../../support/sample-recipe.js';
import { FakeWorker } from '../../support/simulate/fake-worker.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

const { scenario } = walkingCrowd({ size: 20 });
const FRAME = 1 / 60;

let warnings: string[];

beforeEach(() => {
  warnings = [];
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function start(of: Scenario = scenario): SimulationDriver {
  return new SimulationDriver(of, { onWarning: (message) => warnings.push(message) });
}

/** Runs frames with a worker that answers in each. */
async function run(driver: SimulationDriver, frames: number): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    driver.advance(FRAME);
    await Promise.resolve();
    if (driver.isInWorker) FakeWorker.last().run();
  }
}

test('a silent worker is replaced, also while only a snapshot is open', async () => {
  const driver = start();
  await run(driver, 6);
  // The next state is known, so that no step is under way.
  driver.timeScale = 0;
  await run(driver, 3);
  const snapshot = driver.takeSnapshot();
  for (let frame = 0; frame < 40; frame++) driver.advance(0.15);
  expect((await snapshot).steps).toBeGreaterThan(0);
  expect(driver.isInWorker).toBe(false);
  expect(warnings).toEqual([expect.stringContaining('no longer answers')]);
});

describe('a simulation that throws', () => {
  function failFrom(step: number): void {
    const original = Simulation.prototype.step;
    vi.spyOn(Simulation.prototype, 'step').mockImplementation(function (this: Simulation) {
      if (this.steps >= step) throw new Error('the ground is gone');
      original.call(this);
    });
  }

  test('fails once, with its cause; commands and time then change nothing', async () => {
    failFrom(20);
    const driver = start();
    for (let frame = 0; frame < 90 && warnings.length === 0; frame++) {
      driver.advance(FRAME);
      await Promise.resolve();
      try {
        FakeWorker.last().run();
      } catch {
        // A real worker reports an error event.
        FakeWorker.last().die('Uncaught Error: the ground is gone');
      }
    }
    expect(warnings).toEqual([
      expect.stringMatching(/has failed, and its characters stand still.*the ground is gone/),
    ]);
    const { time } = driver;
    for (let frame = 0; frame < 600; frame++) expect(driver.advance(FRAME)).toBe(0);
    driver.commands.goTo(3, [1, 1]);
    expect(driver.time).toBe(time);
    expect(warnings).toHaveLength(1);
    await errorOf(driver.takeState(), 'SimulationError');
  });

  test('rejects a save that waits, with the cause', async () => {
    failFrom(10);
    const driver = start();
    await run(driver, 12);
    const saving = errorOf(driver.takeState(), 'SimulationError');
    vi.spyOn(Stepper.prototype, 'handle').mockImplementation(() => {
      throw new Error('no memory');
    });
    FakeWorker.last().die();
    expect((await saving).cause).toMatchObject({ message: 'no memory' });
  });
});

test('a save after dispose is rejected', async () => {
  const driver = start();
  driver.dispose();
  await errorOf(driver.takeState(), 'DisposedError');
});

test('a save is of the moment of the call', async () => {
  const driver = start();
  await run(driver, 20);
  const saving = driver.takeState();
  const { time, fraction } = driver;
  driver.commands.goTo('all', [0, 0]);
  for (let frame = 0; frame < 9; frame++) driver.advance(FRAME);
  FakeWorker.last().run();
  const saved = await saving;
  const other = new SimulationDriver(scenario, { worker: false });
  other.restoreState(saved);
  expect(other.time).toBe(time);
  expect(other.fraction).toBe(fraction);
  const targets = Array.from(saved.snapshot.people['targetX']).concat(
    Array.from(saved.snapshot.people['targetZ']),
  );
  expect(targets.some((target) => target !== 0)).toBe(true);
});

test.each<[what: string, give: (driver: SimulationDriver) => void, message: RegExp]>([
  ['an unknown path', (d) => d.commands.follow(0, 99), /^follow: the path is 99; give /],
  [
    'a goal on one',
    (d) => d.commands.setGoal(0, { kind: 'follow', path: 7, direction: 1 }),
    /^setGoal: the path is 7/,
  ],
  [
    'an unknown leader',
    (d) => d.commands.setGoal(0, { kind: 'accompany', leader: 999, left: 0, ahead: 0 }),
    /^setGoal: the agent is 999/,
  ],
  [
    'an unknown agent',
    (d) => d.commands.goTo(20, [0, 0]),
    /^goTo: the agent is 20; give a whole number from 0 to 19/,
  ],
  ['half an agent', (d) => d.commands.stop(1.5), /^setGoal: the agent is 1.5/],
  [
    'NaN in a list',
    (d) => d.commands.march([0, Number.NaN], pathOf([0, 0], [1, 0])),
    /^march: the agent is NaN/,
  ],
  ['an index of NaN', (d) => d.commands.add(Number.NaN, scenario.people[0]), /^add: the index is NaN/],
  ['a time of NaN', (d) => void d.advance(Number.NaN), /^advance: seconds is NaN/],
])('%s is refused by the call itself, in a driver and in a simulation', async (_what, give, message) => {
  const driver = start();
  for (const one of [driver, new Simulation(scenario) as unknown as SimulationDriver]) {
    expect((await errorOf(() => give(one))).message).toMatch(message);
  }
  await run(driver, 30);
  expect(driver.time).toBeGreaterThan(0.3);
  expect(driver.current.every(Number.isFinite)).toBe(true);
});

test('formations without members are used again', () => {
  const simulation = new Simulation(scenario);
  for (let k = 0; k < 300; k++) {
    simulation.commands.march([0, 1], pathOf([0, k % 5], [5, 0]));
    if (k % 50 === 0) simulation.step();
  }
  expect(simulation.takeSnapshot().world.formations.length).toBeLessThanOrEqual(2);
  // A formation that is still in use keeps its number.
  simulation.commands.march([2, 3], pathOf([0, 0], [5, 5]));
  simulation.commands.march([4, 5], pathOf([0, 0], [5, 5]));
  expect(simulation.takeSnapshot().world.formations.length).toBeGreaterThanOrEqual(3);
});

test('after a death, states are those of one thread, with commands that follow the step of a snapshot', async () => {
  const driver = start();
  // More than forty steps, after which the page has a snapshot.
  for (let frame = 0; frame < 180; frame++) {
    driver.advance(FRAME);
    await Promise.resolve();
    const isStepping = FakeWorker.last().inbox.some(({ kind }) => kind === 'step');
    if (isStepping) driver.commands.goTo('all', [20 * Math.sin(frame), 20 * Math.cos(frame)]);
    FakeWorker.last().run();
  }
  const { received } = FakeWorker.last();
  expect(received.some((request) => request.kind === 'step' && request.wantsSnapshot)).toBe(true);
  FakeWorker.last().die();
  const snapshot = await driver.takeSnapshot();
  const simulation = new Simulation(scenario);
  for (const request of received) {
    if (request.kind === 'command') simulation.apply(request.command);
    else if (request.kind === 'step') for (let step = 0; step < request.count; step++) simulation.step();
  }
  expect(snapshot.steps).toBe(simulation.steps);
  expect(snapshot.people).toEqual(simulation.takeSnapshot().people);
});
