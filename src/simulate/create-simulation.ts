import type { Recipe } from '../protocol/index.js';
import {
  type CrowdScenarioOptions,
  crowdScenario,
  type SimulatedCharacter,
} from './population/crowd-scenario.js';
import { Simulation } from './simulation.js';

/**
 * Creates the simulation of a crowd, in which characters walk as the recipe says.
 *
 * Person i of the simulation is the i-th of `characters`. Everything follows from the recipe's seed: the same recipe
 * and the same time give the same state on every engine.
 *
 * @example
 * const simulation = createSimulation(response.recipe, response.characters, { clipSpeed: 1.2 });
 * simulation.advance(1 / 60);
 * const x = simulation.current[person * FRAME_STRIDE + FRAME.x];
 */
export function createSimulation(
  recipe: Recipe,
  characters: readonly SimulatedCharacter[],
  options?: CrowdScenarioOptions,
): Simulation {
  return new Simulation(crowdScenario(recipe, characters, options));
}
