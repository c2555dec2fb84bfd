/** Where people can walk, in square cells. */
export interface WalkableCells {
  readonly minX: number;
  readonly minZ: number;
  /** Metres. */
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  /** 1 for cells that can be walked on, row by row. */
  readonly isFree: Uint8Array;
}

/** Cells about this much farther from a target that cannot be reached than the nearest one count as there, metres. */
const NEAREST_SPREAD = 0.75;
/** A maze may take this many rounds of sweeps; a room with a few walls takes three. */
const MAX_ROUNDS = 64;
const CONVERGED = 1e-6;

/**
 * The way to one target from everywhere, round walls: the gradient of the distance over ground.
 *
 * @see H. Zhao, "A fast sweeping method for Eikonal equations", Mathematics of Computation 74, 2005
 */
export class FlowField {
  readonly #cells: WalkableCells;
  readonly #distance: Float64Array;

  constructor(cells: WalkableCells, targetX: number, targetZ: number) {
    this.#cells = cells;
    this.#distance = new Float64Array(cells.columns * cells.rows).fill(Number.POSITIVE_INFINITY);
    this.#seed(targetX, targetZ);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const changes = [this.#sweep(1, 1), this.#sweep(-1, 1), this.#sweep(-1, -1), this.#sweep(1, -1)];
      if (Math.max(...changes) < CONVERGED) break;
    }
  }

  /**
   * Writes the way to go from (x, z), length 1, and the distance over ground, metres.
   *
   * @returns false where the target cannot be reached from here
   */
  sample(x: number, z: number, out: { x: number; z: number; distance: number }): boolean {
    const { minX, minZ, cellSize, columns, rows } = this.#cells;
    const u = (x - minX) / cellSize - 0.5;
    const v = (z - minZ) / cellSize - 0.5;
    const column = Math.floor(u);
    const row = Math.floor(v);
    let wayX = 0;
    let wayZ = 0;
    let distance = 0;
    let weights = 0;
    for (let r = row; r <= row + 1; r++) {
      for (let c = column; c <= column + 1; c++) {
        if (c < 0 || c >= columns || r < 0 || r >= rows) continue;
        const here = this.#distance[r * columns + c];
        if (here === Number.POSITIVE_INFINITY) continue;
        const weight = (1 - Math.abs(u - c)) * (1 - Math.abs(v - r));
        const slopeX = this.#slope(c, r, 1, 0);
        const slopeZ = this.#slope(c, r, 0, 1);
        const length = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ) || 1;
        wayX -= (weight * slopeX) / length;
        wayZ -= (weight * slopeZ) / length;
        distance += weight * here;
        weights += weight;
      }
    }
    const length = Math.sqrt(wayX * wayX + wayZ * wayZ);
    if (weights === 0 || length === 0) return false;
    out.x = wayX / length;
    out.z = wayZ / length;
    out.distance = distance / weights;
    return true;
  }

  /** Rise of the distance from one side of a cell to the other; from the cell itself where a side is blocked. */
  #slope(column: number, row: number, stepColumn: number, stepRow: number): number {
    const here = this.#at(column, row);
    const before = this.#at(column - stepColumn, row - stepRow);
    const after = this.#at(column + stepColumn, row + stepRow);
    const isBlockedBefore = before === Number.POSITIVE_INFINITY;
    const isBlockedAfter = after === Number.POSITIVE_INFINITY;
    if (isBlockedBefore && isBlockedAfter) return 0;
    // Against a wall, only a way away from it counts.
    if (isBlockedBefore) return Math.min(0, after - here) * 2;
    if (isBlockedAfter) return Math.max(0, here - before) * 2;
    return after - before;
  }

  #at(column: number, row: number): number {
    const { columns, rows } = this.#cells;
    if (column < 0 || column >= columns || row < 0 || row >= rows) return Number.POSITIVE_INFINITY;
    return this.#distance[row * columns + column];
  }

  /** Starts from the free cell nearest to the target, and from those that are little farther from it. */
  #seed(targetX: number, targetZ: number): void {
    const { minX, minZ, cellSize, columns, rows, isFree } = this.#cells;
    const distanceOf = (cell: number): number => {
      const dx = minX + ((cell % columns) + 0.5) * cellSize - targetX;
      const dz = minZ + (Math.floor(cell / columns) + 0.5) * cellSize - targetZ;
      return Math.sqrt(dx * dx + dz * dz);
    };
    let nearest = Number.POSITIVE_INFINITY;
    for (let cell = 0; cell < columns * rows; cell++) {
      if (isFree[cell] === 1) nearest = Math.min(nearest, distanceOf(cell));
    }
    const isReachable = nearest <= cellSize;
    const farthest = nearest + (isReachable ? cellSize : NEAREST_SPREAD);
    for (let cell = 0; cell < columns * rows; cell++) {
      const distance = distanceOf(cell);
      if (isFree[cell] === 1 && distance <= farthest) this.#distance[cell] = isReachable ? distance : 0;
    }
  }

  /** @returns the largest change, metres */
  #sweep(columnStep: 1 | -1, rowStep: 1 | -1): number {
    const { columns, rows, cellSize, isFree } = this.#cells;
    const distance = this.#distance;
    let largest = 0;
    for (let r = rowStep > 0 ? 0 : rows - 1; r >= 0 && r < rows; r += rowStep) {
      for (let c = columnStep > 0 ? 0 : columns - 1; c >= 0 && c < columns; c += columnStep) {
        const cell = r * columns + c;
        if (isFree[cell] === 0) continue;
        const a = Math.min(this.#at(c - 1, r), this.#at(c + 1, r));
        const b = Math.min(this.#at(c, r - 1), this.#at(c, r + 1));
        const least = Math.min(a, b);
        if (least === Number.POSITIVE_INFINITY || least >= distance[cell]) continue;
        const across = Math.abs(a - b);
        const found =
          across >= cellSize
            ? least + cellSize
            : (a + b + Math.sqrt(2 * cellSize * cellSize - across * across)) / 2;
        if (found >= distance[cell]) continue;
        const change = distance[cell] - found;
        distance[cell] = found;
        largest = Math.max(largest, change);
      }
    }
    return largest;
  }
}
