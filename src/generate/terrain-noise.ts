import { buildPermutationTable } from 'simplex-noise';
import { mulberry32, streamSeed } from '../math/index.js';
import type { Recipe } from '../protocol/index.js';
import { GAIN, OCTAVE_STEP_X, OCTAVE_STEP_Z, OCTAVES, offsetOf } from './terrain.js';
import { STREAM } from './traits/random-numbers.js';

/** What the noise of a terrain is made from, for those who compute `terrainHeight` elsewhere. */
export interface TerrainNoise {
  /** Of the first octave, metres, so that the weights of all add up to the terrain's. */
  readonly amplitude: number;
  /** Of the first octave, a metre. */
  readonly frequency: number;
  /** Where each octave is cut from, in its own coordinates. */
  readonly offsets: readonly (readonly [x: number, z: number])[];
  /** The numbers from 0 to 255 in the noise's order, twice. */
  readonly permutation: Uint8Array;
}

/** Undefined where the ground is even. */
export function terrainNoise(recipe: Pick<Recipe, 'seed' | 'terrain'>): TerrainNoise | undefined {
  const { active, amplitude, frequency, noiseType } = recipe.terrain;
  if (!active || amplitude === 0) return undefined;
  const seed = streamSeed(recipe.seed, STREAM.terrain);
  const [x, z] = offsetOf(seed);
  const octaves = Array.from({ length: noiseType === 'simplex' ? 1 : OCTAVES }, (_, octave) => octave);
  return {
    // The sum of all weights, by Horner's rule: engines may differ in the last digit of a power.
    amplitude: amplitude / octaves.reduce((sum) => 1 + GAIN * sum, 0),
    frequency,
    offsets: octaves.map((octave) => [x + octave * OCTAVE_STEP_X, z + octave * OCTAVE_STEP_Z]),
    permutation: buildPermutationTable(mulberry32(seed)),
  };
}
