import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Most rows of cells that a range can span, the own row included: cells are a metre long, ranges 4 m. */
const MAX_ROWS = 8;
/** Parts of the grid's order with the agents near a cell: from the first index up to the second. */
const from = new Int32Array(MAX_ROWS);
const to = new Int32Array(MAX_ROWS);

/**
 * Finds the stretches of the order with all agents within range of a cell: one for each row of cells, from the cell's
 * own row onwards, so that each pair is found once. The first one begins at the cell's left. Rejected: shorter
 * stretches in farther rows, which take as long.
 *
 * @returns number of stretches
 */
export function findStretches(row: number, column: number, grid: NeighborGrid, range: number): number {
  const { starts, columns, rows, period } = grid;
  const reachColumns = Math.ceil(range / grid.cellWidth);
  // On endless ground, no agent is seen twice.
  const mostRows = period > 0 ? (rows - 1) >> 1 : rows - 1 - row;
  const reachRows = Math.min(Math.ceil(range / grid.cellLength), mostRows, MAX_ROWS - 1);
  const firstColumn = Math.max(0, column - reachColumns);
  const lastColumn = Math.min(columns - 1, column + reachColumns);
  for (let n = 0; n <= reachRows; n++) {
    const first = ((row + n) % rows) * columns;
    from[n] = starts[first + firstColumn];
    to[n] = starts[first + lastColumn + 1];
  }
  return reachRows + 1;
}

/**
 * Lists the agents of some stretches in `arrays.near` that are within range of the agent at index `s`, where one of the
 * two looks about. In the own row, agents before `s` have listed their pairs with it already.
 *
 * Each agent is written to the list, and overwritten by the next one unless it counts: an unpredictable branch costs
 * more than the writing.
 *
 * @param shift how far the stretches lie beyond the end of the ground, metres
 * @returns number of agents
 */
export function findNear(
  s: number,
  firstStretch: number,
  endStretch: number,
  shift: number,
  { x: allX, z: allZ }: NeighborGrid,
  { near, sees }: StepArrays,
  range: number,
): number {
  const x = allX[s];
  const z = allZ[s] - shift;
  const squaredRange = range * range;
  let within = 0;
  for (let n = firstStretch; n < endStretch; n++) {
    const end = to[n];
    for (let t = n === 0 ? s + 1 : from[n]; t < end; t++) {
      const dx = x - allX[t];
      const dz = z - allZ[t];
      near[within] = t;
      within += +(dx * dx + dz * dz <= squaredRange);
    }
  }
  if (sees[s] === 1) return within;
  let found = 0;
  for (let n = 0; n < within; n++) {
    const t = near[n];
    near[found] = t;
    found += sees[t];
  }
  return found;
}
