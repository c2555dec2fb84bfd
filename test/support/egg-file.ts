import { SphereGeometry } from 'three';
import { addAccessor } from './edit-glb.js';
import { writeForeignFile } from './foreign-file.js';

/** Half the width and half the height of an egg, metres. */
const EGG = [0.3, 0.85, 0.3] as const;

/** A GLB of one egg as tall as a person, that nods, with 2 · segments · (segments − 1) triangles. */
export function eggFile(segments: number): Promise<Uint8Array<ArrayBuffer>> {
  const nodes = [
    { name: 'root', at: [0, EGG[1], 0] },
    { name: 'egg', box: EGG, joints: ['root'] },
  ] as const;
  const nod = [0, 0, 0, 1, 0.1, 0, 0, 0.995, 0, 0, 0, 1];
  const clips = { nod: [{ node: 'root', path: 'rotation', times: [0, 0.5, 1], values: nod }] } as const;
  return writeForeignFile(nodes, clips, (document, find) => {
    const geometry = new SphereGeometry(1, segments, segments).scale(...EGG).translate(0, EGG[1], 0);
    const { position, normal } = geometry.attributes;
    const weights = Array.from({ length: position.count * 4 }, (_, k) => (k % 4 === 0 ? 1 : 0));
    find('egg')
      .getMesh()!
      .listPrimitives()[0]
      .setAttribute('POSITION', addAccessor(document, 'VEC3', Float32Array.from(position.array)))
      .setAttribute('NORMAL', addAccessor(document, 'VEC3', Float32Array.from(normal.array)))
      .setAttribute('JOINTS_0', addAccessor(document, 'VEC4', new Uint16Array(position.count * 4)))
      .setAttribute('WEIGHTS_0', addAccessor(document, 'VEC4', weights))
      .setIndices(addAccessor(document, 'SCALAR', Uint32Array.from(geometry.index!.array)));
  });
}
