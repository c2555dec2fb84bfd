import { Semaphore, type SemaphoreOptions } from '../core/semaphore.js';
import { StorageUnavailableError } from '../storage/storage.js';

/** One semaphore per account, or per key at an address, so that none uses up what all share. */
export class AccountSemaphores {
  readonly #options: SemaphoreOptions;
  readonly #semaphores = new Map<string, Semaphore>();

  /** @param options of each account's semaphore */
  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /** Waits for a permit. @returns the function that releases it */
  async acquire(accountId: string): Promise<() => void> {
    const semaphore = this.#semaphores.get(accountId) ?? new Semaphore(this.#options);
    this.#semaphores.set(accountId, semaphore);
    await semaphore.acquire();
    return () => {
      semaphore.release();
      if (semaphore.isIdle) this.#semaphores.delete(accountId);
    };
  }

  /** True while tasks of an account wait. */
  isWaiting(accountId: string): boolean {
    return (this.#semaphores.get(accountId)?.waiting ?? 0) > 0;
  }

  /** Rejects the waiting tasks of an account, since what failed for one of them would fail for all. */
  refuseWaiting(accountId: string, reason: Error): void {
    this.#semaphores.get(accountId)?.refuseWaiting(reason);
  }

  async run<Result>(accountId: string, task: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(accountId);
    try {
      return await task();
    } catch (error) {
      // The waiting tasks have waited as long for the storage: their own attempts would double their wait.
      if (error instanceof StorageUnavailableError) this.refuseWaiting(accountId, error);
      throw error;
    } finally {
      release();
    }
  }
}
