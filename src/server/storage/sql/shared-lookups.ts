import { setImmediate } from 'node:timers/promises';
import { DatabaseTime } from '../../core/database-time.js';

interface Lookup<Value> {
  readonly found: Promise<Value>;
  /** When it began, in milliseconds of this process. */
  readonly began: number;
}

/** Milliseconds after which requests no longer join a running lookup, since its connection may be lost. */
const LONGEST_WAIT = 100;

/**
 * Shares lookups among concurrent requests, most of which have the same key or crowd. Requests that arrive during a lookup
 * share the next one, since the state may have changed since it began. Nothing is cached: each lookup begins after the
 * requests that share it have arrived.
 */
export class SharedLookups<Value> {
  readonly #find: (name: string, time?: DatabaseTime) => Promise<Value>;
  /** Lookups that have not begun. */
  readonly #asked = new Map<string, Promise<Value>>();
  readonly #underWay = new Map<string, Lookup<Value>>();

  /** @param find looks up for a request, or by default for several, which has a time of its own */
  constructor(find: (name: string, time?: DatabaseTime) => Promise<Value>) {
    this.#find = find;
  }

  /** @param time of the request */
  find(name: string, time = new DatabaseTime()): Promise<Value> {
    // A shared lookup would have five seconds of its own; this request has less.
    if (time.isSlow) return this.#find(name, time);
    let lookup = this.#asked.get(name);
    if (!lookup) {
      lookup = this.#whenFree(name).then(() => this.#begin(name));
      this.#asked.set(name, lookup);
    }
    return time.count(lookup);
  }

  #whenFree(name: string): Promise<void> {
    const { found, began = 0 } = this.#underWay.get(name) ?? {};
    const wait = began + LONGEST_WAIT - performance.now();
    // Deferred, since requests that arrive together reach this point in the same turn of the event loop.
    if (!found || wait <= 0) return setImmediate();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      found.then(end, end);
    });
  }

  #begin(name: string): Promise<Value> {
    this.#asked.delete(name);
    const found = this.#find(name);
    const lookup = { found, began: performance.now() };
    this.#underWay.set(name, lookup);
    const end = () => {
      if (this.#underWay.get(name) === lookup) this.#underWay.delete(name);
    };
    found.then(end, end);
    return found;
  }
}
