import { boundsOf } from './bounds.js';
import type { Polyline } from './polyline.js';

/** Cells along the longer side of the grid, at most. */
const MAX_CELLS_PER_SIDE = 256;

/**
 * Finds the nearest place of a path, for points up to `reach` metres from it.
 *
 * Each cell of a square grid lists the pieces that any point in it could be within reach of, so a look-up tries only
 * those, however long the path is.
 */
export class NearestOnPath {
  readonly #path: Polyline;
  readonly #reach: number;
  readonly #minX: number;
  readonly #minZ: number;
  readonly #cellSize: number;
  readonly #columns: number;
  readonly #rows: number;
  /** Where each cell's list begins in `#pieces`; one more at the end. */
  readonly #starts: Uint32Array;
  readonly #pieces: Uint32Array;

  constructor(path: Polyline, reach: number) {
    const [minX, minZ, maxX, maxZ] = boundsOf(path.corners);
    this.#path = path;
    this.#reach = reach;
    this.#minX = minX - reach;
    this.#minZ = minZ - reach;
    const longest = Math.max(maxX - minX, maxZ - minZ) + 2 * reach;
    this.#cellSize = Math.max(reach / 2, longest / MAX_CELLS_PER_SIDE);
    this.#columns = Math.floor((maxX - minX + 2 * reach) / this.#cellSize) + 1;
    this.#rows = Math.floor((maxZ - minZ + 2 * reach) / this.#cellSize) + 1;

    // A counting sort of (cell, piece) pairs: first how many a cell, then where each list starts, then the lists.
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1);
    this.#forEachPair((cell) => {
      this.#starts[cell + 1] += 1;
    });
    for (let cell = 1; cell < this.#starts.length; cell++) this.#starts[cell] += this.#starts[cell - 1];
    this.#pieces = new Uint32Array(this.#starts[this.#starts.length - 1]);
    const next = this.#starts.slice();
    this.#forEachPair((cell, piece) => {
      this.#pieces[next[cell]++] = piece;
    });
  }

  /** How far the path is and how far along it the nearest place lies, metres; undefined beyond reach. */
  find(x: number, z: number): { distance: number; arc: number } | undefined {
    const column = Math.floor((x - this.#minX) / this.#cellSize);
    const row = Math.floor((z - this.#minZ) / this.#cellSize);
    if (column < 0 || column >= this.#columns || row < 0 || row >= this.#rows) return undefined;
    const { corners, arcs } = this.#path;
    const cell = row * this.#columns + column;
    let nearest = this.#reach * this.#reach;
    let arc = -1;
    for (let i = this.#starts[cell]; i < this.#starts[cell + 1]; i++) {
      const piece = this.#pieces[i];
      const ax = corners[piece][0];
      const az = corners[piece][1];
      const dx = corners[piece + 1][0] - ax;
      const dz = corners[piece + 1][1] - az;
      const squaredLength = dx * dx + dz * dz;
      const along = squaredLength > 0 ? ((x - ax) * dx + (z - az) * dz) / squaredLength : 0;
      const t = Math.min(1, Math.max(0, along));
      const offX = ax + t * dx - x;
      const offZ = az + t * dz - z;
      const squaredDistance = offX * offX + offZ * offZ;
      if (squaredDistance < nearest || (arc < 0 && squaredDistance === nearest)) {
        nearest = squaredDistance;
        arc = arcs[piece] + t * (arcs[piece + 1] - arcs[piece]);
      }
    }
    return arc < 0 ? undefined : { distance: Math.sqrt(nearest), arc };
  }

  /** Every cell that the box around a piece, widened by the reach, touches. */
  #forEachPair(visit: (cell: number, piece: number) => void): void {
    const { corners } = this.#path;
    for (let piece = 0; piece + 1 < corners.length; piece++) {
      const [minX, minZ, maxX, maxZ] = boundsOf([corners[piece], corners[piece + 1]]);
      const firstColumn = this.#column(minX - this.#reach);
      const lastColumn = this.#column(maxX + this.#reach);
      const firstRow = this.#row(minZ - this.#reach);
      const lastRow = this.#row(maxZ + this.#reach);
      for (let row = firstRow; row <= lastRow; row++) {
        for (let column = firstColumn; column <= lastColumn; column++)
          visit(row * this.#columns + column, piece);
      }
    }
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor((x - this.#minX) / this.#cellSize)));
  }

  #row(z: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor((z - this.#minZ) / this.#cellSize)));
  }
}
