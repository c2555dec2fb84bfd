import type { Wall } from '../scenario.js';
import type { GridShape } from '../step/neighbor-grid.js';
import { RANGE } from '../world/walls.js';
import { declareFloat, declareWhole } from './declarations.js';

/** The ground is divided into blocks, each with a list of the walls that are near it: their side at least, metres, … */
const BLOCK_SIDE = 4;
/** … and how many there are at most; larger ground gets larger blocks. */
const MAX_BLOCKS = 65_536;

/** Walls that those in one part of the ground have to look at. */
export interface WallBlocks {
  readonly columns: number;
  readonly rows: number;
  /** Metres. */
  readonly side: number;
  /** As `crowd-walk-walls.wgsl` reads them. */
  readonly texels: Float32Array<ArrayBuffer>;
}

/**
 * Lists the walls near each block of the ground: a texel for each block, [texel of its first wall, texel after its last, 0, 0],
 * and then one for each wall of each list, in the order of the scenario. Blocks at the edge of the ground also have the walls
 * beyond it, since those who stand outside are counted to them.
 */
export function packWalls(walls: readonly Wall[], grid: GridShape): WallBlocks {
  const { minX, minZ } = grid;
  const width = grid.columns * grid.cellWidth;
  const length = grid.rows * grid.cellLength;
  const side = Math.max(BLOCK_SIDE, Math.sqrt((width * length) / MAX_BLOCKS));
  const columns = Math.max(1, Math.floor(width / side));
  const rows = Math.max(1, Math.floor(length / side));
  const blockAt = (offset: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor(offset / side)));
  const lists: Wall[][] = Array.from({ length: columns * rows }, () => []);
  for (const wall of walls) {
    const [ax, az, bx, bz] = wall;
    const lastColumn = blockAt(Math.max(ax, bx) + RANGE - minX, columns);
    const lastRow = blockAt(Math.max(az, bz) + RANGE - minZ, rows);
    for (let row = blockAt(Math.min(az, bz) - RANGE - minZ, rows); row <= lastRow; row++) {
      for (let column = blockAt(Math.min(ax, bx) - RANGE - minX, columns); column <= lastColumn; column++) {
        lists[row * columns + column].push(wall);
      }
    }
  }
  let end = lists.length;
  const heads = lists.flatMap((list) => {
    const first = end;
    end += list.length;
    return [first, end, 0, 0];
  });
  return { columns, rows, side, texels: Float32Array.from([...heads, ...lists.flat(2)]) };
}

/** WGSL that declares how the ground is divided, and from how far walls count. */
export function declareWalls({ columns, rows, side }: WallBlocks): string[] {
  return [
    declareWhole('WALL_COLUMNS', columns),
    declareWhole('WALL_ROWS', rows),
    declareFloat('WALL_SIDE', side),
    declareFloat('WALL_RANGE', RANGE),
  ];
}
