import { CrowdError } from '../../errors/index.js';
import type { GpuSimulation } from '../../simulate/gpu/index.js';
import { type DriverState, type SimulationDriver, STEP_SECONDS } from '../../simulate/index.js';
import type { takeOverFromWorker } from './gpu-takeover.js';

/** Seconds without anything that keeps people in the worker, after which the GPU is tried. */
const CALM_SECONDS = 5;

/** How the GPU is tried for a crowd that a worker moves. */
export interface GpuTrial {
  /** Whether there are so many people by now, and such a GPU, that it is to be tried. */
  isWorthwhile(): boolean;
  /** A simulation that the GPU can move people with from a state on; undefined where it cannot do what they are about. */
  createOnGpu(state: DriverState): Promise<GpuSimulation | undefined>;
  /** Whether the GPU makes its steps in good time. */
  isQuick(simulation: GpuSimulation): Promise<boolean>;
}

/** The way to the GPU that people are on. */
interface Attempt {
  simulation?: GpuSimulation;
  /** The last state in the worker, which makes no steps any more. */
  state?: DriverState;
  takeOver?: typeof takeOverFromWorker;
}

/** People who are ready to go on on the GPU, and what brings them there, which few crowds need. */
export type Arrival = Required<Attempt>;

/**
 * Brings a crowd to the GPU that has grown too large for its worker, which goes on moving people while the GPU is tried. Only
 * once it is known to be quick does the worker make its last step.
 *
 * Rejected: to try it as soon as somebody was added. Pages add people in many calls, each of which would bring those on the GPU
 * back.
 */
export class GpuEntrance {
  readonly #trial: GpuTrial;
  #calm = 0;
  #neededCalm = CALM_SECONDS;
  #attempt: Attempt | undefined;
  #isClosed = false;

  constructor(trial: GpuTrial) {
    this.#trial = trial;
  }

  /**
   * To be called once a frame, while a worker moves people.
   *
   * @param driver what moves them
   * @returns people at the end of the worker's last step, once that is shown
   */
  update(deltaSeconds: number, driver: SimulationDriver): Arrival | undefined {
    if (this.#isClosed) return undefined;
    const attempt = this.#attempt;
    if (attempt) {
      if (!isArrival(attempt) || !hasShown(driver, attempt.state)) return undefined;
      this.#attempt = undefined;
      return attempt;
    }
    this.#calm += deltaSeconds;
    if (this.#calm < this.#neededCalm) return undefined;
    this.#calm = 0;
    if (!this.#trial.isWorthwhile()) return undefined;
    const begun: Attempt = {};
    this.#attempt = begun;
    this.#try(begun, driver).catch((error: unknown) => {
      this.close(driver);
      console.error('three-crowd: the GPU could not be tried. People go on in their worker.', error);
    });
    return undefined;
  }

  /** People have joined, or the renderer has changed: whatever was begun is given up, and begun anew when it is calm again. */
  disturb(driver: SimulationDriver | undefined): void {
    this.#calm = 0;
    const attempt = this.#attempt;
    if (!attempt) return;
    this.#attempt = undefined;
    if (attempt.simulation) attempt.simulation.isOver = true;
    driver?.goOn();
  }

  /** Something was asked that the GPU cannot do, and is not to be expected again soon: it takes twice as long to get calm. */
  postpone(driver: SimulationDriver | undefined): void {
    this.disturb(driver);
    this.#neededCalm *= 2;
  }

  /** People are to stay in the worker. */
  close(driver: SimulationDriver | undefined): void {
    this.disturb(driver);
    this.#isClosed = true;
  }

  async #try(attempt: Attempt, driver: SimulationDriver): Promise<void> {
    const isOver = (): boolean => attempt !== this.#attempt;
    const simulation = await this.#trial.createOnGpu(await driver.takeState());
    if (simulation) simulation.isOver = isOver();
    if (isOver()) return;
    if (!simulation) {
      this.postpone(driver);
      return;
    }
    attempt.simulation = simulation;
    const isQuick = await this.#trial.isQuick(simulation);
    if (isOver()) return;
    // A GPU that is too slow for so many is so for more.
    if (!isQuick) {
      this.close(driver);
      return;
    }
    const { takeOverFromWorker } = await loadTakeover();
    if (isOver()) return;
    attempt.takeOver = takeOverFromWorker;
    const state = await driver.stop();
    if (isOver()) return;
    if (simulation.canResume(state)) attempt.state = state;
    else this.postpone(driver);
  }
}

/** Downloads what brings people to the GPU and from it, which few crowds need. */
export async function loadTakeover(): Promise<typeof import('./gpu-takeover.js')> {
  // The build leaves the WebGPU half out of the classic script, if it stands in a branch.
  if (import.meta.url) return import('./gpu-takeover.js');
  throw new CrowdError('People cannot be on the GPU in the classic script, which draws with WebGL.');
}

function isArrival(attempt: Attempt): attempt is Arrival {
  return attempt.state !== undefined;
}

/** Whether the last state is reached on the page, too, and its time has gone by. */
function hasShown(driver: SimulationDriver, { snapshot }: DriverState): boolean {
  return driver.time === snapshot.steps * STEP_SECONDS && driver.fraction === 1;
}
