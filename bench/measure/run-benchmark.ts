import type { BackendName } from 'three-crowd';
import {
  type Contender,
  type ContenderScene,
  createCast,
  createStage,
  type Wardrobe,
} from '../scenes/index.js';
import { DrawCounter } from './draw-counter.js';
import type { Entry, Measured, Plan } from './result.js';
import { measureOf } from './statistics.js';

/** Seconds between frames of the clock. */
const STEP = 1 / 60;
const WARM_UP_FRAMES = 3;
const GPU_FRAMES = 8;

export interface Progress {
  readonly title: string;
  readonly backend: BackendName;
  readonly count: number;
  /** Milliseconds of the last frame; undefined while it is built. */
  readonly frame?: number;
}

export interface RunOptions {
  readonly plan: Plan;
  readonly contenders: readonly Contender[];
  readonly wardrobe: Wardrobe;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Called with every entry as soon as it is known, so that an interrupted run keeps what it has. */
  onEntry(entry: Entry, adapter?: string): void;
  /** Shows what is being drawn. */
  show(canvas: HTMLCanvasElement): void;
}

/** A contender at one count, and the samples it has so far. */
interface Lane extends Progress {
  readonly id: string;
  readonly version: string;
  readonly scene: ContenderScene;
  readonly about: Pick<Measured, 'draws' | 'triangles' | 'load' | 'heap' | 'picture'>;
  readonly frames: number[];
  readonly scripts: number[];
  clock: number;
}

/**
 * Count after count, builds all contenders, warms them up, and lets them take turns: whatever disturbs the machine
 * disturbs them alike.
 */
export async function runBenchmark(options: RunOptions): Promise<void> {
  for (const count of options.plan.counts) {
    const lanes = await openLanes(options, count);
    try {
      await takeTurns(lanes, options);
      for (const lane of lanes) options.onEntry(await entryOf(lane, options.plan), lane.scene.adapter);
    } finally {
      for (const lane of lanes) lane.scene.dispose();
    }
  }
}

async function openLanes(options: RunOptions, count: number): Promise<Lane[]> {
  const lanes: Lane[] = [];
  const { plan, contenders, signal, onEntry, onProgress } = options;
  const counter = new DrawCounter();
  for (const contender of contenders) {
    for (const backend of plan.backends.filter((name) => contender.backends.includes(name))) {
      signal.throwIfAborted();
      const { id, title, version } = contender;
      onProgress({ title, backend, count });
      try {
        lanes.push(await openLane(contender, backend, count, counter, options));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        onEntry({ contender: id, title, version, backend, count, error: reason });
      }
    }
  }
  counter.remove();
  return lanes;
}

async function openLane(
  contender: Contender,
  backend: BackendName,
  count: number,
  counter: DrawCounter,
  { plan: { view, shadows, width, height }, wardrobe, show }: RunOptions,
): Promise<Lane> {
  const stage = createStage({ count, view, backend, shadows, width, height });
  const cast = createCast(wardrobe, count);
  const heapBefore = usedHeap();
  const start = performance.now();
  const scene = await contender.create(cast, stage);
  show(scene.canvas);
  scene.draw(0);
  await scene.finish();
  const load = performance.now() - start;
  counter.reset();
  scene.draw(STEP);
  const { draws, triangles = scene.triangles } = counter.read();
  const picture = scene.canvas.toDataURL('image/jpeg', 0.85);
  await scene.finish();
  const heap = heapBefore === undefined ? undefined : (usedHeap() as number) - heapBefore;
  return {
    id: contender.id,
    title: contender.title,
    version: contender.version,
    backend,
    count,
    scene,
    about: {
      draws,
      load,
      picture,
      ...(triangles === undefined ? {} : { triangles }),
      ...(heap === undefined ? {} : { heap }),
    },
    frames: [],
    scripts: [],
    clock: 2,
  };
}

async function takeTurns(
  lanes: readonly Lane[],
  { plan, signal, onProgress, show }: RunOptions,
): Promise<void> {
  for (const lane of lanes) {
    for (let i = 0; i < WARM_UP_FRAMES; i++) await drawFrame(lane);
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (const lane of lanes) {
      signal.throwIfAborted();
      show(lane.scene.canvas);
      const last = await drawFrame(lane);
      const affordable = (plan.budget * 1000) / plan.rounds / last.frame;
      const frames = Math.max(1, Math.min(plan.frames, Math.floor(affordable)));
      for (let i = 0; i < frames; i++) {
        const { frame, script } = await drawFrame(lane);
        lane.frames.push(frame);
        lane.scripts.push(script);
      }
      onProgress({ ...lane, frame: lane.frames[lane.frames.length - 1] });
      // A page that never rests shows nothing.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

async function drawFrame(lane: Lane): Promise<{ frame: number; script: number }> {
  const seconds = lane.clock++ * STEP;
  const start = performance.now();
  lane.scene.draw(seconds);
  const script = performance.now() - start;
  await lane.scene.finish();
  return { frame: performance.now() - start, script };
}

async function entryOf(lane: Lane, { soak }: Plan): Promise<Entry> {
  const { id, title, version, backend, count, about } = lane;
  const gpu = await timeOnGpu(lane);
  const growth = await soakFor(lane, soak);
  const measured: Measured = {
    frame: measureOf(lane.frames),
    script: measureOf(lane.scripts),
    ...(gpu.length > 0 ? { gpu: measureOf(gpu) } : {}),
    ...(growth === undefined ? {} : { growth }),
    ...about,
  };
  return { contender: id, title, version, backend, count, measured };
}

async function timeOnGpu({ scene, clock, frames }: Lane): Promise<number[]> {
  const samples: number[] = [];
  if (!scene.timeOnGpu) return samples;
  for (let i = 0; i < Math.min(GPU_FRAMES, frames.length); i++) {
    const milliseconds = await scene.timeOnGpu((clock + i) * STEP);
    if (milliseconds !== undefined) samples.push(milliseconds);
  }
  return samples;
}

/** Bytes of heap for each of `frames`, after as many for what is compiled and cached once. */
async function soakFor(lane: Lane, frames: number): Promise<number | undefined> {
  if (frames === 0) return undefined;
  for (let i = 0; i < frames; i++) await drawFrame(lane);
  const before = usedHeap();
  for (let i = 0; i < frames; i++) await drawFrame(lane);
  const after = usedHeap();
  return before === undefined || after === undefined ? undefined : (after - before) / frames;
}

/** Bytes, after a collection; undefined unless the browser was started to tell (`--expose-gc`, precise memory). */
function usedHeap(): number | undefined {
  const { gc, performance } = globalThis as typeof globalThis & {
    gc?: () => void;
    performance: { memory?: { usedJSHeapSize: number } };
  };
  if (!gc || !performance.memory) return undefined;
  gc();
  return performance.memory.usedJSHeapSize;
}
