import type { WalkableCells } from './walkable-cells.js';

/**
 * Distance beyond the nearest free cell within which cells count as the target if the target itself cannot be reached,
 * metres.
 */
const NEAREST_SPREAD = 0.75;
/** Most rounds of sweeps: a maze takes many, a room with a few walls three. */
const MAX_ROUNDS = 64;
const CONVERGED = 1e-6;
/**
 * The distances to a target over ground, round walls, and their gradient.
 *
 * @see H. Zhao, "A fast sweeping method for Eikonal equations", Mathematics of Computation 74, 2005
 */
export class FlowField {
  /** Metres over ground from the middle of each cell, row by row; infinite where the target cannot be reached. */
  readonly distances: Float64Array;
  readonly #cells: WalkableCells;
  /** 1 for cells beside which a distance has changed since they were updated. */
  readonly #isDue: Uint8Array;

  constructor(cells: WalkableCells, targetX: number, targetZ: number) {
    this.#cells = cells;
    this.distances = new Float64Array(cells.columns * cells.rows).fill(Number.POSITIVE_INFINITY);
    this.#isDue = new Uint8Array(cells.columns * cells.rows);
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
        const here = this.distances[r * columns + c];
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
    // Beside a wall, only a slope that leads away from it counts.
    if (isBlockedBefore) return Math.min(0, after - here) * 2;
    if (isBlockedAfter) return Math.max(0, here - before) * 2;
    return after - before;
  }

  #at(column: number, row: number): number {
    const { columns, rows } = this.#cells;
    if (column < 0 || column >= columns || row < 0 || row >= rows) return Number.POSITIVE_INFINITY;
    return this.distances[row * columns + column];
  }

  /** Sets the distance of the free cell nearest to the target, and of cells little farther from it. */
  #seed(targetX: number, targetZ: number): void {
    const { cellSize, rows } = this.#cells;
    let nearestSquared = Number.POSITIVE_INFINITY;
    for (let r = 0; r < rows; r++) {
      nearestSquared = Math.min(nearestSquared, this.#nearestInRow(r, targetX, targetZ));
    }
    const nearest = Math.sqrt(nearestSquared);
    const isReachable = nearest <= cellSize;
    const farthest = nearest + (isReachable ? cellSize : NEAREST_SPREAD);
    for (let r = 0; r < rows; r++) {
      this.#seedRow(r, targetX, targetZ, farthest, isReachable);
    }
  }

  /** The square of the distance to the nearest free cell, metres. */
  #nearestInRow(r: number, targetX: number, targetZ: number): number {
    const { minX, minZ, cellSize, columns, isFree } = this.#cells;
    const dz = minZ + (r + 0.5) * cellSize - targetZ;
    let nearestSquared = Number.POSITIVE_INFINITY;
    for (let c = 0; c < columns; c++) {
      if (isFree[r * columns + c] === 0) continue;
      const dx = minX + (c + 0.5) * cellSize - targetX;
      nearestSquared = Math.min(nearestSquared, dx * dx + dz * dz);
    }
    return nearestSquared;
  }

  #seedRow(r: number, targetX: number, targetZ: number, farthest: number, isReachable: boolean): void {
    const { minX, minZ, cellSize, columns, isFree } = this.#cells;
    const dz = minZ + (r + 0.5) * cellSize - targetZ;
    if (Math.abs(dz) > farthest) return;
    for (let c = 0; c < columns; c++) {
      const dx = minX + (c + 0.5) * cellSize - targetX;
      const distance = Math.sqrt(dx * dx + dz * dz);
      const cell = r * columns + c;
      if (isFree[cell] === 0 || distance > farthest) continue;
      this.distances[cell] = isReachable ? distance : 0;
      this.#callNeighbors(cell);
    }
  }

  /**
   * Marks the neighbours of a cell whose distance has changed as due. Writes beyond the ends of the grid have no
   * effect.
   */
  #callNeighbors(cell: number): void {
    const isDue = this.#isDue;
    const { columns } = this.#cells;
    isDue[cell - 1] = 1;
    isDue[cell + 1] = 1;
    isDue[cell - columns] = 1;
    isDue[cell + columns] = 1;
  }

  /**
   * Updates the cells beside which a distance has changed; all others would stay as they are. That saves 17 of 29 ms
   * for 250,000 cells without walls, and 36 of 55 ms for a maze. Neighbours as variables in place of calls save 1.5 and
   * 3 ms more.
   *
   * @returns the largest change, metres
   */
  #sweep(columnStep: 1 | -1, rowStep: 1 | -1): number {
    const { columns, rows, cellSize, isFree } = this.#cells;
    const { distances } = this;
    const isDue = this.#isDue;
    let largest = 0;
    const blocked = Number.POSITIVE_INFINITY;
    for (let r = rowStep > 0 ? 0 : rows - 1; r >= 0 && r < rows; r += rowStep) {
      for (let c = columnStep > 0 ? 0 : columns - 1; c >= 0 && c < columns; c += columnStep) {
        const cell = r * columns + c;
        if (isDue[cell] === 0) continue;
        isDue[cell] = 0;
        if (isFree[cell] === 0) continue;
        const left = c > 0 ? distances[cell - 1] : blocked;
        const right = c < columns - 1 ? distances[cell + 1] : blocked;
        const before = r > 0 ? distances[cell - columns] : blocked;
        const after = r < rows - 1 ? distances[cell + columns] : blocked;
        const a = Math.min(left, right);
        const b = Math.min(before, after);
        const least = Math.min(a, b);
        if (least === blocked || least >= distances[cell]) continue;
        const across = Math.abs(a - b);
        const found =
          across >= cellSize
            ? least + cellSize
            : (a + b + Math.sqrt(2 * cellSize * cellSize - across * across)) / 2;
        if (found >= distances[cell]) continue;
        const change = distances[cell] - found;
        distances[cell] = found;
        this.#callNeighbors(cell);
        largest = Math.max(largest, change);
      }
    }
    return largest;
  }
}
