import fc from 'fast-check';
import { type Command, Simulation, SimulationDriver, type SimulationEvent } from 'three-crowd/simulate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isCrowdError } from '../../../src/errors/index.js';
import type { SimulationRequest } from '../../../src/simulate/worker/messages.js';
import { Stepper } from '../../../src/simulate/worker/stepper.js';
import { FakeWorker } from '../../support/simulate/fake-worker.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

const { scenario } = walkingCrowd({ size: 8 });
const SEED = 28;

const agent = fc.integer({ min: 0, max: 9 });
const metres = fc.integer({ min: -40, max: 40 }).map((tenths) => tenths / 10);
const point = fc.tuple(metres, metres);

/** What a page does, and what happens to its worker. */
const of = (kind: string, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ kind: fc.constant(kind), ...fields });
const action = fc.oneof(
  { weight: 40, arbitrary: of('frames', { count: fc.integer({ min: 1, max: 12 }) }) },
  // With a worker that answers in each frame.
  { weight: 20, arbitrary: of('run', { count: fc.integer({ min: 10, max: 60 }) }) },
  { weight: 40, arbitrary: of('answer', { count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 20, arbitrary: of('goTo', { who: agent, to: point }) },
  ...['follow', 'march', 'setPosition'].map((kind) => ({
    weight: 4,
    arbitrary: of(kind, { who: agent, to: point }),
  })),
  ...['stop', 'setWalkingSpeed', 'remove'].map((kind) => ({
    weight: 4,
    arbitrary: of(kind, { who: agent }),
  })),
  ...['flee', 'setObstacle'].map((kind) => ({ weight: 4, arbitrary: of(kind, { to: point }) })),
  { weight: 4, arbitrary: of('add', { who: fc.integer({ min: 8, max: 9 }), to: point }) },
  { weight: 4, arbitrary: of('timeScale', { value: fc.constantFrom(0.5, 1, 3) }) },
  ...['removeObstacle', 'repeat answer'].map((kind) => ({ weight: 4, arbitrary: of(kind) })),
  ...['save', 'takeEvents'].map((kind) => ({ weight: 10, arbitrary: of(kind) })),
  ...['restore', 'resume'].map((kind) => ({ weight: 6, arbitrary: of(kind) })),
  { weight: 3, arbitrary: of('die') },
  ...['fail', 'dispose'].map((kind) => ({ weight: 1, arbitrary: of(kind) })),
);
type Action = { kind: string; count?: number; who?: number; to?: [number, number]; value?: number };

/** The requests of a driver in the order in which it sent them, those to the main thread included, repeats left out. */
let journal: SimulationRequest[];
let isReplaying: boolean;
let hasFailed: boolean;

class JournalWorker extends FakeWorker {
  override postMessage(request: SimulationRequest, transfer?: Transferable[]): void {
    journal.push(request.kind === 'step' ? { ...request } : structuredClone(request));
    super.postMessage(request, transfer);
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', JournalWorker);
  const handle = Stepper.prototype.handle;
  vi.spyOn(Stepper.prototype, 'handle').mockImplementation(function (this: Stepper, request) {
    const isOfPage = FakeWorker.all.at(-1)?.isTerminated === true;
    if (isOfPage && !isReplaying)
      journal.push(request.kind === 'step' ? { ...request } : structuredClone(request));
    if (hasFailed) throw new Error('planted failure');
    handle.call(this, request);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function give(driver: SimulationDriver, { kind, who = 0, to = [0, 0] }: Action): void {
  const { commands } = driver;
  const path = [to, [to[0] + 2, to[1]] as [number, number]];
  // A few steps away, so that agents arrive.
  if (kind === 'goTo')
    commands.goTo(who, [driver.current[who * 8] + to[0] / 9, driver.current[who * 8 + 2] + to[1] / 9]);
  else if (kind === 'follow') commands.follow(who, path);
  else if (kind === 'march') commands.march([who], path);
  else if (kind === 'flee') commands.flee(to, 3);
  else if (kind === 'stop') commands.stop(who);
  else if (kind === 'setPosition') commands.setPosition(who, to, 1);
  else if (kind === 'setWalkingSpeed') commands.setWalkingSpeed(who, 0.8);
  else if (kind === 'setObstacle') commands.setObstacle(4, { x: to[0], z: to[1], radius: 0.5 });
  else if (kind === 'removeObstacle') commands.removeObstacle(4);
  else if (kind === 'add') commands.add(who, { ...scenario.people[0], x: to[0], z: to[1] });
  else if (kind === 'remove') commands.remove(who);
}

/** Numbers of the agents of the scenario in a frame. */
const OWN = scenario.people.length * 8;

interface Outcome {
  readonly simulation: Simulation;
  /** Events since the last restore. */
  readonly events: readonly SimulationEvent[];
  /** Frames since the last restore, by steps. */
  readonly frames: ReadonlyMap<number, Float32Array>;
  /** Steps of the last restore. */
  readonly begin: number;
}

/** Repeats a journal in one thread. Returns the outcome of each time between restores; the last is that of now. */
function repeat(requests: readonly SimulationRequest[]): Outcome[] {
  const simulation = new Simulation(scenario, { recordsCommands: false });
  const outcomes: Outcome[] = [];
  let events: SimulationEvent[] = [];
  let frames = new Map<number, Float32Array>();
  let begin = 0;
  for (const request of requests) {
    if (request.kind === 'command') simulation.apply(request.command);
    else if (request.kind === 'step') {
      for (let k = 0; k < request.count; k++) simulation.step();
      events.push(...simulation.takeEvents());
      frames.set(simulation.steps, simulation.current.slice(0, OWN));
    } else if (request.kind === 'resume') {
      outcomes.push({ simulation, events, frames, begin });
      simulation.resume(request.snapshot);
      events = [];
      frames = new Map();
      begin = simulation.steps;
    }
  }
  return [...outcomes, { simulation, events, frames, begin }];
}

const runs = (numRuns: number, title: string, tags: string[]) =>
  test(`${title} (${numRuns} runs, seed ${SEED})`, { tags, timeout: 7_200_000 }, async () => {
    let deaths = 0;
    const property = fc.asyncProperty(
      fc.array(action, { minLength: 5, maxLength: 100, size: 'medium' }),
      async (chosen) => {
        journal = [];
        isReplaying = false;
        hasFailed = false;
        FakeWorker.all = [];
        const warnings: string[] = [];
        const driver = new SimulationDriver(scenario, { onWarning: (message) => warnings.push(message) });
        const given: Command[] = [];
        const send = driver.apply.bind(driver);
        driver.apply = (command) => {
          if (!isOver) given.push(structuredClone(command));
          send(command);
        };
        let isOver = false;
        let events: SimulationEvent[] = [];
        let restoredEvents: readonly SimulationEvent[] = [];
        /** Frames that were shown, with the number of restores before each. */
        const shown: { restores: number; steps: number; frame: Float32Array }[] = [];
        let restores = 0;
        /** Compares a save with the outcome of one thread. */
        const checks: (() => void)[] = [];
        const saves: Promise<unknown>[] = [];
        let saved: Awaited<ReturnType<SimulationDriver['takeState']>> | undefined;
        for (const one of chosen as Action[]) {
          const worker = FakeWorker.all.at(-1);
          switch (one.kind) {
            case 'run':
            case 'frames':
              for (let frame = 0; frame < one.count!; frame++) {
                driver.advance(1 / 60);
                shown.push({
                  restores,
                  steps: Math.round(driver.time * 20),
                  frame: driver.current.slice(0, OWN),
                });
                await Promise.resolve();
                if (one.kind === 'run') worker?.run();
              }
              break;
            case 'takeEvents':
              events.push(...driver.takeEvents());
              break;
            case 'answer':
              worker?.run(one.count);
              break;
            case 'repeat answer':
              worker?.repeatAnswer();
              break;
            case 'timeScale':
              driver.timeScale = one.value!;
              break;
            case 'die':
              if (!driver.isInWorker) break;
              deaths += 1;
              isReplaying = true;
              worker?.die();
              isReplaying = false;
              break;
            case 'fail':
              // On the main thread alone: a worker that fails dies.
              if (worker?.isTerminated && !isOver) hasFailed = true;
              break;
            case 'save':
              {
                const given = { restored: restoredEvents, taken: events.length };
                const saving = driver.takeState();
                const at = journal.length;
                saves.push(
                  saving.then(
                    (state) => {
                      saved = state;
                      checks.push(() => {
                        const outcome = repeat(journal.slice(0, at)).at(-1)!;
                        expect(state.snapshot).toEqual(outcome.simulation.takeSnapshot());
                        expect((state.next ?? state.shown).steps).toBe(state.snapshot.steps);
                        expect(state.events).toEqual(
                          [...given.restored, ...outcome.events].slice(given.taken),
                        );
                      });
                    },
                    (error: unknown) => {
                      const isNamed =
                        isCrowdError(error, 'DisposedError') || isCrowdError(error, 'SimulationError');
                      expect(isNamed, String(error)).toBe(true);
                    },
                  ),
                );
              }
              break;
            case 'restore':
            case 'resume':
              if (!saved) break;
              if (one.kind === 'restore') driver.restoreState(saved);
              else driver.resume(saved.snapshot);
              events = [];
              restoredEvents = one.kind === 'restore' ? saved.events : [];
              restores += 1;
              break;
            case 'dispose':
              driver.dispose();
              isOver = true;
              break;
            default:
              try {
                give(driver, one);
              } catch (error) {
                // Agents 8 and 9 exist once they are added.
                if (!isCrowdError(error) || (one.who ?? 0) < 8) throw error;
              }
          }
          if (hasFailed && warnings.some((warning) => warning.includes('planted failure'))) isOver = true;
        }
        // All promises settle, after an end at once and otherwise once the worker has answered.
        if (!isOver) FakeWorker.all.at(-1)?.run();
        if (isOver) {
          driver.dispose();
          expect([driver.advance(1), FakeWorker.all.at(-1)?.isTerminated ?? true]).toEqual([0, true]);
          await Promise.all(saves);
          expect(warnings.filter((warning) => warning.includes('has failed')).length).toBeLessThanOrEqual(1);
          return;
        }
        if (hasFailed) return;
        // Whatever was under way has come, and states follow each other again.
        driver.timeScale = 1;
        for (let frame = 0; frame < 30; frame++) {
          driver.advance(1 / 60);
          await Promise.resolve();
          if (driver.isInWorker) FakeWorker.all.at(-1)?.run();
        }
        const last = driver.takeSnapshot();
        FakeWorker.all.at(-1)?.run();
        const snapshot = await last;
        await Promise.all(saves);
        events.push(...driver.takeEvents());
        const commands = journal.flatMap((request) => (request.kind === 'command' ? [request.command] : []));
        expect(commands).toEqual(given);
        const outcomes = repeat(journal);
        const expected = outcomes.at(-1)!;
        expect(snapshot).toEqual(expected.simulation.takeSnapshot());
        expect(events).toEqual([...restoredEvents, ...expected.events]);
        shown.forEach(({ restores: k, steps, frame }, n) => {
          const { begin, frames } = outcomes[k];
          // The frames that a restore brings are those of the save.
          if (steps > begin) expect(frame).toEqual(frames.get(steps));
          // A picture goes from one state to the next, which may be up to three late steps further on.
          const before = shown[n - 1]?.restores === k ? shown[n - 1].steps : Math.min(begin, steps);
          expect([0, 1, 2, 3, 4]).toContain(steps - before);
        });
        for (const check of checks) check();
        driver.dispose();
      },
    );
    await fc.assert(property, { numRuns, seed: SEED });
    expect(deaths).toBeGreaterThan(numRuns / 20);
  });

const TITLE = 'any sequence of calls, late and repeated answers, deaths and failures ends as in one thread';
runs(200, TITLE, []);
runs(3000, TITLE, ['nightly']);
