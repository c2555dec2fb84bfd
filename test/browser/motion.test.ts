import { PerspectiveCamera, Scene, Vector4 } from 'three';
import { mrt, output, positionWorld, vec4, velocity } from 'three/tsl';
import { DataUtils, FloatType, HalfFloatType, RenderTarget, type WebGPURenderer } from 'three/webgpu';
import { buildCrowd } from 'three-crowd';
import { expect, test } from 'vitest';
import { createRenderer } from '../support/browser/backends.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';

const WIDTH = 320;
const HEIGHT = 180;
/** Metres between what a pixel shows and a vertex within it, for both to be the same spot. */
const SAME_PLACE = 0.01;

const nextTick = (): Promise<number> => new Promise(requestAnimationFrame);

function placeCamera(camera: PerspectiveCamera, frame: number): void {
  camera.position.set(Math.sin(frame * 0.02) * 6, 2 + 0.05 * frame, 6);
  camera.lookAt(0, 1, 0);
  camera.updateMatrixWorld();
}

/** Pixels, of a point in the crowd's space. */
function project(
  camera: PerspectiveCamera,
  x: number,
  y: number,
  z: number,
): [x: number, y: number, depth: number] {
  const v = new Vector4(x, y, z, 1)
    .applyMatrix4(camera.matrixWorldInverse)
    .applyMatrix4(camera.projectionMatrix);
  return [((v.x / v.w + 1) * WIDTH) / 2, ((1 - v.y / v.w) * HEIGHT) / 2, v.w];
}

test.each([
  { backend: 'webgpu', lodScreenHeight: 0, scales: 'even', frames: 2 },
  { backend: 'webgpu', lodScreenHeight: 0, scales: 'uneven', frames: 4 },
  { backend: 'webgpu', lodScreenHeight: 10, scales: 'even', frames: 2 },
  { backend: 'webgpu-webgl2', lodScreenHeight: 0, scales: 'even', frames: 2 },
  { backend: 'webgpu-webgl2', lodScreenHeight: 0, scales: 'uneven', frames: 4 },
  { backend: 'webgpu-webgl2', lodScreenHeight: 10, scales: 'even', frames: 2 },
] as const)(
  'motion vectors on $backend are the motion on screen (far below $lodScreenHeight, $scales scales, frame $frames)',
  async ({ backend, lodScreenHeight, scales, frames }) => {
    const renderer = (await createRenderer(backend, WIDTH, HEIGHT)) as WebGPURenderer;
    const figure = createFigure({ scales });
    const characters = figureCharacters(6, 5);
    const crowd = await buildCrowd({
      renderer,
      assets: figure.assets,
      characters,
      sharedParts: ['hands'],
      mode: 'instanced',
      lodScreenHeight: lodScreenHeight,
    });
    const scene = new Scene();
    scene.add(crowd);
    const camera = new PerspectiveCamera(50, WIDTH / HEIGHT, 0.1, 50);
    const target = new RenderTarget(WIDTH, HEIGHT, { count: 3, type: HalfFloatType });
    target.textures[1].type = FloatType;
    target.textures[0].name = 'output';
    target.textures[1].name = 'velocity';
    target.textures[2].name = 'place';
    renderer.setMRT(mrt({ output, velocity, place: vec4(positionWorld, 1) }));
    const step = 1 / 30;
    for (let frame = 0; frame < frames; frame++) {
      await nextTick();
      placeCamera(camera, frame);
      crowd.update(step, camera);
      renderer.setRenderTarget(target);
      renderer.render(scene, camera);
    }
    const read = (index: number): Promise<ArrayLike<number>> =>
      renderer.readRenderTargetPixelsAsync(target, 0, 0, WIDTH, HEIGHT, index) as never;
    const pixels = await read(1);
    const places = Array.from(await read(2), DataUtils.fromHalfFloat);
    const rows = pixels.length / HEIGHT;

    const now = camera;
    const before = camera.clone();
    placeCamera(before, frames - 2);
    // The nearest vertex of each pixel.
    const nearest = new Map<
      number,
      { depth: number; at: [number, number, number]; motion: [number, number] }
    >();
    for (const character of characters) {
      for (const part of [character.body_id, 'face_a', 'hair_a', 'hands']) {
        const current = figure.expected(part, character, frames * step);
        const past = figure.expected(part, character, (frames - 1) * step);
        for (let k = 0; k < current.length; k += 3) {
          const [x, y, depth] = project(now, current[k], current[k + 1], current[k + 2]);
          const [px, py] = project(before, past[k], past[k + 1], past[k + 2]);
          const pixel = Math.floor(y) * WIDTH + Math.floor(x);
          const known = nearest.get(pixel);
          if (known && known.depth <= depth) continue;
          nearest.set(pixel, {
            depth,
            at: [current[k], current[k + 1], current[k + 2]],
            motion: [x - px, y - py],
          });
        }
      }
    }
    const errors: number[] = [];
    let moved = 0;
    for (const [pixel, { at: place, motion }] of nearest) {
      const y = Math.floor(pixel / WIDTH);
      const row = backend === 'webgpu' ? y : HEIGHT - 1 - y;
      const at = row * rows + (pixel % WIDTH) * 4;
      // Another triangle may stand before the vertex; the pixel then shows something else's motion.
      const away = Math.hypot(places[at] - place[0], places[at + 1] - place[1], places[at + 2] - place[2]);
      if (!(away < SAME_PLACE)) continue;
      const seen = [(pixels[at] * WIDTH) / 2, (-pixels[at + 1] * HEIGHT) / 2];
      errors.push(Math.hypot(seen[0] - motion[0], seen[1] - motion[1]));
      moved = Math.max(moved, Math.hypot(...motion));
    }
    errors.sort((a, b) => a - b);
    expect(errors.length).toBeGreaterThan(20);
    expect(moved).toBeGreaterThan(2);
    expect(errors.at(-1)).toBeLessThan(0.1);
    crowd.dispose();
    renderer.dispose();
  },
);
