import { multiplyQuaternions, rotateVector } from '../math/index.js';
import type { Floats } from './skeleton.js';

/**
 * Numbers per transform with uniform scale: quaternion x y z w, translation x y z, scale. Same layout as local poses of
 * a rig with uniform scales.
 */
export const EVEN_TRANSFORM_SIZE = 8;

/** Returns a · b: b is applied first. `out` may be an input. */
export function multiplyTransforms(out: Floats, o: number, a: Floats, i: number, b: Floats, j: number): void {
  const scale = a[i + 7];
  const x = a[i + 4];
  const y = a[i + 5];
  const z = a[i + 6];
  const product = scale * b[j + 7];
  rotateVector(moved, 0, a, i, b, j + 4);
  multiplyQuaternions(out, o, a, i, b, j);
  out[o + 4] = x + scale * moved[0];
  out[o + 5] = y + scale * moved[1];
  out[o + 6] = z + scale * moved[2];
  out[o + 7] = product;
}

/**
 * Returns the transform from a joint's space to character space: the product of the local poses up the chain, from
 * `locals[first]`.
 */
export function chainTransform(
  out: Floats,
  o: number,
  locals: Floats,
  first: number,
  joint: number,
  parents: Int16Array,
): void {
  const at = first + joint * EVEN_TRANSFORM_SIZE;
  for (let k = 0; k < EVEN_TRANSFORM_SIZE; k++) out[o + k] = locals[at + k];
  for (let j = parents[joint]; j >= 0; j = parents[j]) {
    multiplyTransforms(out, o, locals, first + j * EVEN_TRANSFORM_SIZE, out, o);
  }
}

const moved = new Float64Array(3);
