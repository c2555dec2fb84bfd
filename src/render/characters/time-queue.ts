/** A value that is due at `time` for `id`. */
export interface Timed<T> {
  readonly id: number;
  readonly time: number;
  readonly value: T;
}

/**
 * A priority queue by time with at most one entry for each id: a binary heap with the position of each id, so that set,
 * replace and take are logarithmic.
 */
export class TimeQueue<T> {
  readonly #heap: Timed<T>[] = [];
  /** Index in the heap of each id. */
  readonly #indices = new Map<number, number>();

  get size(): number {
    return this.#heap.length;
  }

  get(id: number): Timed<T> | undefined {
    const index = this.#indices.get(id);
    return index === undefined ? undefined : this.#heap[index];
  }

  /** Adds the entry of `id`, or replaces it. */
  set(id: number, time: number, value: T): void {
    const index = this.#indices.get(id) ?? this.#heap.length;
    this.#put(index, { id, time, value });
    this.#restoreOrder(index);
  }

  list(): readonly Timed<T>[] {
    return [...this.#heap];
  }

  replace(entries: readonly Timed<T>[]): void {
    this.#heap.length = 0;
    this.#indices.clear();
    for (const { id, time, value } of entries) this.set(id, time, value);
  }

  delete(id: number): void {
    const index = this.#indices.get(id);
    if (index === undefined) return;
    this.#indices.delete(id);
    const last = this.#heap.pop() as Timed<T>;
    if (last.id === id) return;
    this.#put(index, last);
    this.#restoreOrder(index);
  }

  /** Removes and returns the earliest entry that is due at `time`; undefined if there is none. */
  takeDue(time: number): Timed<T> | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.time > time) return undefined;
    this.delete(first.id);
    return first;
  }

  #put(index: number, entry: Timed<T>): void {
    this.#heap[index] = entry;
    this.#indices.set(entry.id, index);
  }

  #restoreOrder(index: number): void {
    if (!this.#siftUp(index)) this.#siftDown(index);
  }

  /** Returns true if the entry has moved. */
  #siftUp(index: number): boolean {
    let current = index;
    while (current > 0) {
      const parent = (current - 1) >> 1;
      if (this.#heap[parent].time <= this.#heap[current].time) break;
      this.#swap(current, parent);
      current = parent;
    }
    return current !== index;
  }

  #siftDown(index: number): void {
    let current = index;
    for (;;) {
      let earliest = current;
      for (const child of [2 * current + 1, 2 * current + 2]) {
        if (child < this.#heap.length && this.#heap[child].time < this.#heap[earliest].time) earliest = child;
      }
      if (earliest === current) return;
      this.#swap(current, earliest);
      current = earliest;
    }
  }

  #swap(a: number, b: number): void {
    const entry = this.#heap[a];
    this.#put(a, this.#heap[b]);
    this.#put(b, entry);
  }
}
