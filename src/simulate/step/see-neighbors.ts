import type { Population } from '../population/population.js';
import type { Foresight } from '../population/steering-options.js';
import { findNear, findStretches } from './near-people.js';
import type { NeighborGrid } from './neighbor-grid.js';
import { closeEyes, meet, openEyes } from './sight.js';
import type { StepArrays } from './step-arrays.js';

/**
 * Computes what each agent sees of the others: the force that avoids collisions, the clear distance ahead, and the side
 * of agents that go the same way.
 *
 * Each pair is looked at once, for both. Standing agents look at nobody. The order of the sums is that of the grid,
 * which depends on the state alone.
 */
export function seeNeighbors(
  people: Population,
  grid: NeighborGrid,
  arrays: StepArrays,
  foresight: Foresight,
): void {
  const { starts, columns, rows, firstRow, endRow, period } = grid;
  const { range } = foresight;
  openEyes(people, grid, arrays);
  for (let row = firstRow; row < endRow; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const end = starts[cell + 1];
      if (starts[cell] === end) continue;
      const stretches = findStretches(row, column, grid, range);
      // On endless ground, the last stretches continue in the first row.
      const beforeEnd = Math.min(stretches, rows - row);
      for (let s = starts[cell]; s < end; s++) {
        meet(s, findNear(s, 0, beforeEnd, 0, grid, arrays, range), 0, arrays, foresight);
        if (beforeEnd === stretches) continue;
        meet(s, findNear(s, beforeEnd, stretches, period, grid, arrays, range), period, arrays, foresight);
      }
    }
  }
  closeEyes(grid, arrays);
}
