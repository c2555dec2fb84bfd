import { Matrix4, PerspectiveCamera, Raycaster, Vector3 } from 'three';
import {
  type BackendName,
  buildCrowd,
  type Crowd,
  type CrowdResponse,
  createCrowd,
  type MotionOptions,
} from 'three-crowd';
import { loadCrowdAssets } from 'three-crowd/assets';
import { CrowdClient } from 'three-crowd/client';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { createSimulationOf } from '../../src/choose-simulation.js';
import { GpuWalk } from '../../src/render/webgpu/gpu-walk.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';

const FRAMES = 60;
/** Steps of 255 that no eye sees. */
const TOLERANCE = 8;

const warnings: string[] = [];
let street: CrowdResponse;

beforeAll(async () => {
  const client = new CrowdClient({
    baseUrl: inject('baseUrl'),
    apiKey: inject('sampleKey'),
    dangerouslyAllowBrowser: true,
  });
  const response = await client.getCrowd('cr_Teahouse');
  const terrain = { ...response.recipe.terrain, active: false };
  street = { ...response, recipe: { ...response.recipe, terrain } };
});

async function create(motion: MotionOptions, backend: BackendName = 'webgpu'): Promise<Crowd> {
  return createCrowd({
    response: street,
    renderer: await sharedRenderer(backend),
    mode: 'instanced',
    lodScreenHeight: 0,
    motion,
    onWarning: (message) => warnings.push(message),
  });
}

/** Draws a crowd from above. From so far away, feet are left to the clips. */
async function viewOf(crowd: Crowd): Promise<{ camera: PerspectiveCamera; draw(): Promise<Uint8Array> }> {
  const renderer = await sharedRenderer('webgpu');
  const { scene } = createStage(crowd, 'directional');
  const camera = new PerspectiveCamera(40, 16 / 9, 1, 100);
  camera.position.set(0, 36, 6);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const draw = async (): Promise<Uint8Array> => {
    await takePicture(renderer, scene, camera);
    return takePicture(renderer, scene, camera);
  };
  return { camera, draw };
}

/** A crowd before and after it has walked. */
async function picturesOf(crowd: Crowd): Promise<{ before: Uint8Array; after: Uint8Array }> {
  const { camera, draw } = await viewOf(crowd);
  crowd.update(0, camera);
  const before = await draw();
  for (let frame = 0; frame < FRAMES; frame++) crowd.update(1 / 60, camera);
  return { before, after: await draw() };
}

test('a crowd that walks on the GPU looks as one that walks on the CPU', async () => {
  const cpu = await create({ worker: false });
  const gpu = await create({ gpu: true });
  expect([cpu.motion?.isOnGpu, gpu.motion?.isOnGpu]).toEqual([false, true]);
  expect(warnings).toEqual([]);
  const expected = await picturesOf(cpu);
  const shown = await picturesOf(gpu);
  const walked = differingPixels(expected.before, expected.after, TOLERANCE);
  expect(walked).toBeGreaterThan(0.005);
  expect(differingPixels(expected.before, shown.before, TOLERANCE)).toBeLessThan(walked / 20);
  expect(differingPixels(expected.after, shown.after, TOLERANCE)).toBeLessThan(walked / 10);

  // What takes more than the GPU brings people to a worker, from where they are.
  const places = (crowd: Crowd): { x: number; z: number }[] =>
    Array.from({ length: crowd.size }, (_, i) => {
      const { x, z } = crowd.get(i);
      return { x, z };
    });
  const saved = await gpu.save();
  expect(warnings.splice(0)).toEqual([expect.stringMatching(/leaves the GPU.*save people/)]);
  expect(gpu.motion?.isOnGpu).toBe(false);
  const apart = places(cpu).map(({ x, z }, i) => Math.hypot(gpu.get(i).x - x, gpu.get(i).z - z));
  expect(apart.length).toBeGreaterThan(20);
  expect(apart.reduce((sum, metres) => sum + metres, 0) / apart.length).toBeLessThan(0.1);
  const { camera, draw } = await viewOf(gpu);
  gpu.update(0, camera);
  expect(differingPixels(shown.after, await draw(), TOLERANCE)).toBeLessThan(walked / 20);

  // They walk on there, and another crowd goes on from what was saved, though it is still on the GPU.
  const before = places(gpu);
  await expect
    .poll(
      () => {
        gpu.update(1 / 60, camera);
        return places(gpu).filter(({ x, z }, i) => Math.hypot(x - before[i].x, z - before[i].z) > 0.2).length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(5);
  const again = await create({ gpu: true });
  await again.restore(saved);
  expect(places(again)).toEqual(before);
  const hero = await again.promote(0);
  hero.object.updateWorldMatrix(true, true);
  const head = again.getSocketMatrix(0, 'head', new Matrix4());
  expect(Math.hypot(head.elements[12] - before[0].x, head.elements[14] - before[0].z)).toBeLessThan(0.5);
  for (const crowd of [cpu, gpu, again]) crowd.dispose();
  warnings.length = 0;
});

test('a ray that comes first hits nobody and says so; from a few frames later on it hits', async () => {
  const gpu = await create({ gpu: true });
  const { camera } = await viewOf(gpu);
  for (let frame = 0; frame < 6; frame++) gpu.update(1 / 60, camera);
  const ray = new Raycaster();
  const hit = (): boolean => {
    const { x, z } = gpu.get(0);
    ray.set(new Vector3(x, 10, z), new Vector3(0, -1, 0));
    return ray.intersectObject(gpu).length > 0;
  };
  expect(hit()).toBe(false);
  gpu.setClip(0, 'idle');
  expect(warnings.splice(0).join()).toMatch(/leaves the GPU.*told where somebody began.*leaveGpu/s);
  await gpu.motion?.leaveGpu();
  gpu.update(1 / 60, camera);
  expect(hit()).toBe(true);
  expect(gpu.get(0).clip).toBe('idle');
  gpu.dispose();
});

test('where WebGPU does not draw, the crowd walks all the same, and says so', async () => {
  const crowd = await create({ gpu: true, worker: false }, 'webgl');
  expect(warnings).toEqual([
    expect.stringMatching(/does not move on the GPU.*not drawn as instances by WebGPU/),
  ]);
  expect(crowd.motion?.isOnGpu).toBe(false);
  crowd.dispose();
});

test('a crowd that has grown too large for its worker goes on on the GPU, and looks as before', {
  tags: ['nightly'],
}, async () => {
  const renderer = await sharedRenderer('webgpu');
  const { assets, characters, shared_parts: sharedParts } = street;
  const { createSimulation } = createSimulationOf(street, {});
  // This GPU is one that the processor emulates: what is known of hardware is told here.
  const measured = vi.spyOn(GpuWalk.prototype, 'measureStep').mockResolvedValue(1);
  const crowd = await buildCrowd({
    renderer,
    assets: await loadCrowdAssets(assets, { decoders: { renderer } }),
    characters,
    sharedParts,
    mode: 'instanced',
    lodScreenHeight: 0,
    createSimulation: async (clipSpeed, gpu) => {
      const created = await createSimulation!(clipSpeed, gpu);
      const gpuChoice = created.gpu && {
        ...created.gpu,
        prefers: (people: number) => people > characters.length,
      };
      return { ...created, ...(gpuChoice && { gpu: gpuChoice }) };
    },
  });
  const { camera, draw } = await viewOf(crowd);
  for (let second = 0; second < 6; second++) crowd.update(1, camera);
  expect(measured).not.toHaveBeenCalled();
  crowd.addCharacters(characters.slice(0, 8).map((character) => ({ ...character, x: character.x + 0.7 })));
  for (let second = 0; second < 6; second++) crowd.update(1, camera);
  let before = await draw();
  await expect
    .poll(async () => {
      crowd.update(1 / 60, camera);
      before = await draw();
      // Hardly any time goes by, so that the next picture is to be the same.
      crowd.update(1e-6, camera);
      return crowd.motion?.isOnGpu;
    })
    .toBe(true);
  expect(measured).toHaveBeenCalledOnce();
  const after = await draw();
  for (let frame = 0; frame < FRAMES; frame++) crowd.update(1 / 60, camera);
  const walked = differingPixels(after, await draw(), TOLERANCE);
  expect(walked).toBeGreaterThan(0.005);
  expect(differingPixels(before, after, TOLERANCE)).toBeLessThan(walked / 20);
  measured.mockRestore();
  crowd.dispose();
});
