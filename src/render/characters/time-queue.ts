/** Something that is to happen to `id` at `time`. */
export interface Timed<T> {
  readonly id: number;
  readonly time: number;
  readonly value: T;
}

/**
 * What is to happen next, at most one thing for each id: a binary heap that knows where each id stands, so that setting,
 * replacing and taking cost the logarithm of how many wait, and nobody is looked at who has nothing to wait for.
 */
export class TimeQueue<T> {
  readonly #heap: Timed<T>[] = [];
  readonly #places = new Map<number, number>();

  get size(): number {
    return this.#heap.length;
  }

  get(id: number): Timed<T> | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#heap[place];
  }

  /** Replaces what `id` waited for. */
  set(id: number, time: number, value: T): void {
    const entry = { id, time, value };
    const place = this.#places.get(id) ?? this.#heap.length;
    this.#put(place, entry);
    this.#settle(place);
  }

  delete(id: number): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const last = this.#heap.pop() as Timed<T>;
    if (last.id === id) return;
    this.#put(place, last);
    this.#settle(place);
  }

  /** The earliest entry that is due at `time`, taken out; undefined where there is none. */
  takeDue(time: number): Timed<T> | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.time > time) return undefined;
    this.delete(first.id);
    return first;
  }

  #put(place: number, entry: Timed<T>): void {
    this.#heap[place] = entry;
    this.#places.set(entry.id, place);
  }

  #settle(place: number): void {
    if (!this.#rise(place)) this.#sink(place);
  }

  #rise(place: number): boolean {
    let at = place;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#heap[above].time <= this.#heap[at].time) break;
      this.#swap(at, above);
      at = above;
    }
    return at !== place;
  }

  #sink(place: number): void {
    let at = place;
    for (;;) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < this.#heap.length && this.#heap[below].time < this.#heap[least].time) least = below;
      }
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(a: number, b: number): void {
    const entry = this.#heap[a];
    this.#put(a, this.#heap[b]);
    this.#put(b, entry);
  }
}
