import { Matrix4, PerspectiveCamera } from 'three';
import {
  type BackendName,
  type Crowd,
  CrowdError,
  type CrowdResponse,
  createCrowd,
  type MotionOptions,
} from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { beforeAll, expect, inject, test } from 'vitest';
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

/** A crowd from above, before and after it has walked. From so far away, feet are left to the clips. */
async function picturesOf(crowd: Crowd): Promise<{ before: Uint8Array; after: Uint8Array }> {
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
  crowd.update(0, camera);
  const before = await draw();
  for (let frame = 0; frame < FRAMES; frame++) crowd.update(1 / 60, camera);
  const after = await draw();
  return { before, after };
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
  // What only the GPU knows.
  expect(() => gpu.getSocketMatrix(0, 'head', new Matrix4())).toThrow(CrowdError);
  expect(() => gpu.setTransform(0, { x: 1 })).toThrow(CrowdError);
  await expect(gpu.promote(0)).rejects.toThrow(CrowdError);
  for (const crowd of [cpu, gpu]) crowd.dispose();
});

test('where WebGPU does not draw, the crowd walks all the same, and says so', async () => {
  const crowd = await create({ gpu: true, worker: false }, 'webgl');
  expect(warnings).toEqual([
    expect.stringMatching(/does not move on the GPU.*not drawn as instances by WebGPU/),
  ]);
  expect(crowd.motion?.isOnGpu).toBe(false);
  crowd.dispose();
});
