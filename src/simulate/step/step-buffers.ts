import type { Population } from '../population/population.js';
import type { Boundary } from '../world/boundary.js';
import { Contacts } from './contacts.js';
import { NeighborGrid } from './neighbor-grid.js';
import { createStepArrays, type StepArrays } from './step-arrays.js';

/** Buffers of a step, created once per population. */
export interface StepBuffers {
  readonly grid: NeighborGrid;
  readonly arrays: StepArrays;
  readonly contacts: Contacts;
}

export function createStepBuffers(people: Population, { bounds, isEndless }: Boundary): StepBuffers {
  const { size } = people;
  return {
    grid: new NeighborGrid({ bounds, size, minCellSize: minCellSizeFor(people), isEndless }),
    arrays: createStepArrays(size),
    contacts: new Contacts(size),
  };
}

/** Least side of a cell, metres: agents that touch are in neighbouring cells. */
export function minCellSizeFor({ radius }: Population): number {
  return 2 * radius.reduce((most, own) => Math.max(most, own), 0);
}
