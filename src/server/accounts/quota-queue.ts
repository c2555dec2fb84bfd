import { setImmediate } from 'node:timers/promises';
import { DatabaseTime } from '../core/database-time.js';
import type { Storage, Use, UseOutcome } from '../storage/storage.js';
import { StorageUnavailableError } from '../storage/storage.js';

interface Waiting {
  readonly use: Use;
  /** Of the request that waits. */
  readonly time: DatabaseTime;
  readonly resolve: (outcome: UseOutcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** Milliseconds that uses wait for others at most. */
const LONGEST_PAUSE = 2;
/**
 * Turns of the event loop that bring no more, after which uses are written. A caller on this machine needs as many for its
 * next request: with one turn, a read by two processes took 11 µs of PostgreSQL's time in place of 7.5, and with six no
 * less (medians of 14 rounds).
 */
const QUIET_TURNS = 3;

/**
 * Counts uses against quotas in as few transactions as it can: those of an account that come while one of its own is
 * being written share the next, and so do those that come while the process has other requests to read, for some
 * milliseconds at most. A statement costs nearly the same for one use as for many, and two processes that count for one
 * account wait for each other. By two processes, a read took 58 µs of theirs and 10 of PostgreSQL's; with a timer as long
 * as the last statement in place of turns of the event loop 72 and 11, with neither 77 and 14 (medians of eight rounds on
 * a busy machine). Two batches of an account at a time took 35 µs in place of 27 for named reads, and batches cut in half
 * 62 µs of the process in place of 42. Accounts do not wait for each other: somebody may have locked the count of one. A
 * use is counted for good before its promise resolves, so nothing is answered that is not counted.
 */
export class QuotaQueue {
  readonly #storage: Storage;
  /** Uses that wait, by account. An account has an entry while one of its batches is written. */
  readonly #waiting = new Map<string, Waiting[]>();
  #size = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Number of uses that wait to be counted. */
  get size(): number {
    return this.#size;
  }

  /** @param time of the request */
  count(use: Use, time = new DatabaseTime()): Promise<UseOutcome> {
    const counted = new Promise<UseOutcome>((resolve, reject) => {
      this.#size += 1;
      const waiting = { use, time, resolve, reject };
      const queue = this.#waiting.get(use.accountId);
      if (queue) {
        queue.push(waiting);
        return;
      }
      this.#waiting.set(use.accountId, [waiting]);
      void this.#write(use.accountId);
    });
    return time.count(counted);
  }

  async #write(accountId: string): Promise<void> {
    for (;;) {
      const batch = await this.#collect(accountId);
      if (batch.length === 0) break;
      try {
        const uses = batch.map(({ use }) => use);
        // A use that its request gave up could still be counted, so the batch ends within the least time left of any.
        const time = new DatabaseTime(Math.max(...batch.map(({ time }) => time.spent)));
        const outcomes = await this.#storage.countUses(uses, time);
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index]);
      } catch (error) {
        // The uses behind the batch have waited as long: another attempt would double their wait.
        if (error instanceof StorageUnavailableError)
          batch.push(...(this.#waiting.get(accountId)?.splice(0) ?? []));
        for (const { reject } of batch) reject(error);
      }
      this.#size -= batch.length;
    }
    this.#waiting.delete(accountId);
  }

  /** Starts a batch with all waiting uses, once no more requests arrive. */
  async #collect(accountId: string): Promise<Waiting[]> {
    const queue = this.#waiting.get(accountId) ?? [];
    const deadline = performance.now() + LONGEST_PAUSE;
    let quiet = 0;
    while (quiet < QUIET_TURNS && performance.now() < deadline) {
      const { length } = queue;
      await setImmediate();
      quiet = queue.length > length ? 0 : quiet + 1;
    }
    this.#waiting.set(accountId, []);
    return queue;
  }
}
