/** What says which materials a tint takes, and what a call says that no part shows. */
import { describe, expect, test } from 'vitest';
import { loadGltfAssets } from '../../../src/assets/index.js';
import { createForeignCrowd, type FileNode, turnX, writeForeignFile } from '../../support/foreign-file.js';

const NODES: readonly FileNode[] = [
  { name: 'hips', at: [0, 1, 0] },
  { name: 'shirt', parent: 'hips', box: [0.2, 0.3, 0.1] },
  { name: 'skin', parent: 'hips', at: [0, 0.5, 0], box: [0.1, 0.1, 0.1] },
  { name: 'boots', parent: 'hips', at: [0, -0.9, 0], box: [0.1, 0.1, 0.1] },
];

const file = writeForeignFile(NODES, {
  walk: [{ node: 'hips', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0.2)] }],
});

test('materials by name take the tints that are said, and others none', async () => {
  const sources = [new File([await file], 'body.glb')];
  const { parts } = await loadGltfAssets(sources, { tints: { garment: ['sh*'], skin: ['skin'] } });
  expect([...parts.values()].map(({ name, tint, keepsColor }) => [name, tint, keepsColor])).toEqual([
    ['shirt', 'garment', 'untilTinted'],
    ['skin', 'skin', 'untilTinted'],
    ['boots', undefined, 'always'],
  ]);
  await expect(loadGltfAssets(sources, { tints: { hair: ['Hair'] } })).rejects.toThrow(
    'tints.hair has "Hair", which is no material of the files; they have "shirt", "skin", "boots".',
  );
});

describe('a call that no part shows warns once', () => {
  test.each([
    ['setColors', { garment: '#ff0000' }, 0],
    ['setColors', { skin: '#ff0000' }, 1],
    ['setTextureCell', 3, 1],
  ] as const)('%s %j', async (call, value, count) => {
    const warnings: string[] = [];
    const crowd = await createForeignCrowd([await file], {
      ...{ count: 2, strict: false, onWarning: (message) => warnings.push(message) },
    });
    for (let k = 0; k < 2; k++) crowd[call](k, value as never);
    expect(warnings).toHaveLength(count);
    for (const warning of warnings) expect(warning).toMatch(new RegExp(`${call}.* changes nothing`));
  });
});
