import { Frustum, Matrix4, PerspectiveCamera, Sphere, Vector3 } from 'three';
import type { StorageBufferAttribute, WebGPURenderer } from 'three/webgpu';
import { expect, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import {
  CameraView,
  CharacterTable,
  characterExtent,
  createFarMesh,
  type PartLists,
  VisibleLists,
} from '../../src/render/shared/index.js';
import { createComputeFrame } from '../../src/render/webgpu/compute-frame.js';
import { drawByte, farDrawByte } from '../../src/render/webgpu/control-words.js';
import { deriveLocalPoses } from '../../src/rig/index.js';
import { createRenderer } from './support/backends.js';
import { createFigure } from './support/figure.js';

const COUNT = 300;

test.each([1, 2, 3])('the GPU, the CPU and three see the same characters (seed %i)', async (seed) => {
  const renderer = (await createRenderer('webgpu')) as WebGPURenderer;
  const { assets } = createFigure();
  const { clipInfo } = assets.boneTexture.manifest;
  const random = mulberry32(seed);
  const table = new CharacterTable(COUNT);
  const bodies = Array.from({ length: COUNT }, () => (random() < 0.5 ? 0 : 1));
  for (let i = 0; i < COUNT; i++) {
    table.setPlace(i, (random() - 0.5) * 40, random(), (random() - 0.5) * 40, 0, 0.9 + random() * 0.2);
    table.setPlayback(i, { clip: 0, start: 0, speed: 1 });
    table.setParts(i, bodies[i], 2, 3);
    table.setHidden(i, false);
  }
  const part = (name: string) => assets.parts.get(name)!;
  const parts: PartLists = {
    lists: [
      { part: part('body_a'), tint: 'garment', count: bodies.filter((body) => body === 0).length },
      { part: part('body_b'), tint: 'garment', count: bodies.filter((body) => body === 1).length },
      { part: part('face_a'), tint: 'skin', count: COUNT },
      { part: part('hair_a'), tint: 'hair', count: COUNT },
      { part: part('hands'), tint: 'skin', count: COUNT },
    ],
    shared: [4],
  };
  const extent = characterExtent(clipInfo);
  const far = createFarMesh(parts, assets.parts);
  const localPoses = deriveLocalPoses(assets.boneTexture, assets.skeleton, assets.skin);
  if (!far || !localPoses) throw new Error('The figure should have a far mesh and local poses.');
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
  const farBelow = 0.13;

  // three's own answer.
  const seenBy = (eye: PerspectiveCamera): Set<number> => {
    const frustum = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(eye.projectionMatrix, eye.matrixWorldInverse),
    );
    const sphere = new Sphere();
    return new Set(
      Array.from({ length: COUNT }, (_, i) => i).filter((i) => {
        const scale = table.scale(i);
        sphere.set(
          new Vector3(table.x(i), table.y(i) + extent.centerY * scale, table.z(i)),
          extent.radius * scale,
        );
        return frustum.intersectsSphere(sphere);
      }),
    );
  };
  const inView = seenBy(camera);
  const inShadow = seenBy(sun);
  const union = new Set([...inView, ...inShadow]);
  expect(inView.size).toBeGreaterThan(20);
  expect([...inShadow].filter((i) => !inView.has(i)).length).toBeGreaterThan(5);

  const lists = new VisibleLists(table, parts, extent, far);
  lists.update(view, [shadow.planes], farBelow);
  expect(new Set(lists.characters.subarray(0, lists.viewCount))).toEqual(inView);
  expect(new Set(lists.characters.subarray(0, lists.count))).toEqual(union);
  expect(lists.farCount).toBeGreaterThan(5);
  expect(lists.farCount).toBeLessThan(lists.count - 5);

  const indexCounts = parts.lists.map(({ part: { geometry } }) => geometry.index?.count ?? 0);
  const frame = createComputeFrame(renderer, {
    table,
    parts,
    clips: clipInfo,
    localPoses,
    extent,
    indexCounts,
    far,
  });
  frame.run(0, view, [shadow.planes], farBelow);
  const read = async (attribute: StorageBufferAttribute): Promise<Uint32Array> =>
    new Uint32Array((await renderer.getArrayBufferAsync(attribute)) as ArrayBuffer);
  const control = await read(frame.control);
  const slots = await read(frame.slots.value as StorageBufferAttribute);
  expect(slots[0]).toBe(union.size);
  expect(new Set(slots.subarray(1, 1 + slots[0]))).toEqual(union);
  // The counts of the camera's draws are those that the CPU arrives at; three counts the shadows'.
  lists.near.forEach(({ viewCount }, n) => {
    expect(control[drawByte('camera', n, parts.lists.length) / 4 + 1], `near draw ${n}`).toBe(viewCount);
  });
  expect(control[farDrawByte('camera', parts.lists.length) / 4 + 1]).toBe(lists.far.viewCount);
  const shadowNear = control[drawByte('shadow', 2, parts.lists.length) / 4 + 1];
  const shadowFar = control[farDrawByte('shadow', parts.lists.length) / 4 + 1];
  const clusters = far.ranges.reduce((sum, value, k) => (k % 2 === 1 ? sum + value : sum), 0);
  expect(shadowNear).toBeGreaterThan(0);
  expect(shadowNear + shadowFar / clusters).toBeLessThanOrEqual(inShadow.size + 1);
  frame.dispose();
  renderer.dispose();
});
