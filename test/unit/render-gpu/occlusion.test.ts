import {
  type BufferGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshNormalMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  type Scene,
} from 'three';
import { type IndirectStorageBufferAttribute, RenderTarget, type WebGPURenderer } from 'three/webgpu';
import { buildCrowd, type Crowd } from 'three-crowd';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { createFigure, figureCharacters } from '../../support/browser/figure.js';
import { createStage } from '../../support/browser/picture.js';
import { createNodeRenderer } from '../../support/render/node-renderer.js';

const SEED = 7;
/** People in a row, rows, and metres between them. */
const ROW = 12;
const ROWS = 28;
const APART = 0.8;
/** Frames after which occlusion culling is tried. */
const FIRST_FRAMES = 10;
/** Frames that prepare it for a target, and once more for the crowd. */
const PREPARING_FRAMES = 9;

let renderer: WebGPURenderer;

beforeAll(async () => {
  renderer = await createNodeRenderer();
});

afterAll(() => renderer.dispose());

interface Place {
  readonly crowd: Crowd;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly wall: Mesh<PlaneGeometry, MeshBasicMaterial>;
}

/** People who stand and walk on the spot in front of a camera at the height of their hips, with a wall that is not shown. */
async function createPlace(lodThreshold: number): Promise<Place> {
  const random = mulberry32(SEED);
  const characters = figureCharacters(ROW * ROWS, SEED).map((character, i) => ({
    ...character,
    x: APART * ((i % ROW) - ROW / 2 + random() * 0.6),
    z: -APART * (Math.floor(i / ROW) + random() * 0.6),
  }));
  const { assets } = createFigure();
  const options = { sharedParts: ['hands'], mode: 'instanced', motion: false, lodThreshold } as const;
  const crowd = await buildCrowd({ renderer, assets, characters, ...options });
  onTestFinished(() => crowd.dispose());
  const { scene, camera, lamp } = createStage(crowd, 'directional');
  lamp.castShadow = false;
  const wall = new Mesh(new PlaneGeometry(80, 20), new MeshBasicMaterial({ color: '#336699' }));
  wall.position.z = 1.5;
  wall.visible = false;
  scene.add(wall);
  camera.position.set(0, 1, 3);
  camera.lookAt(0, 1, -20);
  for (let k = 1; k < FIRST_FRAMES; k++) crowd.update(0.05, camera);
  const place = { crowd, scene, camera, wall };
  prepare(place, new RenderTarget(160, 90), PREPARING_FRAMES + 1);
  return place;
}

/** Draws frames, in which nobody is left out yet, until the next one tries to. */
function prepare({ crowd, scene, camera }: Place, target: RenderTarget, frames = PREPARING_FRAMES): void {
  for (let k = 0; k < frames; k++) {
    crowd.update(0, camera);
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
  }
}

interface Frame {
  readonly pixels: Uint8Array;
  /** Vertices that the crowd's draws shaded, by the arguments that they took. */
  readonly vertices: number;
}

async function draw(
  { crowd, scene }: Place,
  camera: PerspectiveCamera,
  target: RenderTarget,
): Promise<Frame> {
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  renderer.setRenderTarget(null);
  const { width, height } = target;
  const pixels = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height)) as Uint8Array;
  let vertices = 0;
  const geometries: BufferGeometry[] = [];
  crowd.traverse((object) => {
    const { geometry } = object as Mesh;
    if (geometry?.indirect) geometries.push(geometry);
  });
  expect(geometries.length).toBeGreaterThan(3);
  for (const { indirect, indirectOffset } of geometries) {
    const control = indirect as IndirectStorageBufferAttribute;
    const words = new Uint32Array((await renderer.getArrayBufferAsync(control)) as ArrayBuffer);
    const at = (indirectOffset as number) / 4;
    vertices += words[at] * words[at + 1];
  }
  return { pixels, vertices };
}

/** The frame of the crowd's camera, and that of another camera at the same place, for which nobody is left out. */
async function drawTwice(
  place: Place,
  target = new RenderTarget(160, 90),
): Promise<[own: Frame, all: Frame]> {
  place.camera.updateMatrixWorld();
  const own = await draw(place, place.camera, target);
  const all = await draw(place, new PerspectiveCamera().copy(place.camera), target);
  return [own, all];
}

/** Numbers of the bytes that differ. */
function differing({ pixels: a }: Frame, { pixels: b }: Frame): number[] {
  return [...a.keys()].filter((k) => a[k] !== b[k]);
}

test.each([0, 4])(
  'no pixel differs while camera and people move, and most are left out (threshold %i)',
  async (lod) => {
    const place = await createPlace(lod);
    const { crowd, camera } = place;
    const random = mulberry32(SEED);
    crowd.update(0.05, camera);
    await drawTwice(place);
    for (let k = 0; k < 12; k++) {
      // Large steps show others each time.
      camera.position.set(random() * 6 - 3, 0.6 + random() * 0.6, random() * 3);
      camera.lookAt(random() * 6 - 3, 1, -20);
      crowd.update(0.1, camera);
      const [own, all] = await drawTwice(place);
      expect(differing(own, all), `frame ${k}`).toEqual([]);
      expect(own.vertices).toBeGreaterThan(0);
      expect(own.vertices, `frame ${k}`).toBeLessThan(0.9 * all.vertices);
      expect(new Set(all.pixels).size).toBeGreaterThan(50);
    }
    const { isOn, inView = 0, hidden } = crowd.stats.occlusion ?? {};
    expect(isOn).toBe(true);
    expect(inView).toBeGreaterThan(100);
    expect(hidden).toBeGreaterThan(inView / 2);
  },
);

test('a wall hides everyone, and in the first frame without it all are there', async () => {
  const place = await createPlace(4);
  const { crowd, camera, wall } = place;
  wall.visible = true;
  for (let k = 0; k < 2; k++) {
    crowd.update(0.05, camera);
    const [own, all] = await drawTwice(place);
    expect(differing(own, all)).toEqual([]);
    expect(own.vertices).toBe(0);
    expect(all.vertices).toBeGreaterThan(0);
  }
  const { inView = 0, hidden } = crowd.stats.occlusion ?? {};
  expect(inView).toBeGreaterThan(100);
  expect(hidden).toBe(inView);
  crowd.update(0.05, camera);
  // After the update.
  wall.position.x = 43;
  const [half, all] = await drawTwice(place);
  expect(differing(half, all)).toEqual([]);
  expect(half.vertices).toBeGreaterThan(0);
  wall.visible = false;
  crowd.update(0.05, camera);
  const [open, everyone] = await drawTwice(place);
  expect(differing(open, everyone)).toEqual([]);
  expect(open.vertices).toBeGreaterThan(0);
});

test('a wall that one can see through hides nobody', async () => {
  const place = await createPlace(4);
  const { crowd, camera, wall } = place;
  crowd.update(0.05, camera);
  const [bare] = await drawTwice(place);
  for (const change of [{ transparent: true, opacity: 0.5 }, { alphaTest: 0.1 }, { depthWrite: false }]) {
    wall.material = new MeshBasicMaterial({ color: '#336699', ...change });
    wall.visible = true;
    crowd.update(0, camera);
    const [own, all] = await drawTwice(place);
    expect(differing(own, all), JSON.stringify(change)).toEqual([]);
    expect(own.vertices).toBeGreaterThan(bare.vertices / 2);
  }
});

test('pictures of several samples a pixel, of other sizes and of a part of the target are the same', async () => {
  const place = await createPlace(4);
  const { crowd, camera } = place;
  const part = new RenderTarget(200, 100);
  part.viewport.set(40, 10, 120, 80);
  for (const target of [new RenderTarget(160, 90, { samples: 4 }), part, new RenderTarget(333, 187)]) {
    prepare(place, target);
    for (let k = 0; k < 2; k++) {
      crowd.update(0.05, camera);
      const [own, all] = await drawTwice(place, target);
      expect(differing(own, all), `${target.width}`).toEqual([]);
      expect(own.vertices).toBeLessThan(0.7 * all.vertices);
    }
  }
});

test('where the scene is drawn with another material, all are drawn', async () => {
  const place = await createPlace(4);
  const { crowd, camera, scene, wall } = place;
  wall.visible = true;
  crowd.update(0.05, camera);
  await drawTwice(place);
  scene.overrideMaterial = new MeshNormalMaterial();
  crowd.update(0.05, camera);
  const [own, all] = await drawTwice(place);
  expect(own.vertices).toBe(all.vertices);
});

test('from above it is switched off, with one frame of tests in 120, and on again at eye level', async () => {
  const place = await createPlace(4);
  const { crowd, camera, scene } = place;
  const { position, quaternion } = camera.clone();
  camera.position.set(0, 40, -8);
  camera.lookAt(0, 0, -8);
  const target = new RenderTarget(16, 9);
  crowd.update(0.05, camera);
  const [own, all] = await drawTwice(place, target);
  expect(own.vertices).toBeGreaterThan(all.vertices / 2);
  expect(crowd.stats.occlusion?.isOn).toBe(false);
  expect(crowd.stats.occlusion?.inView).toBeGreaterThan(200);
  let drawn = 0;
  for (let k = 1; k < 120; k++) {
    crowd.update(0, camera);
    if (k % 20 > 0 && k < 119) continue;
    const before = renderer.info.render.calls;
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    expect(renderer.info.render.calls - before).toBe(1);
    drawn += 1;
  }
  expect(drawn).toBeGreaterThan(5);
  camera.position.copy(position);
  camera.quaternion.copy(quaternion);
  crowd.update(0, camera);
  await drawTwice(place);
  expect(crowd.stats.occlusion?.isOn).toBe(true);
  crowd.update(0, camera);
  const [low, everyone] = await drawTwice(place);
  expect(low.vertices).toBeLessThan(everyone.vertices / 2);
});
