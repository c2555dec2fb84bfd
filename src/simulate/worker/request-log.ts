import type { Scenario } from '../scenario.js';
import type { SimulationSnapshot } from '../snapshot.js';
import type { SimulationRequest } from './messages.js';

/** Steps between two snapshots that the page keeps, in case the worker dies. */
const STEPS_PER_SNAPSHOT = 40;

/**
 * What a worker was asked since the last state that the page has of it, so that the page can go on from there where the
 * worker dies.
 */
export class RequestLog {
  readonly #scenario: Scenario;
  #requests: SimulationRequest[];
  /** How many of the requests the snapshot that is on its way contains. */
  #contained = 0;
  /** Steps since a snapshot was last asked for. */
  #steps = 0;

  /** @param scenario what the worker was started with */
  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#requests = [{ kind: 'start', scenario }];
  }

  /** Whether the next request, for `count` steps, is to ask for a snapshot. */
  wantsSnapshot(count: number): boolean {
    this.#steps += count;
    return this.#steps >= STEPS_PER_SNAPSHOT;
  }

  add(request: SimulationRequest): void {
    this.#requests.push(request);
    if (request.kind !== 'step' || !request.wantsSnapshot) return;
    this.#steps = 0;
    this.#contained = this.#requests.length;
  }

  /** Forgets what a snapshot that has arrived contains. */
  shorten(snapshot: SimulationSnapshot): void {
    this.#requests = [
      { kind: 'start', scenario: this.#scenario },
      { kind: 'resume', snapshot },
      ...this.#requests.slice(this.#contained),
    ];
  }

  /** All requests to repeat; there are none afterwards. */
  end(): readonly SimulationRequest[] {
    const requests = this.#requests;
    this.#requests = [];
    return requests;
  }
}
