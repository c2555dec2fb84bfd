import { StorageUnavailableError } from './storage/storage-error.js';
import { Turns } from './turns.js';

/** They all wait for the account's one count of uses; a second prepares while the first commits. */
const PLACES = 2;
/** Milliseconds that a write may wait for those before it. */
const PATIENCE = 5_000;

/**
 * Lets few writes of each account be under way at a time. Otherwise those of an account whose count somebody has locked
 * would take every connection to the database, and all others would wait with it.
 */
export class AccountTurns {
  readonly #turns = new Map<string, Turns>();

  async run<Result>(accountId: string, write: () => Promise<Result>): Promise<Result> {
    let turns = this.#turns.get(accountId);
    if (!turns) {
      turns = new Turns({ places: PLACES, patience: PATIENCE, refuse });
      this.#turns.set(accountId, turns);
    }
    try {
      return await turns.run(write);
    } finally {
      if (turns.isIdle) this.#turns.delete(accountId);
    }
  }
}

function refuse(): Error {
  return new StorageUnavailableError('too many changes of this account are under way');
}
