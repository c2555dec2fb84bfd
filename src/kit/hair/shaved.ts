import { HEAD_CENTRE } from '../head/head-shape.js';
import type { Vector } from '../math/vector.js';
import { type Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { HAIR } from './hair-cap.js';

const SIZE = 0.01;
const CORNERS: readonly Vector[] = [
  [1, 1, 1],
  [-1, -1, 1],
  [-1, 1, -1],
  [1, -1, -1],
];

/**
 * Builds the mesh for no hair. Every character references a hair node with a mesh, so this is a small tetrahedron
 * inside the head. The scalp is painted on the face, since a separate shell would show a jagged edge.
 */
export function buildShaved(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  const [a, b, c, d] = CORNERS.map(([x, y, z]) =>
    mesh.addVertex({
      position: [x * SIZE, HEAD_CENTRE + y * SIZE, z * SIZE],
      paint: HAIR,
      weights: HEAD_WEIGHTS,
    }),
  );
  mesh.addTriangle(a, c, b);
  mesh.addTriangle(a, b, d);
  mesh.addTriangle(a, d, c);
  mesh.addTriangle(b, c, d);
  return mesh;
}
