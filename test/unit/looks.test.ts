import { WebIO } from '@gltf-transform/core';
import { Matrix4, Raycaster, Vector3 } from 'three';
import type { CreateCrowdFromGLTFOptions, Crowd, CrowdIntersection } from 'three-crowd';
import { beforeAll, describe, expect, test } from 'vitest';
import { oneInEachHand } from '../../src/assets/model/hands.js';
import { createForeignCrowd } from '../support/foreign-file.js';
import { filesOf, mixamoExport } from '../support/rig/mixamo-export.js';

/** Boxes that hang on bones: their name, bone, and place from there, centimetres. */
const GEAR = [
  ['Sword', 'RightHand', [-30, 0, 0]],
  ['Axe', 'RightHand', [-50, 0, 0]],
  ['Shield', 'LeftHand', [30, 0, 0]],
  ['Hat', 'Head', [0, 45, 0]],
  ['Feather', 'Head', [0, 65, 0]],
] as const;

let files: readonly File[];
beforeAll(async () => {
  const exported = await mixamoExport({});
  const io = new WebIO();
  for (const [file, gear] of [
    ['armed.glb', GEAR],
    ['plain.glb', GEAR.filter(([name]) => name !== 'Axe')],
  ] as const) {
    const document = await io.readBinary(exported.get('character.glb')!);
    const root = document.getRoot();
    const find = (name: string) => root.listNodes().find((node) => node.getName() === `mixamorig:${name}`)!;
    const [box] = root.listMeshes()[0].listPrimitives();
    const buffer = root.listBuffers()[0];
    const at = (values: readonly number[]) =>
      document.createAccessor().setType('VEC3').setBuffer(buffer).setArray(Float32Array.from(values));
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2].map((n) => 12 * n - 6));
    const sides = [
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
      5,
    ];
    const [skin] = root.listSkins();
    const binds = skin.getInverseBindMatrices()!;
    const matrices = [...binds.getArray()!];
    for (const side of ['Left', 'Right']) {
      const hand = document
        .createNode(`mixamorig:${side}Hand`)
        .setTranslation([side === 'Left' ? 20 : -20, 0, 0]);
      find(`${side}ForeArm`).addChild(hand);
      skin.addJoint(hand);
      const bind = new Matrix4().fromArray(hand.getWorldMatrix()).invert();
      matrices.push(...bind.multiply(new Matrix4().makeScale(0.01, 0.01, 0.01)).elements);
    }
    binds.setArray(Float32Array.from(matrices));
    for (const [name, bone, place] of gear) {
      const mesh = document.createMesh(name).addPrimitive(
        document
          .createPrimitive()
          .setAttribute('POSITION', at(sides.flatMap((k) => corners[k])))
          .setAttribute('NORMAL', at(sides.flatMap(() => [0, 1, 0])))
          .setMaterial(box.getMaterial()),
      );
      find(bone).addChild(
        document
          .createNode(name)
          .setMesh(mesh)
          .setTranslation([...place]),
      );
    }
    exported.set(file, new Uint8Array(await io.writeBinary(document)));
  }
  files = filesOf(exported);
});

async function create(
  character: string,
  options: Partial<CreateCrowdFromGLTFOptions> = {},
): Promise<{ crowd: Crowd; warnings: string[] }> {
  const warnings: string[] = [];
  const sources = files.filter(({ name }) => name === character || /(idle|walk)\.glb$/.test(name));
  const crowd = await createForeignCrowd(sources, {
    ...{ count: 2, strict: false },
    onWarning: (message) => warnings.push(message),
    ...options,
  });
  crowd.update(0);
  return { crowd, warnings };
}

describe.each(['clones', 'instanced'] as const)('%s', (mode) => {
  test('crowd.parts and crowd.looks list what there is', async () => {
    const looks = [['Sword'], ['Hat', 'Axe']];
    const { crowd } = await create('armed.glb', { mode, looks });
    expect(crowd.parts).toEqual(['Sword', 'Hat + Axe']);
    expect(crowd.looks.map(({ meshes }) => meshes)).toEqual(looks);
    for (const { parts } of crowd.looks) {
      expect(crowd.parts).toContain(parts.body);
      crowd.setParts(0, parts);
      expect(crowd.get(0).parts).toEqual(parts);
    }
  });

  test('a ray tells the mesh, also where several were joined', async () => {
    const { crowd } = await create('armed.glb', { mode });
    expect(crowd.stats.parts).toBe(1);
    const place = new Matrix4();
    for (const [name, bone, at] of GEAR) {
      crowd.getSocketMatrix(1, `mixamorig:${bone}`, place);
      const { x, z } = new Vector3(...at).applyMatrix4(place);
      const down = new Raycaster(new Vector3(x + 0.01, 9, z + 0.02), new Vector3(0, -1, 0));
      const hits = down.intersectObject(crowd) as unknown as CrowdIntersection[];
      expect(hits.map(({ character, part }) => `${character} ${part}`)).toContain(`1 ${name}`);
      if (name !== 'Hat') expect(hits[0].part).toBe(name);
    }
  });
});

test('a file with several meshes in one hand is told once what looks are for', async () => {
  const { warnings } = await create('armed.glb');
  const told = warnings.filter((text) => text.includes('looks'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('on "mixamorig:RightHand" Sword, Axe');
  expect(told[0]).not.toMatch(/Shield|Feather/);
});

test('with vary, each holds one of the meshes in a hand', async () => {
  const { crowd, warnings } = await create('armed.glb', { vary: true });
  expect(warnings.join()).not.toContain('looks');
  const meshes = crowd.looks.map((look) => look.meshes);
  expect(meshes).toHaveLength(2);
  for (const [k, gear] of ['Sword', 'Axe'].entries()) {
    const others = meshes[1 - k].filter((name) => name !== (k ? 'Sword' : 'Axe'));
    expect(new Set(meshes[k])).toEqual(new Set([...others, gear]));
  }
});

test.each([
  ['one hand', { l: ['Shield'], r: ['Sword', 'Axe'] }, 9, ['Shield Sword', 'Shield Axe']],
  [
    'both hands',
    { l: ['Shield', 'Torch'], r: ['1H_Axe', '2H_Axe'] },
    9,
    ['Shield 1H_Axe', '2H_Axe', 'Torch 1H_Axe'],
  ],
  ['two at most', { l: [], r: ['Sword', 'Axe', 'Mug', 'Wand'] }, 2, ['Sword', 'Mug']],
  ['nothing to choose', { l: ['Shield'], r: ['2H_Sword'] }, 9, ['Shield 2H_Sword']],
])('kinds of characters by what is in their hands: %s', (_case, hands, most, expected) => {
  const held = new Map(
    Object.entries(hands).flatMap(([hand, names]) => names.map((mesh) => [mesh, { hand, mesh }] as const)),
  );
  const pieces = ['Body', ...held.keys()];
  const kinds = oneInEachHand(pieces, (piece) => held.get(piece), most);
  expect(kinds).toEqual(expected.map((gear) => ['Body', ...gear.split(' ')]));
});

test('files with one mesh in each hand, and looks, need no word', async () => {
  for (const { warnings } of [
    await create('plain.glb'),
    await create('character.glb'),
    await create('armed.glb', { looks: [['Sword'], ['Axe']] }),
  ])
    expect(warnings).toEqual([]);
});
