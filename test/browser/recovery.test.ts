import {
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  OrthographicCamera,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { wgslFn } from 'three/tsl';
import { MeshStandardNodeMaterial, RenderTarget, type WebGPURenderer } from 'three/webgpu';
import type { BackendName, Crowd, CrowdMode } from 'three-crowd';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderInto } from '../../src/render/webgl/three-internals.js';
import { checkDrawing } from '../../src/render/webgpu/device.js';
import { BACKENDS, createRenderer, type TestRenderer } from '../support/browser/backends.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, photograph, takePicture } from '../support/browser/picture.js';
import { testInTurn } from '../support/in-turn.js';

const TOLERANCE = 8;

async function createCrowd(renderer: TestRenderer, mode: CrowdMode): Promise<Crowd> {
  return figureCrowd(renderer, { characters: figureCharacters(8, 4), mode });
}

testInTurn(['instanced', 'clones'] as const, [0])(
  'a lost WebGPU device is replaced, %s and all',
  async (mode) => {
    const first = (await createRenderer('webgpu')) as WebGPURenderer;
    const crowd = await createCrowd(first, mode);
    const { scene, camera } = createStage(crowd, 'directional');
    crowd.update(0.8, camera);
    crowd.setTransform(0, { x: 0, z: 2 });
    const before = await photograph(first, { scene, camera }, crowd);

    (first.backend as unknown as { device: GPUDevice }).device.destroy();
    const second = await createRenderer('webgpu');
    await crowd.setRenderer(second);
    const after = await photograph(second, { scene, camera }, crowd);
    crowd.visible = false;
    expect(
      differingPixels(await photograph(second, { scene, camera }, crowd), before, TOLERANCE),
    ).toBeGreaterThan(0.03);
    expect(differingPixels(after, before, TOLERANCE)).toBeLessThan(0.01);
  },
);

testInTurn(['instanced', 'clones'] as const, [1])(
  'another kind of renderer can take over, %s',
  async (mode) => {
    const first = await createRenderer('webgpu');
    const crowd = await createCrowd(first, mode);
    const { scene, camera } = createStage(crowd, 'directional');
    crowd.update(0.8, camera);
    const before = await photograph(first, { scene, camera }, crowd);
    const second = await createRenderer('webgl');
    await crowd.setRenderer(second);
    // A stage of its own: the light of the first keeps a shadow map that only its renderer can read.
    const stage = createStage(crowd, 'directional');
    const after = await photograph(second, stage, crowd);
    expect(crowd.stats.backend).toBe('webgl');
    expect(differingPixels(after, before, TOLERANCE)).toBeLessThan(0.01);
  },
);

testInTurn(
  [
    ['webgl', 'webgpu'],
    ['webgpu', 'webgl'],
  ] as const,
  [1],
)('a hero of %s is drawn by %s', async (from, to) => {
  const first = await createRenderer(from);
  const crowd = await createCrowd(first, 'instanced');
  const characters = Array.from({ length: crowd.size }, (_, i) => i);
  const heroes = await Promise.all(characters.map((i) => crowd.promote(i)));
  const before = await (async () => {
    const { scene, camera } = createStage(crowd, 'directional');
    return photograph(first, { scene, camera }, crowd);
  })();
  const second = await createRenderer(to);
  await crowd.setRenderer(second);
  const { scene, camera } = createStage(crowd, 'directional');
  const after = await photograph(second, { scene, camera }, crowd);
  expect(differingPixels(after, before, TOLERANCE)).toBeLessThan(0.01);
  for (const hero of heroes) hero.object.visible = false;
  expect(
    differingPixels(await photograph(second, { scene, camera }, crowd), before, TOLERANCE),
  ).toBeGreaterThan(0.03);
});

testInTurn(
  BACKENDS.flatMap((backend) => (['instanced', 'clones'] as const).map((mode) => [backend, mode] as const)),
  [5],
)('an empty crowd draws nobody, and can be filled, on %s, %s', async (backend, mode) => {
  const renderer = await createRenderer(backend);
  const empty = await figureCrowd(renderer, { characters: [], mode });
  const { scene, camera } = createStage(empty, 'directional');
  const before = await photograph(renderer, { scene, camera }, empty);
  empty.visible = false;
  expect(differingPixels(await photograph(renderer, { scene, camera }, empty), before, 0)).toBe(0);
  empty.visible = true;

  empty.addCharacters(figureCharacters(8, 4));
  const filled = await photograph(renderer, { scene, camera }, empty);
  empty.dispose();
  const crowd = await createCrowd(renderer, mode);
  scene.add(crowd);
  expect(differingPixels(filled, before, TOLERANCE)).toBeGreaterThan(0.03);
  expect(
    differingPixels(filled, await photograph(renderer, { scene, camera }, crowd), TOLERANCE),
  ).toBeLessThan(0.01);
});

test('a lost WebGL context comes back with what has changed meanwhile', async () => {
  const renderer = (await createRenderer('webgl')) as WebGLRenderer;
  const crowd = await createCrowd(renderer, 'instanced');
  const { scene, camera } = createStage(crowd, 'directional');
  crowd.update(0.8, camera);
  const { x, z } = crowd.get(0);
  crowd.setTransform(0, { x: x + 0.4, z: z + 0.4 });
  const before = await photograph(renderer, { scene, camera }, crowd);
  crowd.setTransform(0, { x, z });
  expect(
    differingPixels(await photograph(renderer, { scene, camera }, crowd), before, TOLERANCE),
  ).toBeGreaterThan(0.001);
  const canvas = renderer.domElement;
  const lost = new Promise((done) => canvas.addEventListener('webglcontextlost', done, { once: true }));
  const extension = renderer.getContext().getExtension('WEBGL_lose_context');
  extension?.loseContext();
  await lost;
  const restored = new Promise((done) =>
    canvas.addEventListener('webglcontextrestored', done, { once: true }),
  );
  await new Promise((done) => setTimeout(done, 50));
  crowd.setTransform(0, { x: x + 0.4, z: z + 0.4 });
  crowd.update(0, camera);
  extension?.restoreContext();
  await restored;
  expect(
    differingPixels(await photograph(renderer, { scene, camera }, crowd), before, TOLERANCE),
  ).toBeLessThan(0.01);
});

test('a check that throws leaves the device and the renderer as they were', async () => {
  const renderer = (await createRenderer('webgpu')) as WebGPURenderer;
  const { device } = renderer.backend as unknown as { device: GPUDevice };
  const target = new RenderTarget(8, 8);
  renderer.setRenderTarget(target);
  const mesh = new Mesh(new BoxGeometry(), new MeshStandardNodeMaterial());
  mesh.frustumCulled = false;
  mesh.onBeforeRender = () => {
    throw new Error('a hook of the page');
  };
  await expect(checkDrawing(renderer, mesh, () => {})).rejects.toThrow('a hook of the page');
  expect(renderer.getRenderTarget()).toBe(target);
  expect(renderer.autoClear).toBe(true);
  // Nothing is left to be popped.
  await expect(device.popErrorScope()).rejects.toThrow();
});

test('a device that is lost while it is tried is told of in words', async () => {
  const renderer = (await createRenderer('webgpu')) as WebGPURenderer;
  // What Chromium answers once its GPU process has died.
  const lost = new DOMException('Instance dropped in popErrorScope', 'OperationError');
  const popped = vi.spyOn(GPUDevice.prototype, 'popErrorScope').mockRejectedValue(lost);
  onTestFinished(() => popped.mockRestore());
  // Nothing to draw, so that three builds no pipeline: it opens error scopes of its own for each.
  const checked = checkDrawing(renderer, new Object3D(), () => {});
  await expect(checked).rejects.toMatchObject({
    name: 'UnsupportedError',
    message: expect.stringContaining('device was lost'),
    cause: lost,
  });
  expect(popped).toHaveBeenCalledTimes(3);
});

test('a palette pass that throws leaves a WebGLRenderer as it was', async () => {
  const renderer = (await createRenderer('webgl')) as WebGLRenderer;
  const mesh = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  mesh.onBeforeRender = () => {
    throw new Error('a hook of the page');
  };
  const target = new WebGLRenderTarget(8, 8);
  const camera = new OrthographicCamera();
  camera.position.z = 2;
  camera.updateMatrixWorld();
  expect(() => renderInto(renderer, target, mesh, camera)).toThrow('a hook of the page');
  expect(renderer.getRenderTarget()).toBe(null);
  expect([renderer.autoClear, renderer.shadowMap.autoUpdate]).toEqual([true, true]);
});

testInTurn(
  BACKENDS.flatMap((backend) => (['instanced', 'clones'] as const).map((mode) => [backend, mode] as const)),
  [4],
)('dispose() leaves nothing on %s, %s', async (backend: BackendName, mode: CrowdMode) => {
  const renderer = await createRenderer(backend);
  // What three itself keeps for such a scene.
  const warmUp = await createCrowd(renderer, mode);
  const { scene, camera } = createStage(warmUp, 'directional');
  await photograph(renderer, { scene, camera }, warmUp);
  warmUp.dispose();
  await takePicture(renderer, scene, camera);
  const { geometries, textures } = renderer.info.memory;

  const crowd = await createCrowd(renderer, mode);
  scene.add(crowd);
  await photograph(renderer, { scene, camera }, crowd);
  expect(renderer.info.memory.geometries).toBeGreaterThan(geometries);
  crowd.dispose();
  await takePicture(renderer, scene, camera);
  expect(renderer.info.memory).toMatchObject({ geometries, textures });
});

test('a shader that the device refuses is an error, never an invisible crowd', async () => {
  const renderer = (await createRenderer('webgpu')) as WebGPURenderer;
  const { assets } = createFigure();
  const broken = new MeshStandardNodeMaterial();
  broken.roughnessNode = wgslFn('fn broken() -> f32 { return nothingOfThatName; }')() as never;
  const parts = new Map(assets.parts);
  parts.set('face_a', { ...(parts.get('face_a') as never as object), material: broken } as never);
  const made = figureCrowd(renderer, {
    assets: { ...assets, parts },
    characters: figureCharacters(4, 1),
    mode: 'instanced',
    lodThreshold: 0,
  });
  await expect(made).rejects.toMatchObject({ name: 'UnsupportedError' });
});

testInTurn(['webgl', 'webgpu-webgl2'] as const, [1])(
  'crowds of the same assets share what poses are made from, on %s',
  async (backend) => {
    const renderer = await createRenderer(backend);
    const { assets } = createFigure();
    const create = (seed: number): Promise<Crowd> =>
      figureCrowd(renderer, {
        assets,
        characters: figureCharacters(5, seed),
        mode: 'instanced',
        lodThreshold: 0,
      });
    const first = await create(1);
    const { scene, camera } = createStage(first, 'directional');
    const crowds = [first];
    const texturesWith = async (...more: Crowd[]): Promise<number> => {
      crowds.push(...more);
      scene.add(...crowds);
      for (const crowd of crowds) crowd.update(0, camera);
      await takePicture(renderer, scene, camera);
      return renderer.info.memory.textures;
    };
    const one = await texturesWith();
    const second = await create(2);
    const two = await texturesWith(second);
    const third = await create(3);
    // Its own table, that of the moves, clips and three of the palette; the local poses and the rig are everybody's.
    expect(two - one).toBe(6);
    expect((await texturesWith(third)) - two).toBe(6);
    first.dispose();
    // What the others still use has stayed.
    second.update(0.3);
  },
);
