import type { Charge, MeterOutcome, Storage } from './storage/storage.js';

interface Waiting {
  readonly charge: Charge;
  readonly resolve: (outcome: MeterOutcome) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Counts uses in as few transactions as it can: those that come while one is being written share the next. A use is
 * counted for good before its promise resolves, so nothing is answered that is not counted.
 */
export class MeteringQueue {
  readonly #storage: Storage;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  meter(charge: Charge): Promise<MeterOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ charge, resolve, reject });
      if (!this.#isWriting) {
        this.#isWriting = true;
        // Not at once: requests that arrived together get this far together.
        setImmediate(() => void this.#write());
      }
    });
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const outcomes = await this.#storage.meter(batch.map(({ charge }) => charge));
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index]);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }
}
