/** Characters of one file that differ, by an own reading of what each shows. */
import type { Document } from '@gltf-transform/core';
import { Color } from 'three';
import type { Crowd } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import { createForeignCrowd, type FileNode, turnX, writeForeignFile } from '../../support/foreign-file.js';
import { labOf } from '../../support/variety.js';

const HIPS: FileNode = { name: 'mixamorig:Hips', at: [0, 1, 0] };
/** Boxes above one another, 1.8 m together. */
const pieces = (names: readonly string[]): FileNode[] =>
  names.map((name, k) => {
    const half = 0.9 / names.length;
    return { name, parent: HIPS.name, at: [0, (2 * k + 1) * half - 1, 0], box: [0.2, half, 0.15] };
  });

type Paint = Readonly<Record<string, readonly [r: number, g: number, b: number, metalness?: number]>>;

/** A figure of one box for each material. */
const FIGURE: Paint = {
  Ch_Shirt: [0.4, 0.05, 0.05],
  Ch_Trousers: [0.05, 0.08, 0.3],
  Ch_Hair: [0.05, 0.03, 0.02],
  Ch_Skin: [0.6, 0.35, 0.22],
  Ch_Eyes: [0.9, 0.9, 0.9],
  Buckle: [0.8, 0.7, 0.2, 1],
};

/** A knight of several meshes under one material. */
const KNIGHT = ['Knight_Body', 'Knight_ArmLeft', 'Knight_LegRight', 'Knight_Head', 'Knight_Cape', '1H_Sword'];

const clips = {
  walk: [{ node: HIPS.name, path: 'rotation' as const, times: [0, 1], values: [...turnX(0), ...turnX(0.2)] }],
};

const writeFigure = (paint: Paint = FIGURE) =>
  writeForeignFile([HIPS, ...pieces(Object.keys(paint))], clips, (document) => {
    for (const material of document.getRoot().listMaterials()) {
      const [r, g, b, metalness = 0] = paint[material.getName()];
      material.setBaseColorFactor([r, g, b, 1]).setMetallicFactor(metalness);
    }
  });

const writeKnight = (change: (document: Document) => void = () => {}) =>
  writeForeignFile([HIPS, ...pieces(KNIGHT)], clips, (document: Document) => {
    const [shared] = document.getRoot().listMaterials();
    shared.setName('knight_texture').setMetallicFactor(0).setBaseColorFactor([0.5, 0.4, 0.3, 1]);
    for (const mesh of document.getRoot().listMeshes()) mesh.listPrimitives()[0].setMaterial(shared);
    change(document);
  });

/** As tools that quantise positions write files: a mesh is in an unnamed child of its node. */
const moveToChild = (document: Document): void => {
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh();
    if (mesh) node.setMesh(null).addChild(document.createNode().setMesh(mesh).setSkin(node.getSkin()));
  }
};

const figure = await writeFigure();
const knight = await writeKnight();
const quantised = await writeKnight(moveToChild);

/** The greatest difference, ΔE*ab, of the colours of two characters' zones. */
const differenceOf = (crowd: Crowd, a: number, b: number): number => {
  const [one, other] = [a, b].map((i) => Object.values(crowd.setVariation(i).zones));
  return Math.max(
    ...one.map((color, k) => Math.hypot(...labOf(color).map((value, n) => value - labOf(other[k])[n]))),
  );
};

describe.each([
  ['a figure of several materials', figure, ['Ch_Hair', 'Ch_Shirt', 'Ch_Trousers']],
  ['a knight of several meshes', knight, ['Knight_Cape', 'Knight_Head', 'body']],
  ['a knight of meshes without names', quantised, ['Knight_Cape', 'Knight_Head', 'body']],
])('%s', (_, file, zones) => {
  test('two hundred have no twin within 5 m, within 36 draws', async () => {
    const crowd = await createForeignCrowd([file], { count: 200, vary: true });
    let pairs = 0;
    for (let a = 0; a < crowd.size; a++) {
      expect(Object.keys(crowd.setVariation(a).zones).sort()).toEqual(zones);
      for (let b = 0; b < a; b++) {
        const [one, other] = [crowd.get(a), crowd.get(b)];
        if (Math.hypot(one.x - other.x, one.z - other.z) > 5) continue;
        pairs += 1;
        expect(differenceOf(crowd, a, b)).toBeGreaterThan(10);
      }
    }
    expect(pairs).toBeGreaterThan(1000);
    expect(crowd.stats.parts).toBeLessThanOrEqual(4);
  });

  test('the first of a larger crowd are the same', async () => {
    const seats = Array.from({ length: 60 }, (_seat, k) => ({ x: k % 8, z: Math.floor(k / 8) }));
    const small = await createForeignCrowd([file], { characters: seats.slice(0, 30), vary: true });
    const large = await createForeignCrowd([file], { characters: seats, vary: true });
    for (let i = 0; i < 30; i++) expect(small.setVariation(i)).toEqual(large.setVariation(i));
  });
});

test('a palette is kept to, and what is left out stays', async () => {
  const colors = ['#8c2f39', '#2f5aa8', '#3c7a3f'];
  const crowd = await createForeignCrowd([figure], {
    ...{ count: 30, vary: { zones: { 'Ch_Sh*': colors, Ch_Trousers: false, Ch_Hair: false }, height: 0 } },
  });
  const seen = new Set<string>();
  crowd.forEach(({ scale }, i) => {
    const { zones } = crowd.setVariation(i);
    expect(Object.keys(zones)).toEqual(['Ch_Shirt', 'Ch_Skin']);
    expect(scale).toBe(1);
    const near = colors.find((color) => differs(zones['Ch_Shirt'], new Color(color)) < 0.01);
    expect(near).toBeDefined();
    seen.add(near!);
  });
  expect(seen.size).toBe(3);
});

const differs = (a: Color, b: Color): number => Math.hypot(a.r - b.r, a.g - b.g, a.b - b.b);

test.each([
  ['count', { count: 169 }],
  ['a recipe', { recipe: { size: 169 } }],
])('with %s, heights differ, within their limit', async (_, options) => {
  const crowd = await createForeignCrowd([figure], { ...options, vary: { height: 0.1 } });
  const scales = Array.from({ length: crowd.size }, (_, i) => crowd.get(i).scale);
  expect(scales.every((scale) => Math.abs(scale - 1) < 0.1001)).toBe(true);
  expect(Math.max(...scales)).toBeGreaterThan(1.09);
  expect(new Set(scales.map((scale) => scale.toFixed(3))).size).toBeGreaterThan(50);
});

test('phases differ from those of neighbours', async () => {
  const crowd = await createForeignCrowd([figure], { count: 169, vary: true, walking: 1 });
  const people = Array.from({ length: crowd.size }, (_, i) => crowd.get(i));
  const inStep = people.filter((a) =>
    people.some((b) => a !== b && Math.hypot(a.x - b.x, a.z - b.z) < 3 && Math.abs(a.phase - b.phase) < 0.02),
  );
  expect(inStep).toEqual([]);
});

test('a variation is read, changed and saved', async () => {
  const crowd = await createForeignCrowd([figure], { count: 9, vary: true });
  const before = crowd.setVariation(4);
  const changed = crowd.setVariation(4, { zones: { Ch_Shirt: '#00ff00' }, height: 1.2 });
  expect(changed.height).toBeCloseTo(1.2, 5);
  expect(changed.zones['Ch_Shirt'].getHexString()).toBe('00ff00');
  expect(changed.zones['Ch_Hair']).toEqual(before.zones['Ch_Hair']);
  expect(crowd.get(4).scale).toBeCloseTo(1.2, 5);
  const other = await createForeignCrowd([figure], { count: 9, vary: { seed: 7 } });
  expect(other.setVariation(3)).not.toEqual(crowd.setVariation(3));
  await other.restore(await crowd.save());
  for (let i = 0; i < 9; i++) expect(other.setVariation(i)).toEqual(crowd.setVariation(i));
});

describe('what makes no sense is an error that names it', () => {
  test.each([
    [{ zones: { Ch_Shirt: [] } }, 'vary.zones.Ch_Shirt has no colours'],
    [{ zones: { Ch_Shirt: ['#fff', 'rde'] } }, 'vary.zones.Ch_Shirt.1: "rde" is not a colour'],
    [
      { zones: { Cape: false } },
      'vary.zones has "Cape", which is no zone of the files; they have "Ch_Shirt"',
    ],
    [{ zones: { '*': true } }, 'a character has 3'],
    [{ height: 0.5 }, 'vary.height is 0.5; give 0 to 0.3'],
    [{ hight: 0.1 } as object, 'vary knows no "hight". Did you mean "height"?'],
    [{ seed: 0.5 }, 'vary.seed is 0.5'],
  ])('%j', async (vary, message) => {
    await expect(createForeignCrowd([figure], { vary })).rejects.toThrow(message);
  });

  test('beside options that say the same', async () => {
    await expect(createForeignCrowd([figure], { vary: true, tints: { skin: ['Ch_Skin'] } })).rejects.toThrow(
      '`tints`',
    );
    await expect(
      createForeignCrowd([figure], { vary: { height: 0.1 }, recipe: { size: 3, scaleVariation: 0.1 } }),
    ).rejects.toThrow('scaleVariation');
  });

  test('of one character', async () => {
    const crowd = await createForeignCrowd([figure], { count: 2, vary: true });
    const before = crowd.setVariation(0);
    expect(() => crowd.setVariation(0, { zones: { Ch_Shirt: '#fff', Cape: '#fff' } })).toThrow(
      'Character 0 has no zone "Cape"; it has Ch_Hair, Ch_Shirt, Ch_Trousers.',
    );
    expect(() => crowd.setVariation(0, { height: 3 })).toThrow('height is 3; give 0.5 to 2');
    expect(crowd.setVariation(0)).toEqual(before);
    const plain = await createForeignCrowd([figure], { count: 1 });
    expect(plain.setVariation(0).zones).toEqual({});
  });
});

test('a file without a zone to vary warns', async () => {
  const warnings: string[] = [];
  const metal = await writeFigure({ Robot: [0.5, 0.5, 0.5, 1] });
  await createForeignCrowd([metal], { vary: true, strict: false, onWarning: (text) => warnings.push(text) });
  expect(warnings).toEqual([expect.stringContaining('vary: { zones: { "Robot": true } }')]);
});
