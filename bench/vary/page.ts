import { type BackendName, type Crowd, createCrowdFromGLTF } from 'three-crowd';
import { createStage } from '../scenes/stage.js';
import { createThreeStage } from '../scenes/three-stage.js';

const COUNT = 200;
const WARM_UP = 6;
const FRAMES = 15;
const STEP = 1 / 60;

/** A crowd's draw calls, and the median of whole frames, each until the GPU has drawn it, milliseconds. */
interface CrowdFrames {
  readonly draws: number;
  readonly median: number;
}

declare global {
  var measureVary: (
    file: string,
    backend: BackendName,
  ) => Promise<{ readonly alike: CrowdFrames; readonly varied: CrowdFrames }>;
}

globalThis.measureVary = async (file, backend) => {
  const canvas = document.createElement('canvas');
  const size = { width: 640, height: 360 };
  const stage = createStage({ canvas, count: COUNT, view: 'overview', backend, shadows: false, ...size });
  const three = await createThreeStage(stage);
  const { renderer, scene, camera } = three;
  const crowds: Crowd[] = [];
  for (const vary of [false, true])
    crowds.push(await createCrowdFromGLTF(file, { renderer, count: COUNT, mode: 'instanced', vary }));
  await Promise.all(crowds.map((crowd) => crowd.levelsReady));
  const times: number[][] = crowds.map(() => []);
  // By turns, so that both have what else the machine does.
  for (let k = 0; k < WARM_UP + FRAMES; k++) {
    for (const [i, crowd] of crowds.entries()) {
      scene.add(crowd);
      const start = performance.now();
      crowd.update(STEP, camera);
      three.render();
      await three.gpu.finish();
      if (k >= WARM_UP) times[i].push(performance.now() - start);
      scene.remove(crowd);
    }
  }
  const [alike, varied] = crowds.map((crowd, i) => ({
    draws: crowd.stats.drawCalls,
    median: times[i].sort((a, b) => a - b)[FRAMES >> 1],
  }));
  for (const crowd of crowds) crowd.dispose();
  three.dispose();
  return { alike, varied };
};

document.documentElement.dataset['ready'] = '';
