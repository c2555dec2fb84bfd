import { generateCharacters } from 'three-crowd/generate';
import type { Recipe } from 'three-crowd/protocol';
import { createSimulation, FRAME, FRAME_STRIDE, type Simulation } from 'three-crowd/simulate';
import { sampleManifest } from './sample-manifest.js';
import { sampleRecipe } from './sample-recipe.js';

/** The sample crowd on even ground, with some fields changed, ready to walk. */
export function walkingCrowd(changes: Partial<Recipe> = {}): Simulation {
  const terrain = { active: false, amplitude: 0, frequency: 0.05, noiseType: 'fractal' } as const;
  const recipe = sampleRecipe({ terrain, ...changes });
  return createSimulation(recipe, generateCharacters(recipe, sampleManifest));
}

/** One of the numbers that a simulation's latest frame has of someone. */
export function numberOf(simulation: Simulation, person: number, field: keyof typeof FRAME): number {
  return simulation.current[person * FRAME_STRIDE + FRAME[field]];
}

/**
 * By how much of their touching distance the worst of someone's contacts overlap, for everybody: 0 apart, 1 at one
 * place. Looks at all pairs.
 */
export function overlaps(simulation: Simulation): number[] {
  const { size, scenario } = simulation;
  const period = scenario.boundary.kind === 'endless' ? scenario.boundary.length : Number.POSITIVE_INFINITY;
  const worst = new Array<number>(size).fill(0);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      const across = Math.abs(numberOf(simulation, i, 'z') - numberOf(simulation, j, 'z'));
      const dz = Math.min(across, period - across);
      const dx = numberOf(simulation, i, 'x') - numberOf(simulation, j, 'x');
      const touch = scenario.people[i].radius + scenario.people[j].radius;
      if (Math.abs(dx) > touch || dz > touch) continue;
      const overlap = 1 - Math.hypot(dx, dz) / touch;
      worst[i] = Math.max(worst[i], overlap);
      worst[j] = Math.max(worst[j], overlap);
    }
  }
  return worst;
}
