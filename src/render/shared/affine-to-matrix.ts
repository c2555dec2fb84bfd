import type { Matrix4 } from 'three';
import type { Floats } from '../../rig/index.js';

/** The affine 3×4 matrix at `m[o]` as one of three's, written to `target`. */
export function affineToMatrix(m: Floats, o: number, target: Matrix4): Matrix4 {
  return target.set(
    m[o],
    m[o + 1],
    m[o + 2],
    m[o + 3],
    m[o + 4],
    m[o + 5],
    m[o + 6],
    m[o + 7],
    m[o + 8],
    m[o + 9],
    m[o + 10],
    m[o + 11],
    0,
    0,
    0,
    1,
  );
}
