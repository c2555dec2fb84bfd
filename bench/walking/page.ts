import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { type Crowd, createCrowd } from 'three-crowd';
import { createSceneCharacters, loadSceneAssets } from '../scenes/characters.js';
import { halfSide } from '../scenes/stage.js';
import { countUploads, emptyDraws, UPLOADED } from './gpu-calls.js';

/** 60 Hz: three frames for each step. */
const FRAME_SECONDS = 1 / 60;

export type WalkingBackend = 'webgl' | 'webgpu';

/**
 * `few`: from the middle, few characters. `many`: from the middle, all characters with planted feet, 250 of
 * 5,000. `all`: from the side, all characters.
 */
export type WalkingView = 'few' | 'many' | 'all';

/** Means for one frame. */
export interface FrameCosts {
  /** Milliseconds of `crowd.update` and of `render`. */
  readonly milliseconds: number;
  readonly uploads: number;
  readonly uploadedBytes: number;
}

declare global {
  /** Creates a walking crowd, and the same characters with `motion: false`. */
  var prepareWalking: (service: string, count: number, backend: WalkingBackend) => Promise<void>;
  /** Runs frames of one of the two. */
  var runWalking: (isWalking: boolean, view: WalkingView, frames: number) => Promise<FrameCosts>;
  /** Simulated seconds of the walking crowd. */
  var walkedSeconds: () => number;
}

interface Candidate {
  readonly crowd: Crowd;
  readonly cameras: Readonly<Record<WalkingView, PerspectiveCamera>>;
  render(camera: PerspectiveCamera): void;
}

let candidates: readonly Candidate[] = [];

const nextTick = (): Promise<number> => new Promise(requestAnimationFrame);

function createCamera(
  far: number,
  [x, y, z]: readonly [number, number, number] = [0, 1.6, 0],
): PerspectiveCamera {
  const camera = new PerspectiveCamera(50, 16 / 9, 0.1, far);
  camera.position.set(x, y, z);
  camera.updateMatrixWorld();
  return camera;
}

globalThis.prepareWalking = async (service, count, backend) => {
  emptyDraws();
  countUploads();
  const people = createSceneCharacters(await loadSceneAssets(service), count);
  const create = async (motion: boolean): Promise<Candidate> => {
    const renderer =
      backend === 'webgl' ? new WebGLRenderer() : await new WebGPURenderer({ antialias: false }).init();
    renderer.setSize(320, 180, false);
    const crowd = await createCrowd({
      response: people.respond(people.varied),
      baseUrl: service,
      renderer,
      mode: 'instanced',
      motion,
    });
    const scene = new Scene();
    scene.add(crowd);
    return {
      crowd,
      cameras: {
        few: createCamera(4),
        many: createCamera(26),
        all: createCamera(1_000, [0, 6, halfSide(count) + 6]),
      },
      render: (camera) => renderer.render(scene, camera),
    };
  };
  candidates = [await create(false), await create(true)];
};

globalThis.runWalking = async (isWalking, view, frames) => {
  const { crowd, cameras, render } = candidates[isWalking ? 1 : 0];
  const camera = cameras[view];
  let milliseconds = 0;
  const before = { ...UPLOADED };
  for (let n = 0; n < frames; n++) {
    const start = performance.now();
    crowd.update(FRAME_SECONDS, camera);
    render(camera);
    milliseconds += performance.now() - start;
    await nextTick();
  }
  return {
    milliseconds: milliseconds / frames,
    uploads: (UPLOADED.uploads - before.uploads) / frames,
    uploadedBytes: (UPLOADED.bytes - before.bytes) / frames,
  };
};

globalThis.walkedSeconds = () => candidates[1].crowd.motion?.time ?? 0;
document.documentElement.dataset['ready'] = '';
