import { type Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three';

/** All skinned meshes in an object. */
export function skinnedMeshesOf(object: Object3D): SkinnedMesh[] {
  const meshes: SkinnedMesh[] = [];
  object.traverse((child) => child instanceof SkinnedMesh && meshes.push(child));
  return meshes;
}

/** Vertices of a mesh in the world, by three's own skinning. World matrices must be up to date. */
export function worldVertices(mesh: Mesh): Vector3[] {
  const { count } = mesh.geometry.getAttribute('position');
  return Array.from({ length: count }, (_, v) =>
    mesh.getVertexPosition(v, new Vector3()).applyMatrix4(mesh.matrixWorld),
  );
}

/** Numbers of points: x, y, z each. */
export function numbersOf(points: readonly Vector3[]): Float32Array {
  return Float32Array.from(points.flatMap((point) => point.toArray()));
}
