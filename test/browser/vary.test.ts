/** Varied people of a file beside three's own objects, whose materials have the colours that the crowd says. */
import { Group, type Material, Mesh, type MeshStandardMaterial } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { createCrowdFromGLTF } from 'three-crowd';
import { expect, onTestFinished, test } from 'vitest';
import { TIERS } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { expectPictureOf } from '../support/browser/draw-as-three.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { addMaterial, pictureFile } from '../support/browser/textured-parts.js';
import { turnX, writeForeignFile } from '../support/foreign-file.js';

const COLORS: Readonly<Record<string, readonly [r: number, g: number, b: number]>> = {
  shirt: [0.4, 0.05, 0.05],
  trousers: [0.05, 0.08, 0.3],
  hair: [0.05, 0.03, 0.02],
  eyes: [0.9, 0.9, 0.9],
  belt: [0.1, 0.6, 0.1],
};

async function writePerson(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await pictureFile('#ffffff', '#808080');
  return writeForeignFile(
    [
      { name: 'hips', at: [0, 0.9, 0] },
      { name: 'shirt', parent: 'hips', at: [0, 0.35, 0], box: [0.25, 0.3, 0.12] },
      { name: 'trousers', parent: 'hips', at: [0, -0.45, 0], box: [0.2, 0.45, 0.1] },
      { name: 'hair', parent: 'hips', at: [0, 0.85, 0], box: [0.14, 0.1, 0.1] },
      { name: 'eyes', parent: 'hips', at: [0, 0.7, 0.05], box: [0.1, 0.05, 0.08] },
      { name: 'belt', parent: 'hips', at: [0, 0, 0], box: [0.22, 0.05, 0.14] },
    ],
    { stand: [{ node: 'hips', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0)] }] },
    (document, find) => {
      for (const [name, color] of Object.entries(COLORS)) {
        const [primitive] = find(name).getMesh()!.listPrimitives();
        primitive
          .getMaterial()!
          .setBaseColorFactor([...color, 1])
          .setMetallicFactor(0);
      }
      const [trousers] = find('trousers').getMesh()!.listPrimitives();
      const material = addMaterial(document, 'trousers', picture).setMetallicFactor(0);
      const [buffer] = document.getRoot().listBuffers();
      const uv = Float32Array.from({ length: 16 }, (_, k) => (k % 2 === 0 ? (k >> 3) * 0.9 + 0.05 : 0.5));
      const coordinates = document.createAccessor().setType('VEC2').setArray(uv).setBuffer(buffer);
      trousers.setMaterial(material).setAttribute('TEXCOORD_0', coordinates);
    },
  );
}

const places = Array.from({ length: 8 }, (_, k) => ({ x: (k - 3.5) * 0.8, z: k % 2 }));

test.each(TIERS)('%s %s shows the colours that each character has', async (backend, mode) => {
  const bytes = await writePerson();
  const renderer = await sharedRenderer(backend);
  const crowd = await createCrowdFromGLTF(addressOf(bytes), {
    ...{ renderer, mode, strict: true, lodThreshold: 0 },
    characters: places,
    vary: { zones: { belt: false } },
  });
  onTestFinished(() => crowd.dispose());
  expect(crowd.stats.parts).toBe(3);
  const three = new Group();
  for (const [i, { x, z }] of places.entries()) {
    const { scene } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
    const { zones, height } = crowd.setVariation(i);
    expect(Object.keys(zones).sort()).toEqual(['hair', 'shirt', 'trousers']);
    scene.position.set(x, 0, z);
    scene.scale.setScalar(height);
    scene.traverse((object) => {
      Object.assign(object, { castShadow: true, receiveShadow: true });
      if (!(object instanceof Mesh)) return;
      const material = object.material as Material as MeshStandardMaterial;
      const color = zones[material.name];
      if (color) material.color.copy(color);
    });
    three.add(scene);
  }
  await expectPictureOf(renderer, crowd, three);
});
