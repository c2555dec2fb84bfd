import type { Document, Node } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { loadGltfAssets } from '../../../src/assets/gltf-assets.js';
import { addEgg, eggFile } from '../../support/egg-file.js';
import { levelFile } from '../../support/level-file.js';

const trianglesOf = (segments: number): number => 2 * segments * (segments - 1);

/** An egg with two levels that stand aside of it by their errors, in metres, and a small egg without levels on top. */
async function levelledEgg(change: (document: Document, egg: Node) => void = () => {}): Promise<File> {
  const bytes = await eggFile(24, (document, egg) => {
    addEgg(document, egg, 'middle', 12, 0.1);
    addEgg(document, egg, 'far', 6, 0.3);
    addEgg(document, egg, 'hat', 8, 0);
    change(document, egg);
  });
  return new File([levelFile(bytes, 'egg', ['middle', 'far'])], 'egg.glb');
}

async function load(files: readonly File[]) {
  const warnings: string[] = [];
  const assets = await loadGltfAssets(files, { onWarning: (message) => warnings.push(message) });
  const parts = [...assets.parts.values()];
  const levels = parts.map(({ levels = [] }) =>
    levels.map(({ geometry, error }) => ({ triangles: geometry.index!.count / 3, error })),
  );
  return { levels, warnings };
}

test.each([1, 2])(
  'levels of a file are joined with the meshes beside them, in each of %i files',
  async (count) => {
    const files = await Promise.all(Array.from({ length: count }, () => levelledEgg()));
    const { levels, warnings } = await load(files);
    const expected = [
      { triangles: trianglesOf(12) + trianglesOf(8), error: expect.closeTo(0.1, 1) },
      { triangles: trianglesOf(6) + trianglesOf(8), error: expect.closeTo(0.3, 1) },
    ];
    expect(levels).toEqual(new Array(count).fill(expected));
    expect(warnings).toEqual([]);
  },
);

test('one warning names the levels that do not fit, and the others are used', async () => {
  const file = await levelledEgg((document) => {
    const far = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === 'far');
    far!.setSkin(null);
  });
  const { levels, warnings } = await load([file]);
  expect(levels[0].map(({ triangles }) => triangles)).toEqual([trianglesOf(12) + trianglesOf(8)]);
  expect(warnings).toEqual([
    expect.stringContaining('"far" (A level of detail and the mesh that it stands for both need a skin.)'),
  ]);
});
