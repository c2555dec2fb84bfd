import type { BackendName } from 'three-crowd';
import {
  type Contender,
  type ContenderScene,
  createSceneCharacters,
  createStage,
  type SceneAssets,
} from '../scenes/index.js';
import type { DrawCounter } from './draw-counter.js';
import { restingHeap, usedHeap } from './heap.js';
import type { Measured, Plan, Soak } from './result.js';
import { measureOf, sumOf } from './statistics.js';

/** Time between frames, seconds. */
const STEP = 1 / 60;
const WARM_UP_FRAMES = 3;
const GPU_FRAMES = 8;
const SOAK_WINDOWS = 20;

export interface LaneOptions {
  readonly plan: Plan;
  readonly assets: SceneAssets;
  createCanvas(): HTMLCanvasElement;
  /** Returns the canvas as a data address, in the task that drew it; undefined if it cannot be read. */
  takePicture(canvas: HTMLCanvasElement): Promise<string | undefined>;
}

/** A contender on one backend at one count, with its samples. */
export interface Lane {
  readonly canvas: HTMLCanvasElement;
  readonly scene: ContenderScene;
  readonly about: Pick<Measured, 'draws' | 'triangles' | 'load' | 'heap' | 'picture'>;
  /** Milliseconds of each frame. */
  readonly frames: number[];
  readonly scripts: number[];
  /** GPU time of each pass, milliseconds; one object a frame. */
  readonly passes: Readonly<Record<string, number>>[];
  soak?: Soak;
  /** Number of frames drawn so far. */
  clock: number;
}

export async function openLane(
  contender: Contender,
  backend: BackendName,
  count: number,
  counter: DrawCounter,
  { plan, assets, createCanvas, takePicture }: LaneOptions,
): Promise<Lane> {
  const { view, shadows, width, height } = plan;
  const canvas = createCanvas();
  const stage = createStage({ count, view, backend, shadows, width, height, canvas });
  const people = createSceneCharacters(assets, count);
  const heapBefore = await restingHeap();
  const start = performance.now();
  const scene = await contender.create(people, stage);
  scene.draw(0);
  await scene.finish();
  const load = performance.now() - start;
  counter.reset();
  scene.draw(STEP);
  const { draws, triangles = scene.triangles } = counter.read();
  const picture = await takePicture(canvas);
  await scene.finish();
  const heap = heapBefore === undefined ? undefined : ((await restingHeap()) as number) - heapBefore;
  return {
    canvas,
    scene,
    about: {
      draws,
      load,
      ...(picture === undefined ? {} : { picture }),
      ...(triangles === undefined ? {} : { triangles }),
      ...(heap === undefined ? {} : { heap }),
    },
    frames: [],
    scripts: [],
    passes: [],
    clock: 2,
  };
}

export async function warmUp(lane: Lane): Promise<void> {
  for (let i = 0; i < WARM_UP_FRAMES; i++) await drawFrame(lane);
}

/** Draws the frames of one round, or fewer if the budget is used up. */
export async function measureRound(lane: Lane, { budget, rounds, frames }: Plan): Promise<void> {
  const last = await drawFrame(lane);
  const affordable = Math.max(1, Math.min(frames, Math.floor((budget * 1000) / rounds / last.frame)));
  for (let i = 0; i < affordable; i++) {
    const { frame, script } = await drawFrame(lane);
    lane.frames.push(frame);
    lane.scripts.push(script);
  }
  // The GPU's timer is read in separate frames, since its queries cost JavaScript time.
  const timed = Math.min(affordable, Math.ceil(GPU_FRAMES / rounds));
  for (let i = 0; lane.scene.timeOnGpu && i < timed; i++) {
    const passes = await lane.scene.timeOnGpu(lane.clock++ * STEP);
    if (passes) lane.passes.push(passes);
  }
}

/** Measures heap growth, which takes too long for measurement by turns. */
export async function measureHeap(lane: Lane, { soak }: Plan): Promise<void> {
  if (soak === 0) return;
  const frames = Math.ceil(soak / SOAK_WINDOWS);
  const heaps: number[] = [];
  for (let window = 0; window <= SOAK_WINDOWS; window++) {
    const heap = usedHeap();
    if (heap === undefined) return;
    heaps.push(heap);
    for (let i = 0; i < frames; i++) await drawFrame(lane);
  }
  lane.soak = { frames, heaps };
}

/** Current figures; undefined before the first frame. */
export function measuredOf({ about, frames, scripts, passes, soak }: Lane): Measured | undefined {
  if (frames.length === 0) return undefined;
  return {
    frame: measureOf(frames),
    script: measureOf(scripts),
    ...(passes.length > 0 ? { gpu: measureOf(passes.map((one) => sumOf(Object.values(one)))) } : {}),
    ...(passes.length > 0 ? { passes: measurePasses(passes) } : {}),
    ...(soak ? { soak } : {}),
    ...about,
  };
}

async function drawFrame(lane: Lane): Promise<{ frame: number; script: number }> {
  const seconds = lane.clock++ * STEP;
  const start = performance.now();
  lane.scene.draw(seconds);
  const script = performance.now() - start;
  await lane.scene.finish();
  return { frame: performance.now() - start, script };
}

function measurePasses(passes: Lane['passes']): NonNullable<Measured['passes']> {
  return Object.fromEntries(
    Object.keys(passes[0]).map((name) => [name, measureOf(passes.map((one) => one[name] ?? 0))]),
  );
}
