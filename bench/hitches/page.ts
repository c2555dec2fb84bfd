import { type BackendName, createCrowd } from 'three-crowd';
import { createSceneCharacters, loadSceneAssets } from '../scenes/characters.js';
import { createStage } from '../scenes/stage.js';
import { threeScene } from '../scenes/three-scene.js';
import { createThreeStage } from '../scenes/three-stage.js';

const COUNT = 400;
const ADDED = 200;
/** Frames that the median is of, and frames after an event. */
const FRAMES = 20;
const STEP = 1 / 60;

/** Milliseconds of frames, each until the GPU has drawn it. */
export interface Hitch {
  readonly event: string;
  readonly median: number;
  readonly longest: number;
}

declare global {
  var measureHitches: (service: string, backend: BackendName) => Promise<Hitch[]>;
}

globalThis.measureHitches = async (service, backend) => {
  const assets = await loadSceneAssets(service);
  const people = createSceneCharacters(assets, 3 * COUNT);
  // One body is kept for later.
  const { body_id: later } = people.varied[0];
  const others = people.varied.filter(({ body_id }) => body_id !== later);
  const canvas = document.createElement('canvas');
  const size = { width: 320, height: 180 };
  const stage = createStage({ canvas, count: COUNT, view: 'overview', backend, shadows: false, ...size });
  const three = await createThreeStage(stage);
  const crowd = await createCrowd({
    response: people.respond(others.slice(0, COUNT)),
    baseUrl: people.origin,
    renderer: three.renderer,
    mode: 'instanced',
    motion: false,
  });
  three.scene.add(crowd);
  const { draw, finish } = threeScene(
    three,
    () => crowd.update(STEP, three.camera),
    () => {},
  );
  const frame = async (): Promise<number> => {
    const start = performance.now();
    draw(0);
    await finish();
    const milliseconds = performance.now() - start;
    // Messages of workers, such as levels of detail, come between two frames.
    await new Promise((resolve) => setTimeout(resolve));
    return milliseconds;
  };
  const frames = async (hasEnough: (count: number) => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (!hasEnough(times.length)) times.push(await frame());
    return times;
  };
  const drawFrames = () => frames((count) => count >= FRAMES);
  const hitch = (event: string, before: readonly number[], after: readonly number[]): Hitch => ({
    event,
    median: before.toSorted((a, b) => a - b)[Math.floor(before.length / 2)],
    longest: Math.max(...after),
  });
  // Shaders of the full meshes.
  for (let k = 0; k < 3; k++) await frame();
  let hasLevels = false;
  crowd.levelsReady.then(() => {
    hasLevels = true;
  });
  const full = await frames((count) => hasLevels && count > 0);
  const hitches = [hitch('levels of detail come', full, [...full, ...(await drawFrames())])];
  for (const [event, characters] of [
    [`${ADDED} characters are added`, others.slice(COUNT, COUNT + ADDED)],
    ['a body that nobody wore is worn', people.varied.slice(0, 1)],
  ] as const) {
    const before = await drawFrames();
    crowd.addCharacters(characters);
    hitches.push(hitch(event, before, await drawFrames()));
  }
  crowd.dispose();
  three.dispose();
  return hitches;
};

document.documentElement.dataset['ready'] = '';
