import type { SimulationAnswer, SimulationRequest } from '../../../src/simulate/worker/messages.js';
import { Stepper } from '../../../src/simulate/worker/stepper.js';

/** A worker whose answers the test delivers, late, twice or never. Tests stub the global `Worker` with it. */
export class FakeWorker extends EventTarget {
  /** All workers that were started. */
  static all: FakeWorker[] = [];
  /** Requests that are not handled yet. */
  readonly inbox: SimulationRequest[] = [];
  /** All requests, in order. */
  readonly received: SimulationRequest[] = [];
  isTerminated = false;
  readonly #answers: SimulationAnswer[] = [];
  readonly #delivered: SimulationAnswer[] = [];
  readonly #stepper = new Stepper((answer) => this.#answers.push(structuredClone(answer)));

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  static last(): FakeWorker {
    const worker = FakeWorker.all.at(-1);
    if (!worker) throw new Error('No worker was started.');
    return worker;
  }

  postMessage(request: SimulationRequest, transfer: Transferable[] = []): void {
    const copy = structuredClone(request, { transfer });
    this.received.push(copy);
    this.inbox.push(copy);
  }

  terminate(): void {
    this.isTerminated = true;
    this.inbox.length = 0;
  }

  /** Handles the next requests, and delivers their answers. */
  run(count = Number.POSITIVE_INFINITY): void {
    for (; count > 0 && this.inbox.length > 0; count--) {
      this.#stepper.handle(this.inbox.shift()!);
      for (const answer of this.#answers.splice(0)) this.#deliver(answer);
    }
  }

  /** Delivers the last answer once more. */
  repeatAnswer(): void {
    const last = this.#delivered.at(-1);
    if (last) this.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(last) }));
  }

  die(message = 'killed'): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }

  #deliver(answer: SimulationAnswer): void {
    this.#delivered.push(structuredClone(answer));
    this.dispatchEvent(Object.assign(new Event('message'), { data: answer }));
  }
}
