import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { type Crowd, createCrowd } from 'three-crowd';
import { measureOf } from '../measure/statistics.js';
import { createCast, loadWardrobe } from '../scenes/cast.js';

const ROUNDS = 5;
const FRAMES = 60;
/** Three pictures a step, as at 60 Hz. */
const FRAME_SECONDS = 1 / 60;

/** Milliseconds of JavaScript a frame: the median of the rounds' means. */
export interface WalkingCosts {
  readonly walking: number;
  readonly standing: number;
  readonly isInWorker: boolean;
}

declare global {
  /** Measures a crowd that walks, and the same characters with `motion: false`, taking turns. */
  var measureWalking: (service: string, count: number, backend: 'webgl' | 'webgpu') => Promise<WalkingCosts>;
}

interface Candidate {
  readonly crowd: Crowd;
  readonly means: number[];
  frame(): number;
}

const nextTick = (): Promise<number> => new Promise(requestAnimationFrame);

globalThis.measureWalking = async (service, count, backend) => {
  const cast = createCast(await loadWardrobe(service), count);
  const candidate = async (motion: boolean): Promise<Candidate> => {
    const renderer =
      backend === 'webgl' ? new WebGLRenderer() : await new WebGPURenderer({ antialias: false }).init();
    renderer.setSize(320, 180, false);
    const crowd = await createCrowd({
      response: cast.respond(cast.varied),
      baseUrl: service,
      renderer,
      mode: 'instanced',
      motion,
    });
    const scene = new Scene();
    scene.add(crowd);
    // A few are in view: what the GPU draws is not what is measured, and rows nobody looks at would not be uploaded.
    const camera = new PerspectiveCamera(50, 16 / 9, 0.1, 4);
    camera.position.set(0, 1.6, 0);
    camera.updateMatrixWorld();
    return {
      crowd,
      means: [],
      frame: () => {
        const start = performance.now();
        crowd.update(FRAME_SECONDS, camera);
        renderer.render(scene, camera);
        return performance.now() - start;
      },
    };
  };
  const walking = await candidate(true);
  const standing = await candidate(false);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { frame, means } of [walking, standing]) {
      let sum = 0;
      for (let n = 0; n < FRAMES; n++) {
        sum += frame();
        await nextTick();
      }
      // The first round compiles.
      if (round > 0) means.push(sum / FRAMES);
    }
  }
  const isInWorker = (walking.crowd.motion?.time ?? 0) > 1;
  for (const { crowd } of [walking, standing]) crowd.dispose();
  return { walking: measureOf(walking.means).median, standing: measureOf(standing.means).median, isInWorker };
};
document.documentElement.dataset['ready'] = '';
