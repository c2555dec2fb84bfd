import { generateCharacters } from 'three-crowd/generate';
import type { Recipe } from 'three-crowd/protocol';
import { createSimulation, type Simulation } from 'three-crowd/simulate';
import { sampleManifest } from '../sample-manifest.js';
import { sampleRecipe } from '../sample-recipe.js';

/** The sample crowd on even ground, with some fields changed, ready to walk. */
export function walkingCrowd(changes: Partial<Recipe> = {}): Simulation {
  const terrain = { active: false, amplitude: 0, frequency: 0.05, noiseType: 'fractal' } as const;
  const recipe = sampleRecipe({ terrain, ...changes });
  return createSimulation(recipe, generateCharacters(recipe, sampleManifest));
}
