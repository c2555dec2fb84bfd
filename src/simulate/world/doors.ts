import { cellAt, forEachNeighbor, type WalkableCells } from './walkable-cells.js';

/** A narrow passage. */
export interface Door {
  /** Middle, metres. */
  readonly x: number;
  readonly z: number;
  /** Direction through the passage, length 1. */
  readonly axisX: number;
  readonly axisZ: number;
  /** Half the length of the passage, metres. */
  readonly halfLength: number;
  /** True if two people who meet in the passage cannot always get past each other. */
  readonly isContested: boolean;
  /** Agents that wait or walk towards the door in this step: those that pass it along the axis, and against it. */
  readonly queues: readonly [along: number[], against: number[]];
  /** Agents that are in the door, by the same directions. */
  readonly inside: [along: number, against: number];
}

/** Widest passage that is a door, metres of free cells. Walls are farther apart, see `walkable-cells.ts`. */
const MAX_WIDTH = 2;
/** Widest door at which streams take turns, metres of free cells. */
const MAX_CONTESTED_WIDTH = 1.2;
/** Distance from a door within which agents wait for others to come through, metres. */
const WAITING_RANGE = 4;
/** Directions across a passage, as columns and rows. */
const ACROSS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** All doors of the ground: narrow places between walls that are open at both ends. */
export class Doors {
  readonly all: Door[] = [];
  readonly #cells: WalkableCells;
  /** By cell: index of the nearest door within {@link WAITING_RANGE}; −1 for none. */
  readonly #nearest: Int16Array;
  /** By cell: number of cells between it and that door; 0 in the door. */
  readonly #steps: Uint8Array;

  constructor(cells: WalkableCells) {
    this.#cells = cells;
    this.#nearest = new Int16Array(cells.isFree.length).fill(-1);
    this.#steps = new Uint8Array(cells.isFree.length);
    this.#find();
  }

  /** The nearest door within {@link WAITING_RANGE} of a point. */
  near(x: number, z: number): Door | undefined {
    const index = this.#nearest[cellAt(this.#cells, x, z)];
    return index < 0 ? undefined : this.all[index];
  }

  /** Index of the door that a cell is part of, or that it is within a distance of, metres; −1 for none. */
  indexAt(cell: number, distance = 0): number {
    return this.#steps[cell] * this.#cells.cellSize <= distance ? this.#nearest[cell] : -1;
  }

  /** Joins adjacent narrow cells to doors, and then finds the cells that are near to each. */
  #find(): void {
    const { isFree } = this.#cells;
    const directions = new Int8Array(isFree.length).fill(-1);
    for (let cell = 0; cell < isFree.length; cell++) {
      if (isFree[cell] === 1) directions[cell] = this.#directionAcross(cell);
    }
    const queue: number[] = [];
    directions.forEach((direction, first) => {
      if (direction < 0 || this.#nearest[first] >= 0) return;
      const start = queue.length;
      this.#visit(first, this.all.length, 0, queue);
      for (let n = start; n < queue.length; n++) {
        forEachNeighbor(this.#cells, queue[n], (cell) => {
          if (directions[cell] >= 0) this.#visit(cell, this.all.length, 0, queue);
        });
      }
      this.all.push(this.#doorOf(queue.slice(start), direction));
    });
    for (let n = 0; n < queue.length; n++) {
      const from = queue[n];
      const steps = this.#steps[from] + 1;
      if (steps * this.#cells.cellSize > WAITING_RANGE) break;
      forEachNeighbor(this.#cells, from, (cell) => {
        if (isFree[cell] === 1) this.#visit(cell, this.#nearest[from], steps, queue);
      });
    }
  }

  #visit(cell: number, door: number, steps: number, queue: number[]): void {
    if (this.#nearest[cell] >= 0) return;
    this.#nearest[cell] = door;
    this.#steps[cell] = steps;
    queue.push(cell);
  }

  #doorOf(members: readonly number[], direction: number): Door {
    const { minX, minZ, cellSize, columns } = this.#cells;
    const xs = members.map((cell) => minX + ((cell % columns) + 0.5) * cellSize);
    const zs = members.map((cell) => minZ + (Math.floor(cell / columns) + 0.5) * cellSize);
    const x = meanOf(xs);
    const z = meanOf(zs);
    const [column, row] = ACROSS[direction];
    const length = Math.sqrt(column * column + row * row);
    const axisX = -row / length;
    const axisZ = column / length;
    const halfLength = Math.max(...xs.map((cx, n) => Math.abs((cx - x) * axisX + (zs[n] - z) * axisZ)));
    const most = Math.floor(MAX_CONTESTED_WIDTH / (length * cellSize));
    const isContested = members.some((cell) => this.#widthAt(cell, column, row, most) <= most);
    return { x, z, axisX, axisZ, halfLength, isContested, queues: [[], []], inside: [0, 0] };
  }

  /** Index in {@link ACROSS} of the direction in which a cell lies between two near walls; −1 for none. */
  #directionAcross(cell: number): number {
    return ACROSS.findIndex(([column, row]) => {
      const length = Math.sqrt(column * column + row * row) * this.#cells.cellSize;
      const most = Math.floor(MAX_WIDTH / length);
      const width = this.#widthAt(cell, column, row, most);
      if (width > most) return false;
      const reach = Math.max(3, width);
      return (
        this.#freeFrom(cell, -row, column, reach) === reach &&
        this.#freeFrom(cell, row, -column, reach) === reach
      );
    });
  }

  /** Number of free cells in a line through a cell, up to `most` to either side. */
  #widthAt(cell: number, column: number, row: number, most: number): number {
    return 1 + this.#freeFrom(cell, -column, -row, most) + this.#freeFrom(cell, column, row, most);
  }

  /** Number of free cells beyond a cell in a direction, `most` at most. */
  #freeFrom(cell: number, columnStep: number, rowStep: number, most: number): number {
    const { columns, rows, isFree } = this.#cells;
    let column = cell % columns;
    let row = (cell - column) / columns;
    for (let n = 0; n < most; n++) {
      column += columnStep;
      row += rowStep;
      if (column < 0 || column >= columns || row < 0 || row >= rows || isFree[row * columns + column] === 0)
        return n;
    }
    return most;
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
