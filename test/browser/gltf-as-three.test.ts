/** What files may hold, drawn as a crowd and by three's own loader and mixer. */
import type { Document, Node, Primitive } from '@gltf-transform/core';
import { KHRTextureTransform } from '@gltf-transform/extensions';
import { BACKENDS } from '../support/browser/backends.js';
import { keepParts } from '../support/browser/character-file.js';
import { expectAsThree } from '../support/browser/draw-as-three.js';
import { addMaterial, cutMesh, pictureFile } from '../support/browser/textured-parts.js';
import { addAccessor } from '../support/edit-glb.js';
import { testInTurn } from '../support/in-turn.js';
import { tinyCharacter } from '../support/rig/tiny-character.js';

type Edit = (document: Document, find: (name: string) => Node, picture: Uint8Array<ArrayBuffer>) => void;

/** Gives a primitive's morph target a way to go, and the mesh a weight of it. */
function raise(document: Document, primitive: Primitive, up: number): void {
  const { length } = primitive.getAttribute('POSITION')!.getArray()!;
  const offsets = Float32Array.from({ length }, (_, k) => (k % 3 === 1 ? up : 0));
  const accessor = addAccessor(document, 'VEC3', offsets);
  primitive.addTarget(document.createPrimitiveTarget('up').setAttribute('POSITION', accessor));
}

const FILES: Readonly<Record<string, Edit>> = {
  'a mirrored skeleton': (document) => {
    const [root] = document.getRoot().listScenes()[0].listChildren();
    const [x, y, z] = root.getScale();
    root.setScale([-x, y, z]);
  },
  'a mirrored hat': (_, find) => void find('hat').setScale([-1, 1, 1]),
  'morph targets that are shown from the start': (document, find) => {
    const mesh = find('robe_1').getMesh()!;
    raise(document, mesh.listPrimitives()[0], 40);
    mesh.setWeights([0.5]);
  },
  'weights of a node’s own for the morph targets': (document, find) => {
    raise(document, find('hat').getMesh()!.listPrimitives()[0], 40);
    find('hat').setWeights([0.5]);
  },
  'a texture that is turned and stretched': (document, find, picture) => {
    const material = addMaterial(document, 'halves', picture);
    cutMesh(document, 'robe_1', [material]);
    const [primitive] = find('robe_1').getMesh()!.listPrimitives();
    primitive.setAttribute('COLOR_0', null);
    const transform = document.createExtension(KHRTextureTransform).createTransform();
    transform.setRotation(0.6).setScale([2, 0.5]).setOffset([0.1, 0.2]);
    material.getBaseColorTextureInfo()!.setExtension('KHR_texture_transform', transform);
  },
  'weights whose sum is not 1, and another hat on the same mesh': (document, find) => {
    const [primitive] = find('robe_1').getMesh()!.listPrimitives();
    const weights = primitive.getAttribute('WEIGHTS_0')!;
    weights.setArray(Float32Array.from(weights.getArray()!, (weight: number) => weight * 0.6));
    const other = document.createNode('hat 2').setMesh(find('hat').getMesh()).setScale([-0.5, 0.5, 0.5]);
    find('Spine').addChild(other);
  },
};

async function fileOf(edit: Edit): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await pictureFile('#204080', '#f0e0c0');
  const { files } = await tinyCharacter({
    edit: (document, file) => {
      if (file !== 'characters.glb') return;
      keepParts(document, ['robe_1']);
      const find = (name: string) =>
        document
          .getRoot()
          .listNodes()
          .find((node) => node.getName() === name)!;
      edit(document, find, picture);
    },
  });
  return files.get('characters.glb')!;
}

testInTurn(
  Object.keys(FILES).map((name, k) => [name, BACKENDS[k % BACKENDS.length]] as const),
  [0, 2],
)('a file with %s looks as three draws it, on %s', async (name, backend) => {
  await expectAsThree(backend, await fileOf(FILES[name]));
});
