import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BakeMessage, type BakeRequest, bake } from '../../../src/assets/bake/bake-in-worker.js';
import { runBakeJob } from '../../../src/assets/bake/bake-job.js';
import { tinyCharacter } from '../../support/rig/tiny-character.js';
import { SilentWorker } from '../../support/silent-worker.js';

const lastWorker = () => SilentWorker.last as SilentWorker<BakeRequest, BakeMessage>;

const { skeleton, skin, clips } = await tinyCharacter();
const job = {
  skeleton,
  skin,
  clips: clips.map((clip) => ({ clip, source: skeleton })),
  convention: 'pose-matched' as const,
  vertices: undefined,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = (signal = new AbortController().signal) => {
  const onProgress = vi.fn();
  return { baked: bake(job, { signal, onProgress }), onProgress };
};

test('a worker that neither answers nor fails is ended, and the main thread bakes', async () => {
  const { baked, onProgress } = start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await baked).texture).toEqual(runBakeJob(job, () => {}));
  expect(onProgress).toHaveBeenLastCalledWith(1);
  expect(lastWorker().isTerminated).toBe(true);
});

test('the main thread bakes in place of a worker that fails', async () => {
  const { baked } = start();
  lastWorker().fail('refused');
  expect((await baked).texture).toEqual(runBakeJob(job, () => {}));
  expect(vi.getTimerCount()).toBe(0);
});

test('a worker that has started may take as long as it needs', async () => {
  const { baked } = start();
  const worker = lastWorker();
  worker.say({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(worker.isTerminated).toBe(false);
  expect(worker.received.map(({ kind }) => kind)).toEqual(['begin', ...job.clips.map(() => 'clip')]);
  const texture = runBakeJob(job, () => {});
  worker.say({ kind: 'done', texture });
  expect((await baked).texture).toBe(texture);
  expect(worker.isTerminated).toBe(true);
});
