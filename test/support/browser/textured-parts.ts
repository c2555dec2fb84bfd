import type { Document, Material, Primitive } from '@gltf-transform/core';
import { addAccessor } from '../edit-glb.js';

/** A PNG of two colours side by side. */
export async function pictureFile(left: string, right: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(16, 16);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  for (const [k, color] of [left, right].entries()) {
    context.fillStyle = color;
    context.fillRect(k * 8, 0, 8, 16);
  }
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}

/** A material that shows a picture. */
export function addMaterial(document: Document, name: string, picture: Uint8Array<ArrayBuffer>): Material {
  const texture = document.createTexture(name).setImage(picture).setMimeType('image/png');
  return document.createMaterial(name).setBaseColorTexture(texture);
}

/** Cuts the mesh of a node into as many primitives as there are materials, all of which share their vertices. */
export function cutMesh(document: Document, node: string, materials: readonly Material[]): void {
  const mesh = document
    .getRoot()
    .listNodes()
    .find((each) => each.getName() === node)
    ?.getMesh();
  if (!mesh) throw new Error(`There is no mesh "${node}".`);
  const [whole] = mesh.listPrimitives();
  whole.setAttribute('TEXCOORD_0', addAccessor(document, 'VEC2', projectVertices(whole)));
  const corners = whole.getIndices()!.getArray()!;
  const share = Math.ceil(corners.length / 3 / materials.length) * 3;
  const pieces = materials.map((material, k) => {
    const indices = Uint32Array.from(corners.slice(k * share, (k + 1) * share));
    return whole
      .clone()
      .setMaterial(material)
      .setIndices(addAccessor(document, 'SCALAR', indices));
  });
  mesh.removePrimitive(whole);
  for (const piece of pieces) mesh.addPrimitive(piece);
}

/** Texture coordinates as seen from in front: the whole picture on the whole mesh. */
function projectVertices(primitive: Primitive): Float32Array<ArrayBuffer> {
  const positions = primitive.getAttribute('POSITION')!;
  const min = positions.getMin([0, 0, 0]);
  const max = positions.getMax([0, 0, 0]);
  return Float32Array.from({ length: positions.getCount() * 2 }, (_, k) => {
    const value = positions.getElement(k >> 1, [0, 0, 0])[k & 1];
    return (value - min[k & 1]) / (max[k & 1] - min[k & 1]);
  });
}
