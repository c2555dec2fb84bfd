/** Keeps what was used last, as long as the weights of all entries stay within a limit. */
export class BoundedCache<Value> {
  // A Map iterates in the order of insertion, so re-inserting on use keeps the oldest entry first.
  readonly #entries = new Map<string, { value: Value; weight: number }>();
  #weight = 0;

  constructor(readonly limit: number) {}

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value, unless it is heavier than the limit by itself. */
  set(key: string, value: Value, weight: number): void {
    this.#remove(key);
    if (weight > this.limit) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.limit) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
