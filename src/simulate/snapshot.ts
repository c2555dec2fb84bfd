import { type Population, type StateArray, stateArrays } from './population.js';
import type { WorldState } from './world/world.js';

/** Everything that a simulation's further course depends on: plain data that a worker can be sent. */
export interface SimulationSnapshot {
  /** How many steps were made. */
  readonly steps: number;
  /** How many commands were given. */
  readonly commands: number;
  /** Copies of the population's arrays, by name. */
  readonly people: Readonly<Record<string, StateArray>>;
  readonly world: WorldState;
}

export function copyPopulation(people: Population): Record<string, StateArray> {
  return Object.fromEntries(stateArrays(people).map(([name, array]) => [name, array.slice()]));
}

/** Sets a population to what {@link copyPopulation} gave. */
export function restorePopulation(people: Population, copy: SimulationSnapshot['people']): void {
  people.resize(copy.x.length);
  for (const [name, array] of stateArrays(people)) array.set(copy[name]);
}
