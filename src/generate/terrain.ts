import { createNoise2D } from 'simplex-noise';
import { mulberry32, streamSeed, uniformAt } from '../math/index.js';
import type { Recipe } from '../protocol/index.js';
import { STREAM } from './traits/random-numbers.js';

/** Index of the offset's random numbers, far beyond those that shuffle the noise table. */
const OFFSET_NUMBER = 100_000;
/** Maximum offset of the terrain in the noise. Simplex noise is 0 at the origin for every seed. */
const MAX_OFFSET = 512;

const OCTAVES = 5;
/** Amplitude of each octave, as a fraction of the one before. */
const GAIN = 0.5;
/** Frequency of each octave, as a multiple of the one before. */
const LACUNARITY = 2;
/** Offset of each octave in the noise. Without it, all octaves would have a zero at the same point. */
const OCTAVE_STEP_X = 37;
const OCTAVE_STEP_Z = -53;

type Height = (x: number, z: number) => number;

/**
 * Returns a function for the terrain height at (x, z), metres, within ±amplitude; always 0 if the terrain is off.
 *
 * `simplex` is one octave of simplex noise, `fractal` the normalized sum of five. The slope is below 7.4 · amplitude ·
 * frequency for the first and 11.3 times for the second.
 *
 * @example
 * const height = terrainHeight(response.recipe);
 * figure.position.set(character.x, height(character.x, character.z), character.z);
 */
export function terrainHeight(recipe: Pick<Recipe, 'seed' | 'terrain'>): Height {
  const { active, amplitude, frequency, noiseType } = recipe.terrain;
  if (!active || amplitude === 0) return () => 0;
  const seed = streamSeed(recipe.seed, STREAM.terrain);
  const noise = createNoise2D(mulberry32(seed));
  const [offsetX, offsetZ] = offsetOf(seed);
  const octaves = noiseType === 'simplex' ? 1 : OCTAVES;

  return (x, z) => {
    let sum = 0;
    let weights = 0;
    let weight = 1;
    let scale = frequency;
    for (let octave = 0; octave < octaves; octave++) {
      const u = x * scale + offsetX + octave * OCTAVE_STEP_X;
      const v = z * scale + offsetZ + octave * OCTAVE_STEP_Z;
      sum += weight * noise(u, v);
      weights += weight;
      weight *= GAIN;
      scale *= LACUNARITY;
    }
    return (amplitude * sum) / weights;
  };
}

/** Returns the offset of the first octave in the noise, from the terrain's random stream. */
function offsetOf(seed: number): [x: number, z: number] {
  return [uniformAt(seed, OFFSET_NUMBER) * MAX_OFFSET, uniformAt(seed, OFFSET_NUMBER + 1) * MAX_OFFSET];
}
