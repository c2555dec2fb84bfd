import type { Command } from '../controls/command.js';
import { Controls } from '../controls/controls.js';
import { FRAME_STRIDE, writeBeginners } from '../frame.js';
import type { RunningSimulation, SimulationEvent } from '../running-simulation.js';
import type { Scenario } from '../scenario.js';
import { MAX_CATCH_UP_SECONDS } from '../simulation.js';
import type { SimulationSnapshot } from '../snapshot.js';
import { STEP_SECONDS } from '../step/steering-options.js';
import { createWorker, MODULE_ADDRESS } from './create-worker.js';
import { buffersOf, copyFrames, createPair, type DriverState, type FramePair } from './frame-pair.js';
import type { SimulationAnswer, SimulationRequest } from './messages.js';
import { RequestLog } from './request-log.js';
import { Stepper } from './stepper.js';

/** A worker that leaves a request unanswered for so long counts as dead, seconds of running page. */
const MAX_SILENCE_SECONDS = 5;
/** The page's clock waits for states that are more than so many steps late. */
const MAX_LATE_STEPS = 3;

/** The browser says no more than that, whether the file is missing or a policy refuses it. */
const WORKER_NOT_STARTED =
  `its worker, simulation-worker.js, could not be loaded from beside ${MODULE_ADDRESS}, or the page's policy refuses ` +
  'workers. A bundler that leaves the file out, such as esbuild, needs ' +
  'node_modules/three-crowd/dist/simulation-worker.js as a further entry point, written beside the bundle';

type AddCommand = Extract<Command, { kind: 'add' }>;
type StepRequest = Extract<SimulationRequest, { kind: 'step' }>;

/** Where a simulation runs. */
export interface DriverOptions {
  /**
   * Whether to try a worker at all.
   *
   * @default true
   */
  readonly worker?: boolean;
  /**
   * Gets, once, the sentence that says why the simulation runs on the main thread although a worker was to do it.
   *
   * @default console.warn
   */
  readonly onNotice?: (message: string) => void;
}

/**
 * Runs a simulation in a worker, and shows its states at the page's own pace.
 *
 * Where workers are refused (a content security policy, a page opened from disk, a bundler that left the worker's file
 * behind) or one dies, the simulation goes on in the page, from the state where it was.
 *
 * @example
 * const driver = new SimulationDriver(crowdScenario(response.recipe, response.characters));
 * // Each frame:
 * driver.advance(delta);
 * interpolateFrames(driver.previous, driver.current, driver.fraction, places);
 */
export class SimulationDriver implements RunningSimulation {
  readonly scenario: Scenario;
  readonly controls = new Controls((command) => this.apply(command));
  timeScale = 1;

  readonly #onNotice: (message: string) => void;
  /**
   * Whether a worker is still to be started: a page's first picture does not share the processor with one, and a page where
   * time stands still has none.
   */
  #waitsForRequest: boolean;
  #worker: Worker | undefined;
  #stepper: Stepper | undefined;
  /** Time, in steps. */
  #clock = 0;
  #shown: FramePair;
  #next: FramePair | undefined;
  #spare: FramePair | undefined;
  /** Steps to be asked for once the page's script has done its frame. */
  #unsent: StepRequest | undefined;
  /** Changes with each `resume`. */
  #epoch = 0;
  #silence = 0;
  #events: SimulationEvent[] = [];
  /** Who was added since the states that are on their way were asked for. */
  readonly #added: AddCommand[] = [];
  #onSnapshots: ((snapshot: SimulationSnapshot) => void)[] = [];
  readonly #log: RequestLog;
  /** Commands since {@link stop}; undefined while steps are made. */
  #kept: Command[] | undefined;

  constructor(scenario: Scenario, { worker = true, onNotice = console.warn }: DriverOptions = {}) {
    this.scenario = scenario;
    this.#onNotice = onNotice;
    this.#shown = createPair(scenario.people.length);
    this.#spare = createPair(scenario.people.length);
    writeBeginners(scenario.people, scenario, this.#shown.current);
    this.#shown.previous.set(this.#shown.current);
    this.#log = new RequestLog(scenario);
    this.#waitsForRequest = worker && MODULE_ADDRESS !== '';
    if (!this.#waitsForRequest) this.#goOnHere();
  }

  /** Whether a worker does the work. It is started when people are first told something, or move. */
  get isInWorker(): boolean {
    return this.#worker !== undefined;
  }

  get size(): number {
    return this.current.length / FRAME_STRIDE;
  }

  get time(): number {
    return this.#shown.steps * STEP_SECONDS;
  }

  get previous(): Float32Array<ArrayBuffer> {
    return this.#shown.previous;
  }

  get current(): Float32Array<ArrayBuffer> {
    return this.#shown.current;
  }

  get fraction(): number {
    return Math.min(1, Math.max(0, this.#clock - this.#shown.steps));
  }

  /** Does what a command of `controls` says. */
  apply(command: Command): void {
    this.#post({ kind: 'command', command });
    this.#kept?.push(command);
    if (command.kind !== 'add') return;
    // Until states arrive in which they are, nobody is seen as the one who had the place before.
    for (const pair of [this.#shown, this.#next]) if (pair) this.#write(command, pair);
    if (this.#spare === undefined && this.#next === undefined) this.#added.push(command);
  }

  takeEvents(): readonly SimulationEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  advance(seconds: number): number {
    if (seconds === 0 && this.#waitsForRequest) return 0;
    const counted = Math.min(MAX_CATCH_UP_SECONDS, Math.max(0, seconds));
    const due = this.#clock + (counted * this.timeScale) / STEP_SECONDS;
    const latest = this.#next?.steps ?? this.#shown.steps;
    this.#clock = Math.min(due, Math.max(this.#clock, latest + MAX_LATE_STEPS));
    if (this.#spare === undefined && this.#next === undefined) this.#silence += counted;
    if (this.#silence > MAX_SILENCE_SECONDS) this.#leaveWorker('its worker no longer answers');
    const before = this.#shown.steps;
    this.#showNext();
    this.#requestStep();
    return this.#shown.steps - before;
  }

  /** Copies the state, once everything asked before is done. */
  takeSnapshot(): Promise<SimulationSnapshot> {
    return new Promise((resolve) => {
      this.#onSnapshots.push(resolve);
      this.#post({ kind: 'snapshot' });
    });
  }

  /** Goes back, or ahead, to a state that was copied. */
  resume(snapshot: SimulationSnapshot): void {
    this.#post({ kind: 'resume', snapshot });
    this.#epoch += 1;
    this.#clock = snapshot.steps;
    this.#shown.steps = snapshot.steps;
    this.#next = undefined;
    this.#spare ??= createPair(this.size);
  }

  /** As {@link takeSnapshot}, with what is shown and how much of the next step has gone by. */
  async takeState(): Promise<DriverState> {
    const snapshot = await this.takeSnapshot();
    // Answers come in order: what is known and not yet shown is the state of the snapshot, or there is nothing such.
    return {
      snapshot,
      clock: this.#clock,
      shown: copyFrames(this.#shown),
      next: this.#next ? copyFrames(this.#next) : null,
    };
  }

  /** Goes to what {@link takeState} gave, here or in a driver of the same scenario. */
  restoreState({ snapshot, clock, shown, next }: DriverState): void {
    this.resume(snapshot);
    this.#clock = clock;
    this.#shown = { ...copyFrames(shown), epoch: this.#epoch };
    this.#next = next ? { ...copyFrames(next), epoch: this.#epoch } : undefined;
  }

  /**
   * Makes no further steps, and returns the state that another simulation can go on from. What was asked for before is still
   * shown; what people are told from now on is also kept for {@link takeCommands}.
   *
   * @internal
   */
  stop(): Promise<DriverState> {
    this.#kept = [];
    return this.takeState();
  }

  /**
   * Makes steps again.
   *
   * @internal
   */
  goOn(): void {
    this.#kept = undefined;
  }

  /**
   * What people were told since {@link stop}.
   *
   * @internal
   */
  takeCommands(): readonly Command[] {
    return this.#kept?.splice(0) ?? [];
  }

  /** Ends the worker. */
  dispose(): void {
    this.#waitsForRequest = false;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#stepper = undefined;
  }

  #showNext(): void {
    if (this.#next === undefined || this.#clock < this.#next.steps) return;
    this.#spare = this.#shown;
    this.#shown = this.#next;
    this.#next = undefined;
  }

  /** Asks for the state after the shown one, ahead of time, so that the page never waits for it. */
  #requestStep(): void {
    if (this.#kept || this.#next !== undefined || this.#spare === undefined) return;
    if (this.#waitsForRequest) this.#startWorker();
    const pair = this.#spare;
    pair.epoch = this.#epoch;
    this.#spare = undefined;
    const count = Math.max(1, Math.floor(this.#clock) + 1 - this.#shown.steps);
    const wantsSnapshot = this.#worker !== undefined && this.#log.wantsSnapshot(count);
    this.#unsent = { kind: 'step', count, pair, wantsSnapshot };
    if (this.#stepper) this.#sendUnsent();
    else queueMicrotask(this.#sendUnsent);
  }

  /**
   * The worker begins when the frame's script is done. Where it began at once, it took one of two processor cores from the drawing
   * that follows, and a frame took 1.03 to 1.3 times as long by the clock, in six pairs (`bench/walking.ts`).
   */
  readonly #sendUnsent = (): void => {
    const request = this.#unsent;
    this.#unsent = undefined;
    if (request) this.#send(request);
  };

  #write({ person, description }: AddCommand, pair: FramePair): void {
    if (person * FRAME_STRIDE >= pair.current.length) return;
    for (const frame of [pair.previous, pair.current]) {
      writeBeginners([description], this.scenario, frame, person);
    }
  }

  #startWorker(): void {
    this.#waitsForRequest = false;
    this.#worker = createWorker();
    if (this.#worker) {
      this.#listenTo(this.#worker);
      this.#worker.postMessage({ kind: 'start', scenario: this.scenario } satisfies SimulationRequest);
    } else {
      this.#notice('this page lets no worker start');
      this.#goOnHere();
    }
  }

  /** Sends a request, after steps that were to be asked for before it. */
  #post(request: SimulationRequest): void {
    this.#sendUnsent();
    this.#send(request);
  }

  #send(request: SimulationRequest): void {
    if (this.#waitsForRequest) this.#startWorker();
    if (this.#stepper) {
      this.#stepper.handle(request);
    } else if (this.#worker) {
      this.#log.add(request);
      this.#worker.postMessage(request, request.kind === 'step' ? buffersOf(request.pair) : []);
    }
  }

  #listenTo(worker: Worker): void {
    worker.addEventListener('message', ({ data }: MessageEvent<SimulationAnswer>) => {
      if (worker === this.#worker) this.#take(data);
    });
    worker.addEventListener('error', ({ message }) => {
      if (worker === this.#worker) this.#leaveWorker(message || WORKER_NOT_STARTED);
    });
  }

  #take(answer: SimulationAnswer): void {
    this.#silence = 0;
    if (answer.kind === 'snapshot') {
      this.#onSnapshots.shift()?.(answer.snapshot);
      return;
    }
    const { pair, events, snapshot } = answer;
    for (const command of this.#added.splice(0)) this.#write(command, pair);
    if (snapshot) this.#log.shorten(snapshot);
    if (this.#isStale(pair)) {
      this.#spare = pair;
      return;
    }
    this.#next = pair;
    this.#events.push(...events);
  }

  /** Whether a state is known already, or was asked for before `resume` went elsewhere. */
  #isStale({ epoch, steps }: FramePair): boolean {
    return epoch !== this.#epoch || this.#next !== undefined || steps <= this.#shown.steps;
  }

  #leaveWorker(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#notice(reason);
    this.#goOnHere();
  }

  /** Starts a simulation in this thread from the last state that is known, and repeats what was asked since. */
  #goOnHere(): void {
    this.#silence = 0;
    this.#stepper = new Stepper((answer) => this.#take(answer));
    for (const request of this.#log.end()) {
      this.#stepper.handle(request.kind === 'step' ? this.#stepHere(request) : request);
    }
  }

  /** The pair that was on its way is lost with the worker. */
  #stepHere(request: StepRequest): StepRequest {
    return { ...request, pair: { ...createPair(this.size), epoch: this.#epoch }, wantsSnapshot: false };
  }

  #notice(reason: string): void {
    this.#onNotice(`The crowd's simulation runs on the main thread: ${reason}.`);
  }
}
