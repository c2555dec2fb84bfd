import type { Population } from './population.js';
import type { WorldState } from './world/world.js';

type State = Float64Array | Int32Array | Uint32Array | Uint8Array | Int8Array;

/** Everything that a simulation's further course depends on: plain data that a worker can be sent. */
export interface SimulationSnapshot {
  /** How many steps were made. */
  readonly steps: number;
  /** How many commands were given. */
  readonly commands: number;
  /** Copies of the population's arrays, by name. */
  readonly people: Readonly<Record<string, State>>;
  readonly world: WorldState;
}

export function copyPopulation(people: Population): Record<string, State> {
  return Object.fromEntries(stateArrays(people).map(([name, array]) => [name, array.slice()]));
}

/** Sets a population to what {@link copyPopulation} gave. */
export function restorePopulation(people: Population, copy: SimulationSnapshot['people']): void {
  for (const [name, array] of stateArrays(people)) array.set(copy[name]);
}

function stateArrays(people: Population): [name: string, array: State][] {
  return Object.entries(people).filter((entry): entry is [string, State] => ArrayBuffer.isView(entry[1]));
}
