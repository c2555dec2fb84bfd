import type { BufferGeometry } from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';

/** The same shape with rounded edges: triangles that touch share their vertices, and so their normals. */
export function smooth(geometry: BufferGeometry): BufferGeometry {
  geometry.deleteAttribute('normal');
  geometry.deleteAttribute('uv');
  const shared = mergeVertices(geometry);
  shared.computeVertexNormals();
  return shared;
}
