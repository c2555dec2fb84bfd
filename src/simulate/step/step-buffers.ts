import type { Agents, Population } from '../population/population.js';
import type { Boundary } from '../world/boundary.js';
import { Contacts } from './contacts.js';
import { NeighborGrid } from './neighbor-grid.js';
import { createStepArrays, type StepArrays } from './step-arrays.js';

/** Metres. */
const FAR_CELL_SIZE = 4;
/** Largest distance that contacts move an agent in a step, and that a far agent walks between two updates, metres. */
const [STRAY, FAR_STRAY] = [1, 4];

/** Buffers of a step, created once per population. */
export interface StepBuffers {
  /** Agents that the step moves. */
  readonly near: Agents;
  /** Far agents that are updated after it. */
  readonly due: Agents;
  readonly grid: NeighborGrid;
  /** With larger cells, for far agents, which are fewer and look for walls and obstacles alone; created for the first of them. */
  farGrid(): NeighborGrid;
  readonly arrays: StepArrays;
  readonly contacts: Contacts;
}

export function createStepBuffers(people: Population, { bounds, isEndless }: Boundary): StepBuffers {
  const { size } = people;
  let farGrid: NeighborGrid | undefined;
  return {
    near: { list: new Uint32Array(size), count: 0 },
    due: { list: new Uint32Array(size), count: 0 },
    grid: new NeighborGrid({ bounds, size, minCellSize: minCellSizeFor(people), stray: STRAY, isEndless }),
    farGrid: () => {
      farGrid ??= new NeighborGrid({ bounds, size, minCellSize: FAR_CELL_SIZE, stray: FAR_STRAY, isEndless });
      return farGrid;
    },
    arrays: createStepArrays(size),
    contacts: new Contacts(size),
  };
}

/** Least side of a cell, metres: agents that touch are in neighbouring cells. */
export function minCellSizeFor({ radius }: Population): number {
  return 2 * radius.reduce((most, own) => Math.max(most, own), 0);
}
