import { DrawCounter } from '../measure/draw-counter.js';
import { createSceneCharacters, loadSceneAssets, type SceneAssets } from '../scenes/characters.js';
import { createStage, type Stage, type View } from '../scenes/stage.js';
import { threeCrowd, threeCrowdNear } from '../scenes/three-crowd.js';
import { createThreeStage } from '../scenes/three-stage.js';

/** Time of the picture, seconds. */
const MOMENT = 1 / 60;

/** How the people are drawn: with the default levels of detail, with their full meshes, or not at all. */
const CONTENDERS = { levels: threeCrowd, full: threeCrowdNear, none: undefined };

export interface Shot {
  readonly count: number;
  readonly view: View;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly shadows: boolean;
  readonly people: keyof typeof CONTENDERS;
  /** Distance by which turning the camera moves the picture to the left, pixels. */
  readonly shift: number;
}

export interface Picture {
  /** PNG as a data address. */
  readonly png: string;
  readonly triangles: number;
}

declare global {
  /** Draws one frame on WebGL. */
  var drawShot: (service: string, shot: Shot) => Promise<Picture>;
}

let assets: Promise<SceneAssets> | undefined;
// Before the first renderer, which keeps the functions that it calls.
const counter = new DrawCounter();

globalThis.drawShot = async (service, { people, shift, ...options }) => {
  assets ??= loadSceneAssets(service);
  const canvas = document.createElement('canvas');
  const stage = turned(createStage({ ...options, canvas, backend: 'webgl' }), shift);
  const contender = CONTENDERS[people];
  const { draw, dispose } = contender
    ? await contender.create(createSceneCharacters(await assets, options.count), stage)
    : await createEmptyScene(stage);
  // The first frame compiles shaders.
  draw(0);
  counter.reset();
  draw(MOMENT);
  const { triangles = 0 } = counter.read();
  const png = canvas.toDataURL();
  dispose();
  return { png, triangles };
};

async function createEmptyScene(stage: Stage) {
  const { render, dispose } = await createThreeStage(stage);
  return { draw: render, dispose };
}

/** The stage with its camera turned, so that the middle of the picture moves. */
function turned(stage: Stage, pixels: number): Stage {
  const { position, target, fov } = stage.camera;
  const [x, z] = [target[0] - position[0], target[2] - position[2]];
  const distance = Math.hypot(x, target[1] - position[1], z);
  const pixel = (2 * distance * Math.tan((fov * Math.PI) / 360)) / stage.height;
  const aside = (pixels * pixel) / Math.hypot(x, z);
  const moved = [target[0] - aside * z, target[1], target[2] + aside * x] as const;
  return { ...stage, camera: { ...stage.camera, target: moved } };
}

document.documentElement.dataset['ready'] = '';
