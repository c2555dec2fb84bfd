interface Waiting {
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export interface SemaphoreOptions {
  /** Tasks that may run at a time. */
  readonly permits: number;
  /** Milliseconds that a task waits for a permit at most. */
  readonly timeout: number;
  /** Creates the error that a task is rejected with after the timeout. */
  readonly refuse: () => Error;
}

/** Limits the number of tasks that run at a time. The others wait in order of arrival, up to a timeout. */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
    this.#free = options.permits;
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** True while no task runs. */
  get isIdle(): boolean {
    return this.#free === this.#options.permits;
  }

  /** Waits for a permit. Call {@link release} afterwards. @param timeout milliseconds */
  acquire(timeout = this.#options.timeout): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        reject,
        timer: setTimeout(() => {
          this.#waiting.delete(waiting);
          reject(this.#options.refuse());
        }, timeout),
      };
      this.#waiting.add(waiting);
    });
  }

  /** Rejects all waiting tasks. */
  refuseWaiting(reason: Error): void {
    for (const { timer, reject } of this.#waiting) {
      clearTimeout(timer);
      reject(reason);
    }
    this.#waiting.clear();
  }

  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.start();
  }
}
