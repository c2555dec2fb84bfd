import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Most pairs per agent; in a hexagonal packing each agent touches six others, three pairs each. */
const PAIRS_PER_PERSON = 12;
/** Clear distance beyond which two agents cannot touch within a step, metres. */
const REACH = 0.25;
/** Iterations of the contact solver per step. */
const ITERATIONS = 4;
/** Distance that contacts keep, as a multiple of the touching distance, since they converge from within. */
export const CLEARANCE = 1.01;
/** Factor on the mean of the contacts of an agent, which speeds up the convergence (Macklin et al. 2014). */
const RELAXATION = 1.2;
/** Distance below which two agents are at the same place, metres. */
export const COINCIDENT = 1e-6;

/**
 * Keeps bodies apart: pairs that overlap are moved apart by half the overlap each, all at once, a few times over.
 *
 * @see T. Weiss et al., "Position-based real-time simulation of large crowds", Computers & Graphics 78, 2019
 */
export class Contacts {
  readonly #first: Uint32Array;
  readonly #second: Uint32Array;
  #pairs = 0;

  constructor(size: number) {
    this.#first = new Uint32Array(size * PAIRS_PER_PERSON);
    this.#second = new Uint32Array(size * PAIRS_PER_PERSON);
  }

  /** Lists the pairs that may touch within a step, in the grid's order. */
  collect(grid: NeighborGrid): void {
    const { starts, columns, rows, firstRow, endRow, x, z, radius, period } = grid;
    const first = this.#first;
    const second = this.#second;
    const isWrapped = period > 0 && rows > 2;
    let pairs = 0;
    for (let row = firstRow; row < endRow; row++) {
      for (let column = 0; column < columns; column++) {
        const cell = row * columns + column;
        // Of the nine cells around, earlier ones have listed their pairs with this cell already.
        const lastHere = starts[row * columns + Math.min(columns - 1, column + 1) + 1];
        const below = row + 1 < rows ? row + 1 : isWrapped ? 0 : -1;
        const from = below < 0 ? 0 : starts[below * columns + Math.max(0, column - 1)];
        const to = below < 0 ? 0 : starts[below * columns + Math.min(columns - 1, column + 1) + 1];
        const shift = below === 0 ? period : 0;
        for (let s = starts[cell]; s < starts[cell + 1]; s++) {
          for (let t = s + 1; t < lastHere; t++) {
            const near = radius[s] + radius[t] + REACH;
            const dx = x[s] - x[t];
            const dz = z[s] - z[t];
            first[pairs] = s;
            second[pairs] = t;
            pairs += +(dx * dx + dz * dz < near * near);
          }
          for (let t = from; t < to; t++) {
            const near = radius[s] + radius[t] + REACH;
            const dx = x[s] - x[t];
            const dz = z[s] - z[t] - shift;
            first[pairs] = s;
            second[pairs] = t;
            pairs += +(dx * dx + dz * dz < near * near);
          }
        }
      }
    }
    // Entries beyond the end of the lists are dropped.
    this.#pairs = Math.min(pairs, first.length);
  }

  /**
   * Moves overlapping agents apart, in the grid's copies of the positions.
   *
   * @param keepInside moves agents back into the allowed area, after each iteration
   */
  resolve(grid: NeighborGrid, arrays: StepArrays, keepInside: (grid: NeighborGrid) => void): void {
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const touching = this.#gather(grid, arrays);
      if (touching) this.#apply(grid, arrays);
      keepInside(grid);
      if (!touching) break;
    }
  }

  #gather({ x, z, radius, period, count }: NeighborGrid, arrays: StepArrays): boolean {
    const { pushX, pushZ, contacts, mobility } = arrays;
    const first = this.#first;
    const second = this.#second;
    const half = period / 2;
    let touching = false;
    pushX.fill(0, 0, count);
    pushZ.fill(0, 0, count);
    contacts.fill(0, 0, count);
    for (let pair = 0; pair < this.#pairs; pair++) {
      const s = first[pair];
      const t = second[pair];
      let dx = x[s] - x[t];
      let dz = z[s] - z[t];
      if (period > 0) dz -= dz > half ? period : dz < -half ? -period : 0;
      const touch = (radius[s] + radius[t]) * CLEARANCE;
      const squared = dx * dx + dz * dz;
      const movable = mobility[s] + mobility[t];
      if (squared >= touch * touch || movable === 0) continue;
      touching = true;
      let distance = Math.sqrt(squared);
      if (distance < COINCIDENT) {
        dx = COINCIDENT;
        dz = 0;
        distance = COINCIDENT;
      }
      const push = (touch - distance) / (distance * movable);
      pushX[s] += dx * push * mobility[s];
      pushZ[s] += dz * push * mobility[s];
      pushX[t] -= dx * push * mobility[t];
      pushZ[t] -= dz * push * mobility[t];
      contacts[s] += 1;
      contacts[t] += 1;
    }
    return touching;
  }

  #apply({ x, z, count }: NeighborGrid, { pushX, pushZ, contacts }: StepArrays): void {
    for (let s = 0; s < count; s++) {
      if (contacts[s] === 0) continue;
      const share = Math.min(1, RELAXATION / contacts[s]);
      x[s] += pushX[s] * share;
      z[s] += pushZ[s] * share;
    }
  }
}
