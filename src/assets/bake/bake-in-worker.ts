import { BoneTextureError, RigError } from '../../errors/index.js';
import type { BoneTexture, LocalPoses } from '../../rig/index.js';
import { createWorker, untilReady } from '../../worker/create-worker.js';
import { untilAborted } from '../fetch/until-aborted.js';
import { type BakeJob, type BakeTarget, runBakeJob } from './bake-job.js';
import type { SourceClip } from './source-clips.js';

/** Messages to the worker: one `begin`, then one `clip` for each clip. */
export type BakeRequest =
  | { readonly kind: 'begin'; readonly target: BakeTarget; readonly count: number }
  | { readonly kind: 'clip'; readonly index: number; readonly clip: SourceClip };

/** Messages of the worker. */
export type BakeMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly fraction: number }
  | ({ readonly kind: 'done' } & Baked)
  | { readonly kind: 'failed'; readonly message: string; readonly field: string | undefined };

/** A bone texture and the local poses of its frames. */
export interface Baked {
  readonly texture: BoneTexture;
  /** Local poses of the texture's frames; undefined if they are still to be computed from the texture. */
  readonly localPoses?: LocalPoses | undefined;
}

/** Clips may still be on their way, too: each is baked when it comes. */
type ComingJob = BakeJob<SourceClip | Promise<SourceClip>>;

export interface BakeOptions {
  /** Ends the worker. */
  readonly signal: AbortSignal;
  /** Gets a fraction from 0 to 1. */
  onProgress(fraction: number): void;
}

/**
 * Bakes away from the main thread; on it, where workers are refused (a content security policy, a page opened from
 * disk, a bundler that left the worker's file behind) or do not start.
 *
 * @param job may still be on its way: the worker starts meanwhile
 * @throws {RigError} where the clips cannot be baked, or the signal's reason
 */
export async function bake(
  job: ComingJob | Promise<ComingJob>,
  { signal, onProgress }: BakeOptions,
): Promise<Baked> {
  const worker = createWorker(
    () => new Worker(new URL('./bake-worker.js', import.meta.url), { type: 'module' }),
  );
  try {
    const starting = worker !== undefined && untilReady(worker);
    const [isReady, known] = await untilAborted(Promise.all([starting, job]), signal);
    if (!worker || !isReady) {
      const clips = await untilAborted(Promise.all(known.clips), signal);
      return { texture: runBakeJob({ ...known, clips }, onProgress) };
    }
    return await untilAborted(runInWorker(worker, known, onProgress), signal);
  } finally {
    worker?.terminate();
  }
}

function runInWorker(
  worker: Worker,
  { clips, ...target }: ComingJob,
  onProgress: BakeOptions['onProgress'],
): Promise<Baked> {
  const tell = (request: BakeRequest): void => worker.postMessage(request);
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<BakeMessage>) => {
      if (data.kind === 'progress') onProgress(data.fraction);
      if (data.kind === 'done') resolve(data);
      if (data.kind === 'failed') reject(toError(data));
    });
    worker.addEventListener('error', ({ message }) => {
      reject(new RigError(`The bone texture could not be baked: ${message}`));
    });
    tell({ kind: 'begin', target, count: clips.length });
    clips.forEach(async (coming, index) => {
      try {
        tell({ kind: 'clip', index, clip: await coming });
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Errors lose their class on the way from a worker. */
function toError({ message, field }: Extract<BakeMessage, { kind: 'failed' }>): Error {
  return field === undefined ? new RigError(message) : new BoneTextureError(message, field);
}
