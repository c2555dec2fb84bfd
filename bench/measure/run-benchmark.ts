import type { BackendName } from 'three-crowd';
import type { Contender } from '../scenes/index.js';
import { CountRun } from './count-run.js';
import type { LaneOptions } from './lane.js';
import type { Entry } from './result.js';

/** Characters of the rehearsal. */
const FEW = 1;

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
  /** Called with all that is known of a count after every round, so that an interrupted run keeps what it has. */
  onEntries(count: number, entries: readonly Entry[]): void;
  onAdapter(backend: BackendName, adapter: string): void;
  /** Shows what is being drawn. */
  show(canvas: HTMLCanvasElement): void;
}

/**
 * Count after count, builds all contenders, warms them up, and lets them take turns: whatever disturbs the machine
 * disturbs them alike. A contender that fails says why, and the others go on without it.
 */
export async function runBenchmark(options: RunOptions): Promise<void> {
  const { counts } = options.plan;
  await rehearse(options);
  for (const [i, count] of counts.entries()) {
    const run = new CountRun(count, {
      ...options,
      onProgress: (progress) =>
        options.onProgress({ ...progress, done: (i + progress.done) / counts.length }),
    });
    try {
      await run.open();
      await run.measure();
    } finally {
      run.close();
    }
  }
}

/**
 * Draws everybody's first frame once before any is measured: whoever came first would pay for modules that the others
 * find loaded. What fails here fails again at each count, and is reported there.
 */
async function rehearse(options: RunOptions): Promise<void> {
  const run = new CountRun(FEW, {
    ...options,
    plan: { ...options.plan, rounds: 0, soak: 0 },
    onProgress: (progress) => options.onProgress({ ...progress, done: 0 }),
    onEntries: () => undefined,
  });
  try {
    await run.open();
  } finally {
    run.close();
  }
}
