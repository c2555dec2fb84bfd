import {
  AFFINE_SIZE,
  composeAffine,
  decomposeAffine,
  multiplyAffine,
  setAffineIdentity,
} from '../math/index.js';
import { TRS_SIZE } from '../rig/index.js';
import type { GltfJson, GltfNode } from './gltf-json.js';

/** A node's local translation, rotation and scale: {@link TRS_SIZE} numbers at `out[o]`. */
export function readTransform(node: GltfNode, out: Float32Array | Float64Array, o: number): void {
  if (node.matrix) {
    decomposeAffine(out, o, toAffine(node.matrix, 0), 0);
    return;
  }
  const { translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = node;
  out.set([...translation, ...rotation, ...scale], o);
}

/** glTF's 4×4 by columns as an affine 3×4 by rows. */
export function toAffine(columns: ArrayLike<number>, o: number): Float64Array {
  return Float64Array.from({ length: AFFINE_SIZE }, (_, i) => columns[o + (i % 4) * 4 + (i >> 2)]);
}

/** From a node's own space to that of a node above it, or to the scene's for −1: affine 3×4. */
export function transformBetween(
  { nodes = [] }: GltfJson,
  parents: Int32Array,
  node: number,
  above: number,
): Float64Array {
  const result = new Float64Array(AFFINE_SIZE);
  const local = new Float64Array(AFFINE_SIZE);
  const trs = new Float64Array(TRS_SIZE);
  setAffineIdentity(result, 0);
  for (let at = node; at >= 0 && at !== above; at = parents[at]) {
    readTransform(nodes[at], trs, 0);
    composeAffine(local, 0, trs, 0);
    multiplyAffine(result, 0, local, 0, result, 0);
  }
  return result;
}

/** True if two affine matrices are equal up to rounding. */
export function isSameAffine(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): boolean {
  for (let k = 0; k < AFFINE_SIZE; k++) {
    const tolerance = 1e-4 * Math.max(1, Math.abs(a[i + k]), Math.abs(b[j + k]));
    if (!(Math.abs(a[i + k] - b[j + k]) <= tolerance)) return false;
  }
  return true;
}
