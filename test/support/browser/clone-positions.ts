import { type Object3D, SkinnedMesh, Vector3 } from 'three';

/** Vertex positions of a cloned character's part by three, in the space of `crowd`: x, y, z each. */
export function readClonePositions(crowd: Object3D, character: Object3D, part: string): Float32Array {
  crowd.updateMatrixWorld(true);
  const mesh = character.getObjectByName(part);
  if (!(mesh instanceof SkinnedMesh)) throw new Error(`This character wears no ${part}.`);
  mesh.skeleton.update();
  const { count } = mesh.geometry.getAttribute('position');
  const positions = new Float32Array(count * 3);
  const vertex = new Vector3();
  for (let v = 0; v < count; v++) {
    crowd.worldToLocal(mesh.localToWorld(mesh.getVertexPosition(v, vertex))).toArray(positions, v * 3);
  }
  return positions;
}
