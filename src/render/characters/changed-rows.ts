/** Consecutive rows of the character table. */
export interface RowRun {
  readonly first: number;
  readonly count: number;
}

/** Maximum of unchanged rows within a run: uploading 512 bytes more is cheaper than another call to the GPU. */
const LARGEST_GAP = 8;

const NONE: readonly RowRun[] = [];

/** The rows of the character table that have changed since the last upload. */
export class ChangedRows {
  #flags: Uint8Array;
  #first = Number.POSITIVE_INFINITY;
  #last = -1;
  readonly #followers = new Set<ChangedRows>();

  constructor(count: number) {
    this.#flags = new Uint8Array(count);
  }

  mark(i: number): void {
    this.#flags[i] = 1;
    if (i < this.#first) this.#first = i;
    if (i > this.#last) this.#last = i;
  }

  markAll(): void {
    this.#flags.fill(1);
    this.#first = 0;
    this.#last = this.#flags.length - 1;
  }

  /** Makes room for `count` rows, all of them changed. */
  grow(count: number): void {
    this.#flags = new Uint8Array(count);
    this.markAll();
    for (const follower of this.#followers) follower.grow(count);
  }

  /** Creates a second consumer of the changes. It gets all rows at first, and each run that this one takes. */
  follow(): ChangedRows {
    const follower = new ChangedRows(this.#flags.length);
    follower.markAll();
    this.#followers.add(follower);
    return follower;
  }

  unfollow(follower: ChangedRows): void {
    this.#followers.delete(follower);
  }

  /** The rows that have changed since the last call, in rising order; each run begins and ends with one. */
  take(): readonly RowRun[] {
    if (this.#last < 0) return NONE;
    const runs: RowRun[] = [];
    const flags = this.#flags;
    const end = this.#last + 1;
    let first = this.#first;
    let last = first;
    for (let i = first; i < end; i++) {
      if (flags[i] === 0) continue;
      if (i - last > LARGEST_GAP + 1) {
        runs.push({ first, count: last - first + 1 });
        first = i;
      }
      last = i;
    }
    runs.push({ first, count: last - first + 1 });
    flags.fill(0, this.#first, end);
    this.#first = Number.POSITIVE_INFINITY;
    this.#last = -1;
    for (const follower of this.#followers) follower.#markRuns(runs);
    return runs;
  }

  #markRuns(runs: readonly RowRun[]): void {
    for (const { first, count } of runs) for (let i = first; i < first + count; i++) this.mark(i);
  }
}
