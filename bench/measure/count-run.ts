import type { BackendName } from 'three-crowd';
import type { Contender } from '../scenes/index.js';
import { DrawCounter } from './draw-counter.js';
import { type Lane, measuredOf, measureHeap, measureRound, openLane, warmUp } from './lane.js';
import type { Entry } from './result.js';
import type { RunOptions } from './run-benchmark.js';

/** Milliseconds after a round in which the page shows what it came to, so that no frame pays for it. */
const REST = 50;

/** A contender on one backend, and how far it got. */
interface Turn {
  readonly contender: Contender;
  readonly backend: BackendName;
  lane?: Lane;
  /** Why it is measured no further. */
  failure?: string;
}

/** All contenders at one count, taking turns. */
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
    // Building, warming up, the rounds, and what is measured apart.
    this.#steps = plan.rounds + 3;
  }

  /** Builds every contender and draws its first frame. */
  async open(): Promise<void> {
    const counter = new DrawCounter();
    try {
      await this.#everybody(async (turn) => {
        turn.lane = await openLane(turn.contender, turn.backend, this.#count, counter, this.#options);
        this.#options.onAdapter(turn.backend, turn.lane.scene.adapter);
      });
    } finally {
      counter.remove();
    }
  }

  /** Warms up all that could be built, and lets them take turns. */
  async measure(): Promise<void> {
    const { plan } = this.#options;
    await this.#everybody(({ lane }) => lane && warmUp(lane));
    for (let round = 0; round < plan.rounds; round++) {
      await this.#everybody(({ lane }) => lane && measureRound(lane, plan));
    }
    await this.#everybody(({ lane }) => lane && measureHeap(lane, plan));
  }

  close(): void {
    this.#report();
    for (const { lane } of this.#turns) lane?.scene.dispose();
  }

  /** Has each contender that has not failed take a turn. */
  async #everybody(take: (turn: Turn) => Promise<void> | undefined): Promise<void> {
    for (const [i, turn] of this.#turns.entries()) {
      this.#options.signal.throwIfAborted();
      if (turn.failure !== undefined) continue;
      this.#announce(turn, (this.#step + i / this.#turns.length) / this.#steps);
      try {
        await take(turn);
      } catch (error) {
        turn.failure = error instanceof Error ? error.message : String(error);
      }
      // A page that never rests shows nothing.
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
