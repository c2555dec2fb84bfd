import type { ObstacleDescription, Wall } from '../population/scenario.js';
import type { Boundary } from './boundary.js';
import { nearestOnWall } from './segment.js';

/** Square cells of the ground, row by row, and where people can walk. */
export interface WalkableCells {
  readonly minX: number;
  readonly minZ: number;
  /** Side of a cell, metres. */
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  /** 1 for cells that can be walked on. */
  readonly isFree: Uint8Array;
}

/** Side of a cell, metres; larger where the ground is so large that there would be too many. */
const CELL_SIZE = 0.25;
const MAX_CELLS = 250_000;
/** Middles of cells keep this far from walls, metres: more than half a diagonal, so that walls have no leaks … */
const CLEARANCE = 0.2;
/** … also where cells are larger, as a share of their side. */
const CLEARANCE_OF_CELL = 0.75;

const edge = { distance: 0, normalX: 0, normalZ: 0 };

/** Divides the ground into cells, and blocks those outside of the boundary, at walls and at obstacles that stand. */
export function findWalkableCells(
  boundary: Boundary,
  walls: readonly Wall[],
  obstacles: Iterable<ObstacleDescription>,
): WalkableCells {
  const [minX, minZ, maxX, maxZ] = boundary.bounds;
  const cellSize = Math.max(CELL_SIZE, Math.sqrt(((maxX - minX) * (maxZ - minZ)) / MAX_CELLS));
  const columns = Math.max(1, Math.ceil((maxX - minX) / cellSize));
  const rows = Math.max(1, Math.ceil((maxZ - minZ) / cellSize));
  const isFree = new Uint8Array(columns * rows);
  const middleX = (column: number): number => minX + (column + 0.5) * cellSize;
  const middleZ = (row: number): number => minZ + (row + 0.5) * cellSize;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      boundary.probe(middleX(column), middleZ(row), -1, edge);
      isFree[row * columns + column] = edge.distance >= 0 ? 1 : 0;
    }
  }
  const clearance = Math.max(CLEARANCE, CLEARANCE_OF_CELL * cellSize);
  /** Blocks the cells whose middles are nearer than `reach` to a wall; a wall without length is a round obstacle. */
  const block = (wall: Wall, reach: number): void => {
    const from = (low: number, min: number): number =>
      Math.max(0, Math.floor((low - reach - min) / cellSize));
    const lastColumn = Math.min(columns - 1, from(Math.max(wall[0], wall[2]) + 2 * reach, minX));
    const lastRow = Math.min(rows - 1, from(Math.max(wall[1], wall[3]) + 2 * reach, minZ));
    for (let row = from(Math.min(wall[1], wall[3]), minZ); row <= lastRow; row++) {
      for (let column = from(Math.min(wall[0], wall[2]), minX); column <= lastColumn; column++) {
        const x = middleX(column);
        const z = middleZ(row);
        const t = nearestOnWall(wall, x, z);
        const dx = x - (wall[0] + t * (wall[2] - wall[0]));
        const dz = z - (wall[1] + t * (wall[3] - wall[1]));
        if (dx * dx + dz * dz < reach * reach) isFree[row * columns + column] = 0;
      }
    }
  };
  for (const wall of walls) block(wall, clearance);
  for (const { x, z, radius } of obstacles) block([x, z, x, z], radius + clearance);
  return { minX, minZ, cellSize, columns, rows, isFree };
}

/** The cell that contains a point, or the one nearest to a point outside of the grid. */
export function cellAt({ minX, minZ, cellSize, columns, rows }: WalkableCells, x: number, z: number): number {
  const column = Math.min(columns - 1, Math.max(0, Math.floor((x - minX) / cellSize)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor((z - minZ) / cellSize)));
  return row * columns + column;
}

/** Visits a cell and the up to eight cells round it. */
export function forEachNeighbor(
  { columns, rows }: WalkableCells,
  middle: number,
  visit: (cell: number) => void,
): void {
  const column = middle % columns;
  const row = (middle - column) / columns;
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) visit(r * columns + c);
  }
}
