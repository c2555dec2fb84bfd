import { GAIN, LACUNARITY } from '../../generate/terrain.js';
import type { TerrainNoise } from '../../generate/terrain-noise.js';
import * as ground from '../world/ground.js';
import { declareFloat, declareWhole } from './declarations.js';

/** Numbers by which simplex noise goes from squares to triangles and back. */
const SKEW = (Math.sqrt(3) - 1) / 2;
const UNSKEW = (3 - Math.sqrt(3)) / 6;

/** The gradients of `simplex-noise` at corners, by the corner's number modulo 12. */
const GRADIENTS = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
  [1, 0],
  [-1, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0, 1],
  [0, -1],
] as const;

/** WGSL that declares the numbers of hills; all that even ground needs are those of no hills. */
export function declareHills(noise: TerrainNoise | undefined): string[] {
  return [
    declareWhole('OCTAVES', noise?.offsets.length ?? 0),
    declareFloat('HILL_AMPLITUDE', noise?.amplitude ?? 0),
    declareFloat('HILL_FREQUENCY', noise?.frequency ?? 0),
    declareFloat('GAIN', GAIN),
    declareFloat('LACUNARITY', LACUNARITY),
    declareFloat('SKEW', SKEW),
    declareFloat('UNSKEW', UNSKEW),
    declareFloat('EASIEST_SLOPE', ground.EASIEST_SLOPE),
    declareFloat('SLOPE_EXPONENT', ground.SLOPE_EXPONENT),
    declareFloat('SLOPE_SMOOTHING_SECONDS', ground.SMOOTHING_SECONDS),
    declareFloat('MIN_WAY', ground.MIN_WAY),
  ];
}

/**
 * The noise of hills, as `crowd-walk-hills.wgsl` reads it: a texel for each octave, [x and z within a cell, number of the
 * cell along x and z], and then one for each of 256 corners, [number, gradient x and z, 0]. Octaves are cut from far away
 * from the origin, where 32-bit floats are too coarse, so that whole cells are kept apart.
 */
export function packHills({ offsets, permutation }: TerrainNoise): Float32Array<ArrayBuffer> {
  const octaves = offsets.flatMap(([x, z]) => {
    const skew = (x + z) * SKEW;
    const cell = [Math.floor(x + skew), Math.floor(z + skew)];
    const unskew = (cell[0] + cell[1]) * UNSKEW;
    return [x - cell[0] + unskew, z - cell[1] + unskew, cell[0] % 256, cell[1] % 256];
  });
  const corners = Array.from(permutation.subarray(0, 256), (corner) => [
    corner,
    ...GRADIENTS[corner % GRADIENTS.length],
    0,
  ]);
  return Float32Array.from([...octaves, ...corners.flat()]);
}
