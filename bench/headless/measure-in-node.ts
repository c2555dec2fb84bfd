import { availableParallelism } from 'node:os';
import type { Progress } from '../measure/count-run.js';
import { startResult, withAdapter, withEntries } from '../measure/fill-result.js';
import type { Plan, Result } from '../measure/result.js';
import { runBenchmark } from '../measure/run-benchmark.js';
import { chosen } from '../page/plan.js';
import { CONTENDERS, loadSceneAssets } from '../scenes/index.js';
import { HeadlessCanvas } from './headless-canvas.js';
import { provideGpu } from './provide-gpu.js';

export interface NodeRunOptions {
  readonly plan: Plan;
  /** Address of a reference service. */
  readonly origin: string;
  onProgress(progress: Progress): void;
  /** Called with the result so far. */
  onResult(result: Result): void;
}

/** Runs a plan on WebGPU in this process, without a browser. */
export async function measureInNode({ plan, origin, onProgress, onResult }: NodeRunOptions): Promise<Result> {
  await provideGpu();
  let result = startResult(plan, `Node ${process.versions.node} with Dawn`, availableParallelism());
  await runBenchmark({
    plan,
    contenders: chosen(plan.contenders, CONTENDERS),
    assets: await loadSceneAssets(origin),
    signal: new AbortController().signal,
    // Has the parts of a canvas that three uses.
    createCanvas: () => new HeadlessCanvas() as unknown as HTMLCanvasElement,
    takePicture: (canvas) => (canvas as unknown as HeadlessCanvas).takePicture(),
    show: () => undefined,
    onProgress,
    onAdapter: (backend, adapter) => {
      result = withAdapter(result, backend, adapter);
    },
    onEntries: (count, entries) => {
      result = withEntries(result, count, entries);
      onResult(result);
    },
  });
  return { ...result, isComplete: true };
}
