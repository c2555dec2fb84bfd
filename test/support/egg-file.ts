import type { Document, Node } from '@gltf-transform/core';
import { SphereGeometry } from 'three';
import { addAccessor } from './edit-glb.js';
import { writeForeignFile } from './foreign-file.js';

/** Half the width and half the height of an egg, metres. */
const EGG = [0.3, 0.85, 0.3] as const;

/** The clip of an egg, a second long. */
export const NOD = 'nod';

/**
 * A GLB of one egg as tall as a person, that nods, with 2 · segments · (segments − 1) triangles.
 *
 * @param change changes the document
 */
export function eggFile(
  segments: number,
  change: (document: Document, egg: Node) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const nodes = [
    { name: 'root', at: [0, EGG[1], 0] },
    { name: 'egg', box: EGG, joints: ['root'] },
  ] as const;
  const nod = [0, 0, 0, 1, 0.1, 0, 0, 0.995, 0, 0, 0, 1];
  const clips = { [NOD]: [{ node: 'root', path: 'rotation', times: [0, 0.5, 1], values: nod }] } as const;
  return writeForeignFile(nodes, clips, (document, find) => {
    shapeEgg(document, find('egg'), segments);
    change(document, find('egg'));
  });
}

/**
 * Adds a skinned egg beside another, under the same joints.
 *
 * @param aside metres to the left
 */
export function addEgg(document: Document, egg: Node, name: string, segments: number, aside: number): Node {
  const mesh = egg.getMesh()!;
  const added = document
    .createNode(name)
    .setMesh(document.createMesh(name).addPrimitive(mesh.listPrimitives()[0].clone()))
    .setSkin(egg.getSkin());
  document.getRoot().listScenes()[0].addChild(added);
  shapeEgg(document, added, segments, aside);
  return added;
}

function shapeEgg(document: Document, egg: Node, segments: number, aside = 0): void {
  const geometry = new SphereGeometry(1, segments, segments).scale(...EGG).translate(aside, EGG[1], 0);
  const { position, normal } = geometry.attributes;
  const weights = Array.from({ length: position.count * 4 }, (_, k) => (k % 4 === 0 ? 1 : 0));
  egg
    .getMesh()!
    .listPrimitives()[0]
    .setAttribute('POSITION', addAccessor(document, 'VEC3', Float32Array.from(position.array)))
    .setAttribute('NORMAL', addAccessor(document, 'VEC3', Float32Array.from(normal.array)))
    .setAttribute('JOINTS_0', addAccessor(document, 'VEC4', new Uint16Array(position.count * 4)))
    .setAttribute('WEIGHTS_0', addAccessor(document, 'VEC4', weights))
    .setIndices(addAccessor(document, 'SCALAR', Uint32Array.from(geometry.index!.array)));
}
