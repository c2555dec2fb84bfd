import { Turns, type TurnsOptions } from './turns.js';

/** Lets few tasks of each account be under way at a time, so that no account takes what all others need. */
export class AccountTurns {
  readonly #options: TurnsOptions;
  readonly #turns = new Map<string, Turns>();

  /** @param options hold for each account by itself */
  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Waits for a turn. @returns what gives it back */
  async begin(accountId: string): Promise<() => void> {
    let turns = this.#turns.get(accountId);
    if (!turns) {
      turns = new Turns(this.#options);
      this.#turns.set(accountId, turns);
    }
    await turns.begin();
    return () => {
      turns.end();
      if (turns.isIdle) this.#turns.delete(accountId);
    };
  }

  async run<Result>(accountId: string, task: () => Promise<Result>): Promise<Result> {
    const end = await this.begin(accountId);
    try {
      return await task();
    } finally {
      end();
    }
  }
}
