import { Semaphore, type SemaphoreOptions } from '../core/semaphore.js';

/** One semaphore per account, so that no account uses up what all share. */
export class AccountSemaphores {
  readonly #options: SemaphoreOptions;
  readonly #semaphores = new Map<string, Semaphore>();

  /** @param options of each account's semaphore */
  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /** Waits for a permit. @returns the function that releases it */
  async acquire(accountId: string): Promise<() => void> {
    let semaphore = this.#semaphores.get(accountId);
    if (!semaphore) {
      semaphore = new Semaphore(this.#options);
      this.#semaphores.set(accountId, semaphore);
    }
    await semaphore.acquire();
    return () => {
      semaphore.release();
      if (semaphore.isIdle) this.#semaphores.delete(accountId);
    };
  }

  async run<Result>(accountId: string, task: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(accountId);
    try {
      return await task();
    } finally {
      release();
    }
  }
}
