interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** Bytes of an entry beside its key and its value. */
const ENTRY_BYTES = 200;

/** Keeps what was used last, as long as all entries, with their keys, stay within a number of bytes. */
export class BoundedCache<Value> {
  // A Map iterates in the order of insertion, so re-inserting on use keeps the oldest entry first.
  readonly #entries = new Map<string, Entry<Value>>();
  #weight = 0;
  /** The key that was used last: where one is asked for again and again, nothing has to move. */
  #newest: string | undefined;

  /** @param limit bytes */
  constructor(readonly limit: number) {}

  /** Bytes that it holds. */
  get weight(): number {
    return this.#weight;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (key !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = key;
    }
    return entry.value;
  }

  /**
   * Stores a value, unless it is larger than the limit by itself.
   *
   * @param bytes of the value alone; what the key takes is added
   */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    const weight = bytes + 2 * key.length + ENTRY_BYTES;
    if (weight > this.limit) return;
    this.#entries.set(key, { value, weight });
    this.#newest = key;
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.limit) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
