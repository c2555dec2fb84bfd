import { type CrowdError, DisposedError, SimulationError } from '../../errors/index.js';
import { createWorker } from '../../worker/create-worker.js';
import { checkTime } from '../commands/check-input.js';
import type { Command } from '../commands/command.js';
import { SimulationCommands } from '../commands/simulation-commands.js';
import { FRAME_STRIDE } from '../population/frame.js';
import type { Scenario } from '../population/scenario.js';
import { STEP_SECONDS } from '../population/steering-options.js';
import type { RunningSimulation, SimulationEvent } from '../running-simulation.js';
import { MAX_CATCH_UP_SECONDS, type SimulationSnapshot } from '../simulation.js';
import {
  buffersOf,
  copyFrames,
  createPair,
  type DriverState,
  type FramePair,
  writeBeginners,
} from './frame-pair.js';
import type { SimulationAnswer, SimulationRequest } from './messages.js';
import { RequestLog } from './request-log.js';
import { Stepper } from './stepper.js';

/** Seconds of running page after which a worker that leaves a request unanswered counts as dead. */
const MAX_SILENCE_SECONDS = 5;
/** Steps that the page's clock runs ahead of the latest state at most. */
const MAX_LATE_STEPS = 3;

/** The file of this module; empty in the classic script, whose simulation runs on the main thread. */
const MODULE_ADDRESS = import.meta.url;
/** The browser reports no more, whether the file is missing or a policy blocks it. */
const WORKER_NOT_STARTED =
  `its worker, simulation-worker.js, could not be loaded from beside ${MODULE_ADDRESS}, or the page's policy blocks ` +
  'workers. A bundler that leaves the file out, such as esbuild, needs ' +
  'node_modules/three-crowd/dist/simulation-worker.js as a further entry point, written beside the bundle';

type AddCommand = Extract<Command, { kind: 'add' }>;
type StepRequest = Extract<SimulationRequest, { kind: 'step' }>;

/** A call that waits for a snapshot, and what it saves beside the snapshot. */
interface SnapshotCall {
  readonly epoch: number;
  readonly shown: Omit<DriverState, 'snapshot'>;
  resolve(snapshot: SimulationSnapshot): void;
  reject(error: CrowdError): void;
}

/** Where a simulation runs. */
export interface DriverOptions {
  /**
   * Runs the simulation in a worker, if the page can start one.
   *
   * @default true
   */
  readonly worker?: boolean;
  /**
   * Called once if the simulation runs on the main thread for want of a worker, and once if it fails.
   *
   * @default console.warn
   */
  readonly onWarning?: (message: string) => void;
}

/**
 * Runs a simulation in a worker, and shows its states at the page's own pace.
 *
 * If the page cannot start the worker (a content security policy, a bundler that leaves the worker's file out), or the
 * worker dies, the simulation continues on the main thread, from the last snapshot and the requests after it. If it throws
 * there as well, it has failed: `advance` and all commands do nothing from then on.
 *
 * @example
 * const driver = new SimulationDriver(crowdScenario(response.recipe, response.characters));
 * // Each frame:
 * driver.advance(delta);
 * interpolateFrames(driver.previous, driver.current, driver.fraction, frame);
 */
export class SimulationDriver implements RunningSimulation {
  readonly scenario: Scenario;
  readonly commands: SimulationCommands;
  timeScale = 1;

  readonly #onWarning: (message: string) => void;
  /** `starting` until the first request: a page's first picture has the processor for itself. */
  #state: 'starting' | 'running' | 'failed' | 'disposed' = 'starting';
  readonly #triesWorker: boolean;
  #worker: Worker | undefined;
  #stepper: Stepper | undefined;
  /** Agents after all commands; `size` follows when the worker has answered. */
  #agentCount: number;
  /** Time, in steps. */
  #clock = 0;
  #shown: FramePair;
  #next: FramePair | undefined;
  /** Undefined while a step is under way. */
  #spare: FramePair | undefined;
  /** Step request that is sent after the script of the frame. */
  #unsent: StepRequest | undefined;
  /** Counter that `resume` increments. Frames with an older value are discarded. */
  #epoch = 0;
  #silence = 0;
  #nextId = 0;
  #events: SimulationEvent[] = [];
  /** Agents added while a step is under way, whose frames lack them. */
  #added: AddCommand[] = [];
  readonly #snapshotCalls: SnapshotCall[] = [];
  readonly #log: RequestLog;

  constructor(scenario: Scenario, { worker = true, onWarning = console.warn }: DriverOptions = {}) {
    this.scenario = scenario;
    this.#agentCount = scenario.people.length;
    const agentCount = () => this.#agentCount;
    this.commands = new SimulationCommands((command) => this.apply(command), {
      scenario,
      get size() {
        return agentCount();
      },
    });
    this.#onWarning = onWarning;
    this.#triesWorker = worker && MODULE_ADDRESS !== '';
    this.#shown = createPair(scenario.people.length);
    this.#spare = createPair(scenario.people.length);
    writeBeginners(scenario.people, scenario, this.#shown.current);
    this.#shown.previous.set(this.#shown.current);
    this.#log = new RequestLog(scenario);
  }

  /** True while a worker runs the simulation. The first step or command starts it. */
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

  /** Executes a command of `commands`. Does nothing after a failure or `dispose`. */
  apply(command: Command): void {
    if (this.#hasEnded) return;
    this.#post({ kind: 'command', command });
    if (command.kind !== 'add') return;
    this.#agentCount = Math.max(this.#agentCount, command.person + 1);
    // Until frames with the new agent arrive, its index must not show the agent that had it before.
    for (const pair of [this.#shown, this.#next]) if (pair) this.#write(command, pair);
    if (this.#isStepping) this.#added.push(command);
  }

  takeEvents(): readonly SimulationEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** @throws {CrowdError} for a time that is not finite */
  advance(seconds: number): number {
    checkTime(seconds, this.timeScale);
    if (this.#hasEnded || (seconds === 0 && this.#state === 'starting')) return 0;
    const counted = Math.min(MAX_CATCH_UP_SECONDS, Math.max(0, seconds));
    const due = this.#clock + (counted * this.timeScale) / STEP_SECONDS;
    const latest = this.#next?.steps ?? this.#shown.steps;
    this.#clock = Math.min(due, Math.max(this.#clock, latest + MAX_LATE_STEPS));
    if (this.#isStepping || this.#snapshotCalls.length > 0) this.#silence += counted;
    if (this.#worker && this.#silence > MAX_SILENCE_SECONDS)
      this.#leaveWorker('its worker no longer answers');
    const before = this.#shown.steps;
    this.#showNext();
    this.#requestStep();
    return this.#shown.steps - before;
  }

  /**
   * Copies the state, once all earlier commands are executed.
   *
   * @throws {DisposedError} after `dispose`, also if that is called meanwhile
   * @throws {SimulationError} if the simulation has failed
   */
  async takeSnapshot(): Promise<SimulationSnapshot> {
    return (await this.takeState()).snapshot;
  }

  /** Goes back, or ahead, to a snapshot. */
  resume(snapshot: SimulationSnapshot): void {
    if (this.#hasEnded) return;
    this.#post({ kind: 'resume', snapshot });
    this.#agentCount = snapshot.people['x'].length;
    this.#epoch += 1;
    this.#clock = snapshot.steps;
    this.#shown.steps = snapshot.steps;
    this.#next = undefined;
    this.#spare ??= createPair(this.size);
    this.#events = [];
    this.#added = [];
  }

  /**
   * Copies the state of the moment of the call: a snapshot, the shown frames, and how much of the next step has passed.
   *
   * @throws {DisposedError} after `dispose`, also if that is called meanwhile
   * @throws {SimulationError} if the simulation has failed
   */
  async takeState(): Promise<DriverState> {
    if (this.#state === 'disposed') throw createDisposedError();
    if (this.#state === 'failed') throw new SimulationError('The simulation of this crowd has failed.');
    const shown = {
      clock: this.#clock,
      shown: copyFrames(this.#shown),
      next: this.#next ? copyFrames(this.#next) : null,
      events: [...this.#events],
    };
    const snapshot = await new Promise<SimulationSnapshot>((resolve, reject) => {
      this.#snapshotCalls.push({ epoch: this.#epoch, shown, resolve, reject });
      this.#post({ kind: 'snapshot', id: this.#nextId++ });
    });
    return { snapshot, ...shown };
  }

  /** Goes to a state of {@link takeState}, of this driver or another one of the same scenario. */
  restoreState({ snapshot, clock, shown, next, events }: DriverState): void {
    this.resume(snapshot);
    this.#clock = clock;
    this.#shown = { ...copyFrames(shown), epoch: this.#epoch };
    this.#next = next ? { ...copyFrames(next), epoch: this.#epoch } : undefined;
    this.#events = [...events];
  }

  /** Ends the worker, and rejects pending calls. */
  dispose(): void {
    this.#end('disposed', createDisposedError());
  }

  get #hasEnded(): boolean {
    return this.#state === 'failed' || this.#state === 'disposed';
  }

  get #isStepping(): boolean {
    return this.#spare === undefined && this.#next === undefined;
  }

  #showNext(): void {
    if (this.#next === undefined || this.#clock < this.#next.steps) return;
    this.#spare = this.#shown;
    this.#shown = this.#next;
    this.#next = undefined;
  }

  /** Requests the state after the shown one ahead of time, so that the page never waits for it. */
  #requestStep(): void {
    if (this.#next !== undefined || this.#spare === undefined || this.#hasEnded) return;
    this.#start();
    const pair = this.#spare;
    pair.epoch = this.#epoch;
    this.#spare = undefined;
    const count = Math.max(1, Math.floor(this.#clock) + 1 - this.#shown.steps);
    const wantsSnapshot = this.#worker !== undefined && this.#log.wantsSnapshot(count);
    this.#unsent = { kind: 'step', id: this.#nextId++, count, pair, wantsSnapshot };
    if (this.#stepper) this.#sendUnsent();
    else queueMicrotask(this.#sendUnsent);
  }

  /**
   * Sends the step request once the frame's script is done. Sent at once, the worker took one of two processor cores from the
   * drawing that follows: a frame took 1.03 to 1.3 times as long, in six pairs (`bench/walking.ts`).
   */
  readonly #sendUnsent = (): void => {
    const request = this.#unsent;
    this.#unsent = undefined;
    if (request && !this.#hasEnded) this.#send(request);
  };

  #write({ person, description }: AddCommand, pair: FramePair): void {
    if (person * FRAME_STRIDE >= pair.current.length) return;
    for (const frame of [pair.previous, pair.current]) {
      writeBeginners([description], this.scenario, frame, person);
    }
  }

  #start(): void {
    if (this.#state !== 'starting') return;
    this.#state = 'running';
    this.#worker = this.#triesWorker
      ? createWorker(
          () => new Worker(new URL('./simulation-worker.js', import.meta.url), { type: 'module' }),
          'simulation-worker.js',
          MODULE_ADDRESS,
        )
      : undefined;
    if (this.#worker) {
      this.#listenTo(this.#worker);
      this.#worker.postMessage({ kind: 'start', scenario: this.scenario } satisfies SimulationRequest);
    } else {
      this.#goOnHere(this.#triesWorker ? 'this page lets no worker start' : undefined);
    }
  }

  /** Sends a request after a step request that waits. */
  #post(request: SimulationRequest): void {
    this.#sendUnsent();
    this.#send(request);
  }

  #send(request: SimulationRequest): void {
    this.#start();
    if (this.#stepper) {
      this.#handleHere(this.#stepper, request);
    } else if (this.#worker) {
      this.#log.add(request);
      this.#worker.postMessage(request, request.kind === 'step' ? buffersOf(request.pair) : []);
    }
  }

  #listenTo(worker: Worker): void {
    worker.addEventListener('message', ({ data }: MessageEvent<SimulationAnswer>) => {
      if (worker === this.#worker && this.#log.answer(data)) this.#take(data);
    });
    worker.addEventListener('error', ({ message }) => {
      if (worker === this.#worker) this.#leaveWorker(message || WORKER_NOT_STARTED);
    });
  }

  #take(answer: SimulationAnswer): void {
    this.#silence = 0;
    if (answer.kind === 'snapshot') {
      this.#snapshotCalls.shift()?.resolve(answer.snapshot);
      return;
    }
    const { pair, events } = answer;
    // Snapshots that are still to come contain this step, which was under way when they were requested.
    for (const { epoch, shown } of this.#snapshotCalls) {
      if (epoch !== pair.epoch || shown.next) continue;
      shown.next = copyFrames(pair);
      shown.events.push(...events);
    }
    // Requested before `resume`, which has made a pair of its own.
    if (pair.epoch !== this.#epoch) return;
    for (const command of this.#added.splice(0)) this.#write(command, pair);
    this.#next = pair;
    this.#events.push(...events);
  }

  #leaveWorker(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#goOnHere(reason);
  }

  /**
   * Continues on the main thread, from the last snapshot and the requests after it.
   *
   * @param reason for a warning; none if the main thread was asked for
   */
  #goOnHere(reason: string | undefined): void {
    this.#silence = 0;
    let isKnown = false;
    const stepper = new Stepper((answer) => {
      if (!isKnown) this.#take(answer);
    });
    this.#stepper = stepper;
    for (const { request, isAnswered } of this.#log.all()) {
      if (this.#hasEnded) return;
      isKnown = isAnswered;
      this.#handleHere(stepper, request.kind === 'step' ? this.#withNewPair(request) : request);
    }
    isKnown = false;
    if (reason && !this.#hasEnded) {
      this.#onWarning(`three-crowd: the simulation of a crowd runs on the main thread: ${reason}.`);
    }
  }

  #handleHere(stepper: Stepper, request: SimulationRequest): void {
    try {
      stepper.handle(request);
    } catch (cause) {
      const error = new SimulationError(
        `The simulation of a crowd has failed, and its characters stand still: ${cause}. Create the crowd again.`,
        { cause },
      );
      this.#end('failed', error);
      this.#onWarning(`three-crowd: ${error.message}`);
    }
  }

  /** The worker has the buffers of the request's own pair. */
  #withNewPair(request: StepRequest): StepRequest {
    return {
      ...request,
      pair: { ...createPair(this.size), epoch: request.pair.epoch },
      wantsSnapshot: false,
    };
  }

  #end(state: 'failed' | 'disposed', error: CrowdError): void {
    this.#state = state;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#stepper = undefined;
    for (const call of this.#snapshotCalls.splice(0)) call.reject(error);
  }
}

function createDisposedError(): DisposedError {
  return new DisposedError('The crowd was disposed of. Save a crowd before you dispose of it.');
}
