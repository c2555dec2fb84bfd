interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

export interface TurnsOptions {
  /** How many may be at work at a time. */
  readonly places: number;
  /** Milliseconds that one may wait for its turn. */
  readonly patience: number;
  /** What one that waited in vain rejects with. */
  readonly refuse: () => Error;
}

/** Lets a limited number of tasks be at work at a time; the others wait in the order they came, and not for ever. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#free = options.places;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether nobody is at work. */
  get isIdle(): boolean {
    return this.#free === this.#options.places;
  }

  /** Waits for a turn, which {@link end} gives back. */
  begin(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        timer: setTimeout(() => {
          this.#waiting.delete(waiting);
          reject(this.#options.refuse());
        }, this.#options.patience),
      };
      this.#waiting.add(waiting);
    });
  }

  end(): void {
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
