import { linearToSrgb, srgbToLinear } from '../../math/index.js';
import { FULL_SCALE } from '../mesh/pack.js';

/**
 * Steps of what files hold of normals (at most 0.2° off) and of colours, in sRGB, where equal steps look equally large. A
 * value that occurs often compresses well: brotli leaves 174 kB of the master file, and 207 with the steps of the meshes
 * themselves, which stay finer, since simplification chooses vertices by them. Bytes (`KHR_mesh_quantization`) would leave
 * less, but not every importer knows the extension.
 */
const NORMAL_STEPS = 256;
const COLOR_STEPS = 127;

export function roundNormals(normals: Float32Array): Float32Array {
  return normals.map((value) => Math.round(value * NORMAL_STEPS) / NORMAL_STEPS);
}

/** Linear red, green and blue, and the share of the tint, which is all or nothing and stays as it is. */
export function roundColors(colors: Uint16Array): Uint16Array {
  return colors.map((value, i) =>
    i % 4 === 3 ? value : Math.round(roundColor(value / FULL_SCALE) * FULL_SCALE),
  );
}

function roundColor(linear: number): number {
  return srgbToLinear(Math.round(linearToSrgb(linear) * COLOR_STEPS) / COLOR_STEPS);
}
