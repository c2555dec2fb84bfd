import { WebIO } from '@gltf-transform/core';
import type { CreateCrowdFromGLTFOptions, Crowd } from 'three-crowd';
import { beforeAll, describe, expect, test } from 'vitest';
import { createForeignCrowd } from '../support/foreign-file.js';
import { filesOf, mixamoExport } from '../support/rig/mixamo-export.js';
import { skinnedMeshesOf, worldVertices } from '../support/skinned-meshes.js';

const WIDTHS = { narrow: 1, wide: 3 } as const;
type Width = keyof typeof WIDTHS;

const files: Partial<Record<Width, readonly File[]>> = {};
beforeAll(async () => {
  const exported = await mixamoExport({});
  for (const [width, factor] of Object.entries(WIDTHS)) {
    const io = new WebIO();
    const document = await io.readBinary(exported.get('character.glb')!);
    for (const mesh of document.getRoot().listMeshes()) {
      for (const primitive of mesh.listPrimitives()) {
        const position = primitive.getAttribute('POSITION')!;
        position.setArray(
          Float32Array.from(position.getArray() as Float32Array, (value, k) =>
            k % 3 ? value : factor * value,
          ),
        );
      }
    }
    const bytes = new Uint8Array(await io.writeBinary(document));
    files[width as Width] = filesOf(new Map([...exported, ['character.glb', bytes]]));
  }
});

const create = (width: Width, options: Partial<CreateCrowdFromGLTFOptions>): Promise<Crowd> =>
  createForeignCrowd(files[width]!, { strict: false, mode: 'clones', motion: false, ...options });

/** Radius of the circle around each standing character, by three's own skinning, metres. */
function radiiOf(crowd: Crowd): number[] {
  crowd.setClip('all', 'idle');
  crowd.update(0);
  crowd.updateMatrixWorld();
  const radii = skinnedMeshesOf(crowd).map((mesh, i) => {
    const { x, z } = crowd.get(i);
    return Math.max(...worldVertices(mesh).map((at) => Math.hypot(at.x - x, at.z - z)));
  });
  expect(radii).toHaveLength(crowd.size);
  return radii;
}

/** Room between the circles of the two characters that are nearest to one another, metres. */
function roomOf(crowd: Crowd, radii: readonly number[]): number {
  let room = Number.POSITIVE_INFINITY;
  for (let i = 0; i < crowd.size; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [crowd.get(i), crowd.get(j)];
      room = Math.min(room, Math.hypot(a.x - b.x, a.z - b.z) - radii[i] - radii[j]);
    }
  }
  return room;
}

describe.each(['narrow', 'wide'] as const)('%s characters', (width) => {
  test.each<[string, Partial<CreateCrowdFromGLTFOptions>]>([
    ['rows', { count: 16 }],
    ['a recipe', { recipe: { size: 24, boundaryShape: 'square', boundaryRadius: 14, spawnRadius: 14 } }],
    [
      'a grid of a recipe',
      {
        recipe: {
          ...{ size: 24, boundaryShape: 'square', boundaryRadius: 14, spawnRadius: 14 },
          distribution: 'grid',
        },
      },
    ],
  ])('in %s do not stand in one another', async (_name, options) => {
    const crowd = await create(width, options);
    const radii = radiiOf(crowd);
    expect(roomOf(crowd, radii)).toBeGreaterThan(0);
  });

  test('keep their distance while they walk', async () => {
    const crowd = await create(width, { count: 16, motion: { worker: false }, walking: 1 });
    const radii = radiiOf(crowd);
    const before = Array.from({ length: 16 }, (_, i) => crowd.get(i));
    let room = Number.POSITIVE_INFINITY;
    for (let frame = 0; frame < 600; frame++) {
      crowd.update(1 / 30);
      room = Math.min(room, roomOf(crowd, radii));
    }
    const ways = before.map(({ x, z }, i) => Math.hypot(crowd.get(i).x - x, crowd.get(i).z - z));
    expect(Math.max(...ways)).toBeGreaterThan(2);
    expect(room).toBeGreaterThan(-0.02);
  });
});
