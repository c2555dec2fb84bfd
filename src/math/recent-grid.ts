/** Side of a cell, metres. */
const CELL = 5;
/** Characters that a cell keeps, 1.3 per square metre. A further one replaces the oldest. */
const CAPACITY = 32;
/** Cells along an axis, more than a recipe's coordinates span. */
const CELLS = 65_536;

/** A character within reach. */
export interface Neighbour {
  index: number;
  /** Metres. */
  distance: number;
}

/** A grid of the characters that were added last. A query costs the same however crowded a cell is. */
export class RecentGrid {
  readonly #cells = new Map<number, Cell>();

  /** @param index one more than the previous */
  add(index: number, x: number, z: number): void {
    const key = keyOf(Math.floor(x / CELL), Math.floor(z / CELL));
    const cell = this.#cells.get(key) ?? new Cell();
    const k = cell.added++ % CAPACITY;
    cell.indices[k] = index;
    cell.x[k] = x;
    cell.z[k] = z;
    this.#cells.set(key, cell);
  }

  /** Returns the characters nearer than `reach` metres. */
  within(reach: number, x: number, z: number): Neighbour[] {
    const found: Neighbour[] = [];
    this.visit(reach, x, z, (index, distance) => found.push({ index, distance }));
    return found;
  }

  /** Calls back for each character nearer than `reach` metres. */
  visit(reach: number, x: number, z: number, callback: (index: number, distance: number) => void): void {
    const [right, top] = [x, z].map((at) => Math.floor((at + reach) / CELL));
    for (let row = Math.floor((z - reach) / CELL); row <= top; row++) {
      for (let column = Math.floor((x - reach) / CELL); column <= right; column++) {
        const cell = this.#cells.get(keyOf(column, row));
        if (!cell) continue;
        const kept = Math.min(cell.added, CAPACITY);
        for (let k = 0; k < kept; k++) {
          const dx = cell.x[k] - x;
          const dz = cell.z[k] - z;
          const distance = Math.sqrt(dx * dx + dz * dz);
          if (distance < reach) callback(cell.indices[k], distance);
        }
      }
    }
  }
}

/** The characters of a cell, side by side in memory. */
class Cell {
  readonly indices = new Int32Array(CAPACITY);
  readonly x = new Float64Array(CAPACITY);
  readonly z = new Float64Array(CAPACITY);
  /** Characters that were added, those that were replaced included. */
  added = 0;
}

function keyOf(column: number, row: number): number {
  return (column + CELLS / 2) * CELLS + row + CELLS / 2;
}

/**
 * Returns the first of several choices that is unlike those of all neighbours, or else the one whose nearest neighbour alike
 * is the farthest.
 *
 * @param choices how many may be tried, at least one
 * @param reach metres at which neighbours no longer count
 */
export function chooseUnlike<T>(
  choices: number,
  choiceAt: (k: number) => T,
  neighbours: readonly Neighbour[],
  reach: number,
  isAlike: (choice: T, index: number) => boolean,
): T {
  let best = choiceAt(0);
  let farthest = -1;
  for (let k = 0; k < choices && farthest < reach; k++) {
    const choice = k === 0 ? best : choiceAt(k);
    let nearest = reach;
    for (const { index, distance } of neighbours) {
      if (distance < nearest && isAlike(choice, index)) nearest = distance;
    }
    if (nearest > farthest) {
      farthest = nearest;
      best = choice;
    }
  }
  return best;
}
