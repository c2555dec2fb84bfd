/** Cells of textures that differ between characters, read from their rows. */
import { DataTexture } from 'three';
import type { Crowd } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import { addAccessor } from '../../support/edit-glb.js';
import { createForeignCrowd, type FileNode, turnX, writeForeignFile } from '../../support/foreign-file.js';

const HIPS: FileNode = { name: 'Hips', at: [0, 1, 0] };
const ZONES = ['Shirt', 'Skirt', 'Hair', 'Tiled'];

const file = await writeForeignFile(
  [
    HIPS,
    ...ZONES.map(
      (name, k) => ({ name, parent: 'Hips', at: [0, k / 2 - 1, 0], box: [0.2, 0.2, 0.1] }) as const,
    ),
  ],
  { walk: [{ node: 'Hips', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0.2)] }] },
  (document, find) => {
    for (const material of document.getRoot().listMaterials()) material.setMetallicFactor(0);
    for (const [name, most] of [
      ['Shirt', 1],
      ['Skirt', 1],
      ['Tiled', 2],
    ] as const) {
      const uv = Array.from({ length: 16 }, (_, k) => most * (k % 3 === 0 ? 1 : 0));
      const [primitive] = find(name).getMesh()!.listPrimitives();
      primitive.setAttribute('TEXCOORD_0', addAccessor(document, 'VEC2', uv));
    }
  },
);
const map = new DataTexture(new Uint8Array(16 * 4), 4, 4);
const shirts = { columns: 4, rows: 2, map };
const skirts = { columns: 1, rows: 3, map };
const BOTH = { Shirt: shirts, Skirt: skirts };

const create = (options: Parameters<typeof createForeignCrowd>[1]): Promise<Crowd> =>
  createForeignCrowd([file], options);

const texturesOf = (crowd: Crowd): Readonly<Record<string, number>>[] =>
  Array.from({ length: crowd.size }, (_, i) => crowd.setVariation(i).textures);

describe('textures are dealt', () => {
  test('each apart from the other, all cells as often, and never the same side by side', async () => {
    const crowd = await create({ count: 240, vary: { textures: BOTH } });
    const dealt = texturesOf(crowd);
    const counts = new Map<string, number>();
    for (const cells of dealt) {
      const { Shirt, Skirt } = cells;
      counts.set(`${Shirt} ${Skirt}`, (counts.get(`${Shirt} ${Skirt}`) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    let neighbours = 0;
    for (let a = 0; a < crowd.size; a++) {
      for (let b = 0; b < a; b++) {
        const [one, other] = [crowd.get(a), crowd.get(b)];
        const distance = Math.hypot(one.x - other.x, one.z - other.z);
        if (distance > 1.1 * Math.abs(crowd.get(1).x - crowd.get(0).x)) continue;
        neighbours += 1;
        expect(dealt[a]['Shirt']).not.toBe(dealt[b]['Shirt']);
      }
    }
    expect(neighbours).toBeGreaterThan(400);
  });

  test('the first of a larger crowd are the same, and another seed gives others', async () => {
    const seats = Array.from({ length: 40 }, (_seat, k) => ({ x: k % 8, z: Math.floor(k / 8) }));
    const of = async (count: number, seed: number): Promise<unknown[]> =>
      texturesOf(await create({ characters: seats.slice(0, count), vary: { textures: BOTH, seed } }));
    expect((await of(40, 3)).slice(0, 20)).toEqual(await of(20, 3));
    expect(await of(20, 3)).not.toEqual(await of(20, 4));
  });

  test('as one to zones under one key, which keep their colours unless `zones` names them', async () => {
    const one = await create({ count: 9, vary: { textures: { 'S*': shirts } } });
    expect(Object.keys(one.setVariation(0).textures)).toEqual(['S*']);
    expect(Object.keys(one.setVariation(0).zones).sort()).toEqual(['Hair', 'Tiled']);
    const colored = await create({ count: 9, vary: { textures: { 'S*': shirts }, zones: { Shirt: true } } });
    expect(Object.keys(colored.setVariation(0).textures)).toEqual(['S*']);
    expect(Object.keys(colored.setVariation(0).zones).sort()).toEqual(['Hair', 'Shirt', 'Tiled']);
  });
});

test('textures are read, changed one by one and saved, and do not change colours dealt before', async () => {
  const crowd = await create({ count: 9, vary: { textures: BOTH } });
  const before = crowd.setVariation(4);
  for (const Shirt of [0, 7, 3]) {
    for (const Skirt of [2, 0, 1]) {
      expect(crowd.setVariation(4, { textures: { Shirt } }).textures['Shirt']).toBe(Shirt);
      const changed = crowd.setVariation(4, { textures: { Skirt } });
      expect(changed).toEqual({ ...before, textures: { Shirt, Skirt } });
    }
  }
  const other = await create({ count: 9, vary: { textures: BOTH, seed: 7 } });
  expect(texturesOf(other)).not.toEqual(texturesOf(crowd));
  await other.restore(await crowd.save());
  expect(texturesOf(other)).toEqual(texturesOf(crowd));
  const plain = await create({ count: 9, vary: { zones: { Shirt: false, Skirt: false } } });
  for (let i = 0; i < 9; i++) expect(crowd.setVariation(i).zones).toEqual(plain.setVariation(i).zones);
});

describe('what makes no sense is an error that names it', () => {
  test.each([
    [{ Cape: shirts }, 'vary.textures has "Cape", which is no zone of the files; they have "Shirt"'],
    [
      { Shirt: { columns: 4, rows: 2 } },
      'the zone "Shirt" has no texture. Give the image as vary.textures.Shirt.map',
    ],
    [{ Hair: shirts }, 'the mesh "Hair" of zone "Hair" has no texture coordinates'],
    [{ Tiled: shirts }, 'some beyond 0 to 1'],
    [{ Shirt: { ...shirts, rows: 0 } }, 'vary.textures.Shirt.rows is 0; give a whole number from 1 to 16'],
    [{ Shirt: { ...shirts, columns: 17 } }, 'vary.textures.Shirt.columns is 17'],
    [{ Shirt: { ...shirts, columns: 1.5 } }, 'vary.textures.Shirt.columns is 1.5'],
    [{ Shirt: { map } as never }, 'vary.textures.Shirt.columns is undefined'],
    [
      { Shirt: { ...shirts, map: 5 as never } },
      'vary.textures.Shirt.map is 5; give the address of an image, or a texture of three.',
    ],
    [
      { Shirt: { ...shirts, map: 'shirts.png' } },
      'vary.textures.Shirt.map is "shirts.png", which is no address. Give a baseUrl for relative addresses',
    ],
    [{ Shirt: { ...shirts, colums: 2 } }, 'vary.textures.Shirt knows no "colums". Did you mean "columns"?'],
    [
      { Shirt: { columns: 16, rows: 8 }, Skirt: skirts },
      'vary.textures.Skirt makes 384 combinations of textures, and a character has one of 256',
    ],
    [{ Shirt: { ...shirts, map: Object.assign(map.clone(), { flipY: true }) } }, 'Set map.flipY = false'],
  ])('%j', async (textures, message) => {
    await expect(create({ vary: { textures } })).rejects.toThrow(message);
  });

  test('of one character', async () => {
    const crowd = await create({ count: 2, vary: { textures: { Shirt: shirts } } });
    const before = crowd.setVariation(0);
    expect(() => crowd.setVariation(0, { textures: { Skirt: 0 } })).toThrow(
      'Character 0 has no texture "Skirt"; it has Shirt.',
    );
    for (const cell of [8, -1, 0.5]) {
      expect(() => crowd.setVariation(0, { textures: { Shirt: cell }, height: 1.3 })).toThrow(
        `textures.Shirt is ${cell}; give a whole number from 0 to 7`,
      );
    }
    expect(() => crowd.setVariation(0, { textures: { Shirt: 3 }, height: 3 })).toThrow('height');
    expect(crowd.setVariation(0)).toEqual(before);
  });
});
