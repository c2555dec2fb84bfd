import { Matrix4, PerspectiveCamera } from 'three';
import type { StorageBufferAttribute, WebGPURenderer } from 'three/webgpu';
import { expect } from 'vitest';
import { BATCH } from '../../src/render/drawing/far-mesh.js';
import { VisibleLists } from '../../src/render/drawing/visible-lists.js';
import { CameraView } from '../../src/render/poses/camera-view.js';
import { drawByte, farDrawByte } from '../../src/render/webgpu/compute-buffers.js';
import { ComputeFrame } from '../../src/render/webgpu/compute-frame.js';
import { loadShaderFunctions } from '../../src/render/webgpu/shader-functions.js';
import { createRenderer } from '../support/browser/backends.js';
import { createFigure } from '../support/browser/figure.js';
import { testInTurn } from '../support/in-turn.js';
import { scatterCrowd, seenByThree } from '../support/render/scattered-crowd.js';

const COUNT = 300;

testInTurn([1, 2, 3], [0])('the GPU, the CPU and three see the same characters (seed %i)', async (seed) => {
  const renderer = (await createRenderer('webgpu')) as WebGPURenderer;
  const crowd = scatterCrowd(createFigure().assets, COUNT, seed);
  const { parts, extent, far, table } = crowd;
  const camera = new PerspectiveCamera(40, 16 / 9, 0.1, 60);
  camera.position.set(4, 2, 10);
  camera.lookAt(0, 1, -4);
  camera.updateMatrixWorld();
  const sun = new PerspectiveCamera(40, 1, 1, 60);
  sun.position.set(-16, 20, 6);
  sun.lookAt(-10, 0, 4);
  sun.updateMatrixWorld();
  const view = new CameraView().set(camera, new Matrix4());
  const shadow = new CameraView().set(sun, new Matrix4());
  const lodShare = 0.006;

  const inView = seenByThree(crowd, camera);
  const inShadow = seenByThree(crowd, sun);
  const union = new Set([...inView, ...inShadow]);
  expect(inView.size).toBeGreaterThan(20);
  expect([...inShadow].filter((i) => !inView.has(i)).length).toBeGreaterThan(5);

  const lists = new VisibleLists(table, parts, extent, far);
  lists.update(view, [shadow], lodShare);
  expect(new Set(lists.characters.subarray(0, lists.viewCount))).toEqual(inView);
  expect(new Set(lists.characters.subarray(0, lists.count))).toEqual(union);
  // Near, and two levels or more.
  expect([...lists.levelCounts].filter((count) => count > 5).length).toBeGreaterThan(2);

  const frame = new ComputeFrame(renderer, crowd, await loadShaderFunctions('wgsl'));
  frame.run(0, view, [shadow], lodShare);
  const read = async (attribute: StorageBufferAttribute): Promise<Uint32Array> =>
    new Uint32Array((await renderer.getArrayBufferAsync(attribute)) as ArrayBuffer);
  const control = await read(frame.control);
  const slots = await read(frame.slots.value as StorageBufferAttribute);
  expect(slots[0]).toBe(union.size);
  expect(new Set(slots.subarray(1, 1 + slots[0]))).toEqual(union);
  for (const pass of ['camera', 'shadow'] as const) {
    lists.draws.forEach((draw, n) => {
      const count = control[drawByte(pass, n, parts.parts.length) / 4 + 1];
      expect(count, `near draw ${n}, ${pass}`).toBe(draw[pass].count);
    });
    const batches = control[farDrawByte(pass, parts.parts.length) / 4 + 1];
    expect(batches, pass).toBe(Math.ceil(lists.merged[pass].count / BATCH));
    expect(batches, pass).toBeGreaterThan(0);
  }
  frame.dispose();
});
