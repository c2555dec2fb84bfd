import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Most rows of cells that a range can span, one's own included: cells are a metre long, ranges 4 m. */
const MAX_ROWS = 8;
/** The stretches of the grid's order that hold who is near a cell. */
const from = new Int32Array(MAX_ROWS);
const to = new Int32Array(MAX_ROWS);

/**
 * Lists the stretches of the order in which those within range of a cell stand: one a row of cells, from the cell's own
 * row onwards, so that each pair is found once. The first begins at the cell's left.
 *
 * @returns how many
 */
export function findStretches(row: number, column: number, grid: NeighborGrid, range: number): number {
  const { starts, columns, rows, period } = grid;
  const reachColumns = Math.ceil(range / grid.cellWidth);
  // Round an endless ground nobody is seen twice.
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
 * Lists who of some stretches is within range of the one at place `s`, where one of the two looks about, in
 * `arrays.near`. In its own row those up to `s` have listed their pairs with it already.
 *
 * Everyone is written to the list, and the next one over them unless they count: a branch that is taken for every second
 * one costs more than the writing.
 *
 * @param shift how far the stretches lie beyond the end of the ground, metres
 * @returns how many
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
