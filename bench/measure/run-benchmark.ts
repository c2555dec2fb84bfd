import { CountRun, type RunOptions } from './count-run.js';

/** Characters of the rehearsal. */
const FEW = 1;

/**
 * Measures all contenders at one count after the other. They take turns, so that disturbances affect all of
 * them. If one fails, its error is reported and the others go on.
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
 * Draws a first frame of each contender before any is measured. Otherwise the first one would pay for loading
 * the modules that all share. Errors are ignored: they occur again at each count, and are reported there.
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
