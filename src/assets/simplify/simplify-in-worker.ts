import { createWorker, untilReady } from '../../worker/create-worker.js';
import type { SimplifyJob, SimplifyResult } from './simplify-job.js';

/** Messages of the worker, which gets all jobs in one message. */
export type SimplifyMessage =
  | { readonly kind: 'ready' | 'refused' }
  | { readonly kind: 'done'; readonly results: readonly SimplifyResult[] };

/**
 * Simplifies meshes away from the main thread; on it, each mesh in a task of its own, where workers are refused (a content
 * security policy, a bundler that left the worker's file behind) or do not start.
 *
 * @returns the result of each job, in their order
 * @throws the reason why WebAssembly cannot be used
 */
export async function simplify(jobs: readonly SimplifyJob[]): Promise<readonly SimplifyResult[]> {
  const worker = createWorker(
    () => new Worker(new URL('./simplify-worker.js', import.meta.url), { type: 'module' }),
    'simplify-worker.js',
    import.meta.url,
  );
  try {
    return worker && (await untilReady(worker)) ? await runInWorker(worker, jobs) : await runHere(jobs);
  } finally {
    worker?.terminate();
  }
}

function runInWorker(worker: Worker, jobs: readonly SimplifyJob[]): Promise<readonly SimplifyResult[]> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SimplifyMessage>) => {
      if (data.kind === 'done') resolve(data.results);
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(
      jobs,
      jobs.flatMap(({ indices, positions, joints, weights, seen }) =>
        [indices, positions, joints, weights, ...Object.values(seen)].map(({ buffer }) => buffer),
      ),
    );
  });
}

async function runHere(jobs: readonly SimplifyJob[]): Promise<SimplifyResult[]> {
  const [{ MeshoptSimplifier }, { runSimplifyJob }] = await Promise.all([
    import('meshoptimizer/simplifier'),
    import('./simplify-job.js'),
  ]);
  await MeshoptSimplifier.ready;
  const results: SimplifyResult[] = [];
  for (const job of jobs) {
    await new Promise((resolve) => setTimeout(resolve));
    results.push(runSimplifyJob(job, MeshoptSimplifier));
  }
  return results;
}
