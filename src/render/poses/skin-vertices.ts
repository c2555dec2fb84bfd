import type { BufferGeometry } from 'three';
import { AFFINE_SIZE } from '../../math/index.js';
import { type Floats, readVertices, type SkinnedVertices } from '../../rig/index.js';

/**
 * Positions, joints and weights of geometries in plain arrays, which are ten times as quick to read as three's
 * attributes.
 */
const plain = new WeakMap<BufferGeometry, SkinnedVertices>();

/** Skins the vertices of a part: 3 numbers each, written to `out`. Weights are used as they are, not normalised. */
export function skinVertices(geometry: BufferGeometry, matrices: Float64Array, out: Float64Array): void {
  const { positions, joints, weights } = plainVertices(geometry);
  for (let p = 0, k = 0; p < positions.length; p += 3, k += 4) {
    const px = positions[p];
    const py = positions[p + 1];
    const pz = positions[p + 2];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = k; i < k + 4; i++) {
      const weight = weights[i];
      if (weight === 0) continue;
      const m = joints[i] * AFFINE_SIZE;
      x += weight * (matrices[m] * px + matrices[m + 1] * py + matrices[m + 2] * pz + matrices[m + 3]);
      y += weight * (matrices[m + 4] * px + matrices[m + 5] * py + matrices[m + 6] * pz + matrices[m + 7]);
      z += weight * (matrices[m + 8] * px + matrices[m + 9] * py + matrices[m + 10] * pz + matrices[m + 11]);
    }
    out[p] = x;
    out[p + 1] = y;
    out[p + 2] = z;
  }
}

/** The matrix that skins one vertex, the weighted mean of its joints' matrices: 12 numbers, written to `out`. */
export function vertexMatrix(geometry: BufferGeometry, vertex: number, matrices: Floats, out: Floats): void {
  const { joints, weights } = plainVertices(geometry);
  out.fill(0, 0, AFFINE_SIZE);
  for (let k = vertex * 4; k < vertex * 4 + 4; k++) {
    const m = joints[k] * AFFINE_SIZE;
    for (let n = 0; n < AFFINE_SIZE; n++) out[n] += weights[k] * matrices[m + n];
  }
}

function plainVertices(geometry: BufferGeometry): SkinnedVertices {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  const vertices = plain.get(geometry) ?? readVertices(position, skinIndex, skinWeight);
  plain.set(geometry, vertices);
  return vertices;
}
