/**
 * Looks a thing up once for all who ask for it in the same turn of the event loop: of many requests at once, most come
 * with the same key or for the same crowd. Nothing is kept: each lookup begins after those who wait for it have asked.
 */
export class SharedLookups<Value> {
  readonly #find: (name: string) => Promise<Value>;
  readonly #asked = new Map<string, Promise<Value>>();

  constructor(find: (name: string) => Promise<Value>) {
    this.#find = find;
  }

  find(name: string): Promise<Value> {
    const asked = this.#asked.get(name);
    if (asked) return asked;
    // Not at once: requests that arrived together get this far together.
    const lookup = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#asked.delete(name);
      return this.#find(name);
    });
    this.#asked.set(name, lookup);
    return lookup;
  }
}
