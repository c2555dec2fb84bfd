import { Vector3 } from 'three';
import { type CreateCrowdFromGLTFOptions, createCrowdFromGLTF } from 'three-crowd';
import { expect, onTestFinished, test } from 'vitest';
import { BACKENDS } from '../support/browser/backends.js';
import { addressOf, characterFile, fileWithPoints, keepParts } from '../support/browser/character-file.js';
import { differingPixels, takeCrowdPicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';
import { asVrm } from '../support/rig/as-vrm.js';
import { tinyCharacter } from '../support/rig/tiny-character.js';

testInTurn(BACKENDS, [0])('one character.glb is a crowd in one call, drawn once, on %s', async (backend) => {
  const renderer = await sharedRenderer(backend);
  const address = addressOf(await characterFile());
  const options: CreateCrowdFromGLTFOptions = { renderer, count: 9, mode: 'instanced' };
  const crowd = await createCrowdFromGLTF(address, options);
  onTestFinished(() => crowd.dispose());
  await crowd.levelsReady;
  crowd.update(0);
  // A robe of 24 triangles and a hat of 12, which have one surface, and the draw of their levels.
  expect(crowd.stats).toMatchObject({ characters: 9, parts: 1, drawCalls: 2, triangles: 9 * (24 + 12) });
  expect(new Set(Array.from({ length: 9 }, (_, i) => crowd.get(i).clip))).toEqual(
    new Set(['Armature|Idle|Layer', 'Armature|Walking|Layer']),
  );
  crowd.computeBoundingBox();
  const size = crowd.boundingBox!.getSize(new Vector3());
  expect(size.y).toBeGreaterThan(1.6);
  expect(size.y).toBeLessThan(2.2);
});

test('several files on one skeleton are several looks; clips by the names they are given', async () => {
  const renderer = await sharedRenderer(BACKENDS[0]);
  const addresses = [addressOf(await characterFile()), addressOf(await characterFile(['robe.2', 'face_1']))];
  const crowd = await createCrowdFromGLTF(addresses, {
    renderer,
    clips: { wave: 'Walking' },
    heading: 2,
    characters: [
      { x: 0, z: 0 },
      { x: 1, z: 0, look: 1, clip: 'wave', heading: 1 },
    ],
  });
  onTestFinished(() => crowd.dispose());
  expect(crowd.get(0)).toMatchObject({
    parts: { body: 'hat + robe_1', face: '', hair: '' },
    heading: expect.closeTo(2),
  });
  expect(crowd.get(1)).toMatchObject({
    parts: { body: 'hat of file 2 + robe.2 + face_1', face: '', hair: '' },
    heading: expect.closeTo(1),
    clip: 'wave',
  });
});

testInTurn(BACKENDS, [2])(
  'parts of one file are picked for looks, in one draw a look, on %s',
  async (backend) => {
    const renderer = await sharedRenderer(backend);
    const address = addressOf(await characterFile(['robe_1', 'robe.2', 'face_1']));
    const looks = [['robe_*', 'face_1', 'hat'], ['robe.2']];
    const crowd = await createCrowdFromGLTF(address, { renderer, count: 4, mode: 'instanced', looks });
    onTestFinished(() => crowd.dispose());
    await crowd.levelsReady;
    crowd.update(0);
    expect(crowd.stats).toMatchObject({ parts: 2, drawCalls: 3, triangles: 2 * (24 + 12 + 12) + 2 * 24 });
    expect([0, 1].map((i) => crowd.get(i).parts.body)).toEqual(['hat + robe_1 + face_1', 'robe.2']);
    await expect(createCrowdFromGLTF(address, { renderer, looks: [['robe_9']] })).rejects.toThrow(
      /looks\.0 has "robe_9", which is no part of the files; they have hat, robe_1, robe\.2, face_1\./,
    );
  },
);

test('surfaces that differ stay apart: each keeps its material', async () => {
  const renderer = await sharedRenderer(BACKENDS[0]);
  const shiny = await tinyCharacter({
    edit: (document, file) => {
      if (file !== 'characters.glb') return;
      keepParts(document, ['robe_1', 'face_1']);
      const hat = document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === 'hat')!;
      const [primitive] = hat.getMesh()!.listPrimitives();
      primitive.setMaterial(primitive.getMaterial()!.clone().setRoughnessFactor(0.1));
    },
  });
  const address = addressOf(shiny.files.get('characters.glb')!);
  const crowd = await createCrowdFromGLTF(address, { renderer, count: 2, mode: 'instanced' });
  onTestFinished(() => crowd.dispose());
  expect(crowd.get(0).parts).toEqual({ body: 'hat', face: 'robe_1 + face_1', hair: '' });
});

test('meshes that cannot be drawn cause one warning, and an error with strict', async () => {
  const renderer = await sharedRenderer(BACKENDS[0]);
  const address = addressOf(await fileWithPoints());
  const warnings: string[] = [];
  const onWarning = (message: string) => warnings.push(message);
  const crowd = await createCrowdFromGLTF([address, address], { renderer, count: 2, onWarning });
  onTestFinished(() => crowd.dispose());
  expect(warnings).toEqual([
    expect.stringMatching(/are not drawn: "robe_1" \(Its primitive 1 is points or lines, not triangles\.\)/),
  ]);
  await expect(createCrowdFromGLTF(address, { renderer, strict: true, onWarning })).rejects.toMatchObject({
    name: 'AssetError',
    message: warnings[0],
  });
  expect(warnings).toHaveLength(1);
});

testInTurn(BACKENDS, [2])('a VRM of either version is drawn, with its face to +Z, on %s', async (backend) => {
  const renderer = await sharedRenderer(backend);
  const file = await characterFile(['robe_1', 'face_1', 'hands']);
  const pictureOf = async (bytes: Uint8Array<ArrayBuffer>, heading?: number): Promise<Uint8Array> => {
    const turned = heading === undefined ? {} : { heading };
    const crowd = await createCrowdFromGLTF(addressOf(bytes), {
      ...{ renderer, count: 2, mode: 'instanced', strict: true },
      ...turned,
    });
    onTestFinished(() => crowd.dispose());
    return takeCrowdPicture(renderer, crowd);
  };
  const [front, back] = [await pictureOf(file, 0), await pictureOf(file, Math.PI)];
  expect(differingPixels(front, back, 24)).toBeGreaterThan(0.005);
  expect(differingPixels(await pictureOf(asVrm(file, '1.0')), front, 8)).toBeLessThan(0.001);
  expect(differingPixels(await pictureOf(asVrm(file, '0.x')), back, 8)).toBeLessThan(0.001);
  expect(differingPixels(await pictureOf(asVrm(file, '0.x'), 0), front, 8)).toBeLessThan(0.001);
});
