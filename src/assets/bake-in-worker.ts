import { BoneTextureError, RigError } from '../errors/index.js';
import type { BoneTexture } from '../rig/index.js';
import { type BakeJob, runBakeJob } from './bake-job.js';
import { untilAborted } from './until-aborted.js';

/** What the worker says. */
export type BakeMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly texture: BoneTexture }
  | { readonly kind: 'failed'; readonly message: string; readonly field: string | undefined };

export interface BakeOptions {
  /** Ends the worker. */
  readonly signal: AbortSignal;
  /** Gets a fraction from 0 to 1. */
  onProgress(fraction: number): void;
}

/**
 * Bakes away from the main thread; on it, where workers are refused (a content security policy, a page opened from
 * disk, a bundler that left the worker's file behind).
 *
 * @param job may still be on its way: the worker starts meanwhile
 * @throws {RigError} where the clips cannot be baked, or the signal's reason
 */
export async function bake(
  job: BakeJob | Promise<BakeJob>,
  { signal, onProgress }: BakeOptions,
): Promise<BoneTexture> {
  const worker = createWorker();
  try {
    const starting = worker !== undefined && untilReady(worker);
    const [isReady, known] = await untilAborted(Promise.all([starting, job]), signal);
    if (!worker || !isReady) return runBakeJob(known, onProgress);
    return await untilAborted(runInWorker(worker, known, onProgress), signal);
  } finally {
    worker?.terminate();
  }
}

function createWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./bake-worker.js', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}

/** False for a worker that cannot start. */
function untilReady(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.addEventListener('message', () => resolve(true), { once: true });
    worker.addEventListener('error', () => resolve(false), { once: true });
  });
}

function runInWorker(
  worker: Worker,
  job: BakeJob,
  onProgress: BakeOptions['onProgress'],
): Promise<BoneTexture> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<BakeMessage>) => {
      if (data.kind === 'progress') onProgress(data.fraction);
      if (data.kind === 'done') resolve(data.texture);
      if (data.kind === 'failed') reject(toError(data));
    });
    worker.addEventListener('error', ({ message }) => {
      reject(new RigError(`The bone texture could not be baked: ${message}`));
    });
    worker.postMessage(job);
  });
}

/** Errors lose their class on the way from a worker. */
function toError({ message, field }: Extract<BakeMessage, { kind: 'failed' }>): Error {
  return field === undefined ? new RigError(message) : new BoneTextureError(message, field);
}
