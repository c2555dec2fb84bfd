/** Milliseconds that a request waits for the database at most, over all its transactions. */
export const LONGEST_DATABASE_TIME = 5_000;

/** Milliseconds of waiting after which the database is told the time that is left, which takes a message. */
const SLOW = 250;

/** The time that one request has waited for the database. Waits at the same time count once. */
export class DatabaseTime {
  #spent: number;
  #waits = 0;
  #since = 0;

  /** @param spent milliseconds that were spent before */
  constructor(spent = 0) {
    this.#spent = spent;
  }

  /** Milliseconds, with those of waits that have not ended. */
  get spent(): number {
    return this.#spent + (this.#waits > 0 ? performance.now() - this.#since : 0);
  }

  /** Milliseconds that are left, 0 or more. */
  get left(): number {
    return Math.max(0, LONGEST_DATABASE_TIME - this.spent);
  }

  /** True if so much is spent that the next wait has to be shorter than usual. */
  get isSlow(): boolean {
    return this.spent >= SLOW;
  }

  start(): void {
    if (this.#waits === 0) this.#since = performance.now();
    this.#waits += 1;
  }

  end(): void {
    const now = performance.now();
    this.#spent += now - this.#since;
    this.#since = now;
    this.#waits -= 1;
  }

  /** Counts the time until a promise settles. @returns that promise */
  count<Result>(work: Promise<Result>): Promise<Result> {
    this.start();
    const end = () => this.end();
    work.then(end, end);
    return work;
  }
}
