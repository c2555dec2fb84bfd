import type { Matrix4 } from 'three';
import type { Floats } from '../../rig/index.js';
import type { CharacterTable } from '../characters/index.js';

/** The affine 3×4 matrix at `m[o]`, row by row, as a `Matrix4`; written to `target`. */
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

/** Transform from a character's own space to the crowd's: 12 numbers at `out[o]`. */
export function characterMatrix(table: CharacterTable, i: number, out: Floats, o: number): void {
  const heading = table.heading(i);
  const scale = table.scale(i);
  const sine = Math.sin(heading) * scale;
  const cosine = Math.cos(heading) * scale;
  out[o] = cosine;
  out[o + 1] = 0;
  out[o + 2] = sine;
  out[o + 3] = table.x(i);
  out[o + 4] = 0;
  out[o + 5] = scale;
  out[o + 6] = 0;
  out[o + 7] = table.y(i);
  out[o + 8] = -sine;
  out[o + 9] = 0;
  out[o + 10] = cosine;
  out[o + 11] = table.z(i);
}
