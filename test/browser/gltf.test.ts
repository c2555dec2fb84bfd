import type { Document } from '@gltf-transform/core';
import { Box3, Group, Vector3 } from 'three';
import { type CreateCrowdFromGLTFOptions, type Crowd, createCrowdFromGLTF } from 'three-crowd';
import { GLTFLoader } from 'three-stdlib';
import { expect, onTestFinished, test } from 'vitest';
import { BACKENDS, createRenderer } from '../support/browser/backends.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { tinyCharacter } from '../support/rig/tiny-character.js';

/** One character in one file: a robe, a rigid hat, and clips with an exporter's names. */
async function characterFile(parts: readonly string[] = ['robe_1']): Promise<Uint8Array<ArrayBuffer>> {
  const { files } = await tinyCharacter({
    edit: (document, file) => {
      if (file === 'characters.glb') keepParts(document, parts);
    },
  });
  return files.get('characters.glb')!;
}

function keepParts(document: Document, parts: readonly string[]): void {
  const root = document.getRoot();
  const find = (name: string) => root.listNodes().find((node) => node.getName() === name)!;
  const hat = document.createNode('hat').setMesh(find('hair_1').getMesh());
  find('Head').addChild(hat);
  for (const node of root.listNodes()) if (node.getSkin() && !parts.includes(node.getName())) node.dispose();
  const [buffer] = root.listBuffers();
  for (const [name, degrees] of [
    ['Armature|Idle|Layer', 5],
    ['Armature|Walking|Layer', 40],
  ] as const) {
    const turn = (sign: number) => [
      0,
      0,
      Math.sin((sign * degrees * Math.PI) / 360),
      Math.cos((degrees * Math.PI) / 360),
    ];
    const accessor = (type: 'SCALAR' | 'VEC4', numbers: number[]) =>
      document.createAccessor().setType(type).setArray(Float32Array.from(numbers)).setBuffer(buffer);
    const sampler = document
      .createAnimationSampler()
      .setInput(accessor('SCALAR', [0, 0.5, 1]))
      .setOutput(accessor('VEC4', [...turn(1), ...turn(-1), ...turn(1)]));
    const channel = document
      .createAnimationChannel()
      .setTargetNode(find('Spine'))
      .setTargetPath('rotation')
      .setSampler(sampler);
    document.createAnimation(name).addSampler(sampler).addChannel(channel);
  }
}

function addressOf(bytes: Uint8Array<ArrayBuffer>): string {
  const address = URL.createObjectURL(new Blob([bytes]));
  onTestFinished(() => URL.revokeObjectURL(address));
  return address;
}

test.each(BACKENDS)('one character.glb is a crowd in one call, drawn once, on %s', async (backend) => {
  const renderer = await createRenderer(backend);
  const address = addressOf(await characterFile());
  const options: CreateCrowdFromGLTFOptions = { renderer, count: 9, mode: 'instanced' };
  const crowd = await createCrowdFromGLTF(address, options);
  onTestFinished(() => crowd.dispose());
  // A robe of 24 triangles and a hat of 12.
  expect(crowd.stats).toMatchObject({ characters: 9, parts: 2, drawCalls: 2, triangles: 9 * (24 + 12) });
  expect(new Set(Array.from({ length: 9 }, (_, i) => crowd.get(i).clip))).toEqual(
    new Set(['Armature|Idle|Layer', 'Armature|Walking|Layer']),
  );
  const size = crowd.boundingBox.getSize(new Vector3());
  expect(size.y).toBeGreaterThan(1.6);
  expect(size.y).toBeLessThan(2.2);
});

test.each(BACKENDS)('clones and instances of it show the same, rigid hat and all, on %s', async (backend) => {
  const renderer = await createRenderer(backend);
  const loaded = await new GLTFLoader().parseAsync((await characterFile()).buffer, '');
  const before = loaded.scene.toJSON();
  const pictures: Uint8Array[] = [];
  for (const mode of ['clones', 'instanced'] as const) {
    const crowd = await createCrowdFromGLTF(loaded, { renderer, count: 4, mode });
    pictures.push(await picture(renderer, crowd));
    crowd.dispose();
  }
  expect(loaded.scene.toJSON(), 'the given file is left as it is').toEqual(before);
  expect(differingPixels(pictures[0], pictures[1], 24)).toBeLessThan(20);
});

test('several files on one skeleton are several looks; clips by the names they are given', async () => {
  const renderer = await createRenderer(BACKENDS[0]);
  const addresses = [addressOf(await characterFile()), addressOf(await characterFile(['robe.2', 'face_1']))];
  const crowd = await createCrowdFromGLTF(addresses, {
    renderer,
    clips: { wave: 'Walking' },
    characters: [
      { x: 0, z: 0 },
      { x: 1, z: 0, look: 1, clip: 'wave', rot_y: 1 },
    ],
  });
  onTestFinished(() => crowd.dispose());
  expect(crowd.get(0).parts.body).toBe('robe_1');
  expect(crowd.get(1).parts).toEqual({
    body: 'robe.2 of file 2',
    face: 'face_1 of file 2',
    hair: 'hat of file 2',
  });
  expect(crowd.get(1).clip).toBe('wave');
});

async function picture(renderer: Parameters<typeof takePicture>[0], crowd: Crowd): Promise<Uint8Array> {
  const { scene, camera } = createStage(new Group(), 'directional');
  scene.add(crowd);
  const box = new Box3().copy(crowd.boundingBox);
  const center = box.getCenter(new Vector3());
  camera.position.set(center.x, center.y + 1, center.z + 6);
  camera.lookAt(center);
  camera.updateMatrixWorld();
  crowd.update(0.3, camera);
  await takePicture(renderer, scene, camera);
  crowd.update(0, camera);
  return takePicture(renderer, scene, camera);
}
