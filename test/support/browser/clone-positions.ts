import { type Object3D, SkinnedMesh } from 'three';
import { numbersOf, worldVertices } from '../skinned-meshes.js';

/** Vertex positions of a cloned character's part by three, in the space of `crowd`: x, y, z each. */
export function readClonePositions(crowd: Object3D, character: Object3D, part: string): Float32Array {
  crowd.updateMatrixWorld(true);
  const mesh = character.getObjectByName(part);
  if (!(mesh instanceof SkinnedMesh)) throw new Error(`This character wears no ${part}.`);
  return numbersOf(worldVertices(mesh).map((vertex) => crowd.worldToLocal(vertex)));
}
