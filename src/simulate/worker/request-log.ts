import type { Scenario } from '../population/scenario.js';
import type { SimulationSnapshot } from '../simulation.js';
import type { SimulationAnswer, SimulationRequest } from './messages.js';

/** Steps between two snapshots that the page keeps. */
const STEPS_PER_SNAPSHOT = 40;

/** A request to a worker, and whether the page has its answer. */
interface LoggedRequest {
  readonly request: SimulationRequest;
  isAnswered: boolean;
}

/**
 * All requests to a worker since the last snapshot, in order and as plain data. The page repeats them when the worker dies.
 */
export class RequestLog {
  readonly #scenario: Scenario;
  #snapshot: SimulationSnapshot | undefined;
  #requests: LoggedRequest[] = [];
  /** Steps since a snapshot was last requested. */
  #steps = 0;

  /** @param scenario that the worker was started with */
  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  /** True if the next request, for `count` steps, has to include a snapshot. */
  wantsSnapshot(count: number): boolean {
    this.#steps += count;
    if (this.#steps < STEPS_PER_SNAPSHOT) return false;
    this.#steps = 0;
    return true;
  }

  add(request: SimulationRequest): void {
    this.#requests.push({ request, isAnswered: false });
  }

  /**
   * Marks a request as answered. The snapshot of a step replaces the step and all requests before it.
   *
   * @returns false for a request that was answered before
   */
  answer({ id, kind, snapshot }: SimulationAnswer): boolean {
    const k = this.#requests.findIndex(
      ({ request, isAnswered }) => !isAnswered && 'id' in request && request.id === id,
    );
    if (k < 0) return false;
    this.#requests[k].isAnswered = true;
    if (kind === 'stepped' && snapshot) {
      this.#snapshot = snapshot;
      this.#requests.splice(0, k + 1);
    }
    return true;
  }

  /** Requests that bring a new simulation to the state of the worker. */
  all(): readonly LoggedRequest[] {
    const start: SimulationRequest[] = [{ kind: 'start', scenario: this.#scenario }];
    if (this.#snapshot) start.push({ kind: 'resume', snapshot: this.#snapshot });
    return [...start.map((request) => ({ request, isAnswered: false })), ...this.#requests];
  }
}
