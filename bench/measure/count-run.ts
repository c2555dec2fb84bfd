import type { BackendName } from 'three-crowd';
import type { Contender } from '../scenes/index.js';
import { DrawCounter } from './draw-counter.js';
import {
  type Lane,
  type LaneOptions,
  measuredOf,
  measureHeap,
  measureRound,
  openLane,
  warmUp,
} from './lane.js';
import type { Entry } from './result.js';

/**
 * Pause after a round in which the page shows the numbers, milliseconds. Otherwise a frame would pay for it.
 */
const REST = 50;

/** Current step of a run. */
export interface Progress {
  readonly title: string;
  readonly backend: BackendName;
  readonly count: number;
  /** Milliseconds of its frames so far; none while the scene is built. */
  readonly frames: readonly number[];
  /** Share of the run that is done. */
  readonly done: number;
}

export interface RunOptions extends LaneOptions {
  readonly contenders: readonly Contender[];
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Called after each round with all entries of a count, so that an interrupted run keeps them. */
  onEntries(count: number, entries: readonly Entry[]): void;
  onAdapter(backend: BackendName, adapter: string): void;
  /** Shows what is being drawn. */
  show(canvas: HTMLCanvasElement): void;
}

/** Progress of a contender on one backend. */
interface Turn {
  readonly contender: Contender;
  readonly backend: BackendName;
  lane?: Lane;
  /** Reason why it is no longer measured. */
  failure?: string;
}

/** Measures all contenders at one count, in turns. */
export class CountRun {
  readonly #count: number;
  readonly #options: RunOptions;
  readonly #turns: readonly Turn[];
  readonly #steps: number;
  #step = 0;

  constructor(count: number, options: RunOptions) {
    const { contenders, plan } = options;
    this.#count = count;
    this.#options = options;
    this.#turns = contenders.flatMap((contender) =>
      plan.backends
        .filter((backend) => contender.backends.includes(backend))
        .map((backend): Turn => ({ contender, backend })),
    );
    // Building, warming up, the rounds, and the heap.
    this.#steps = plan.rounds + 3;
  }

  /** Builds every contender and draws its first frame. */
  async open(): Promise<void> {
    const counter = new DrawCounter();
    try {
      await this.#forEachTurn(async (turn) => {
        turn.lane = await openLane(turn.contender, turn.backend, this.#count, counter, this.#options);
        this.#options.onAdapter(turn.backend, turn.lane.scene.adapter);
      });
    } finally {
      counter.remove();
    }
  }

  /** Warms up and measures, in turns, the contenders that were built. */
  async measure(): Promise<void> {
    const { plan } = this.#options;
    await this.#forEachTurn(({ lane }) => lane && warmUp(lane));
    for (let round = 0; round < plan.rounds; round++) {
      await this.#forEachTurn(({ lane }) => lane && measureRound(lane, plan));
    }
    await this.#forEachTurn(({ lane }) => lane && measureHeap(lane, plan));
  }

  close(): void {
    this.#report();
    for (const { lane } of this.#turns) lane?.scene.dispose();
  }

  /** Calls `take` for each contender that has not failed. */
  async #forEachTurn(take: (turn: Turn) => Promise<void> | undefined): Promise<void> {
    for (const [i, turn] of this.#turns.entries()) {
      this.#options.signal.throwIfAborted();
      if (turn.failure !== undefined) continue;
      this.#announce(turn, (this.#step + i / this.#turns.length) / this.#steps);
      try {
        await take(turn);
      } catch (error) {
        turn.failure = error instanceof Error ? error.message : String(error);
      }
      // Lets the page paint.
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#step += 1;
    this.#report();
    await new Promise((resolve) => setTimeout(resolve, REST));
  }

  #announce({ contender: { title }, backend, lane }: Turn, done: number): void {
    const { onProgress, show } = this.#options;
    if (lane) show(lane.canvas);
    onProgress({ title, backend, count: this.#count, frames: lane?.frames ?? [], done });
  }

  #report(): void {
    const entries = this.#turns.flatMap(({ contender, backend, lane, failure }): Entry[] => {
      const { id, title, version } = contender;
      const entry = { contender: id, title, version, backend, count: this.#count };
      if (failure !== undefined) return [{ ...entry, error: failure }];
      const measured = lane && measuredOf(lane);
      return measured ? [{ ...entry, measured }] : [];
    });
    this.#options.onEntries(this.#count, entries);
  }
}
