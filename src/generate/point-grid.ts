/** Entries of the hash table; a power of two. More discs than this only make for longer chains. */
const TABLE_SIZE = 65_536;

/**
 * Discs in the cells of an endless square grid, for asking how near the nearest one is.
 *
 * Cells are hashed, as Teschner et al. do ("Optimized Spatial Hashing for Collision Detection of Deformable
 * Objects", 2003). Two cells that share an entry cost time but change no answer.
 */
export class PointGrid {
  readonly #cellSize: number;
  /** Latest disc of each entry, and the one before each disc; −1 ends the chain. */
  readonly #latest = new Int32Array(TABLE_SIZE).fill(-1);
  readonly #before: number[] = [];
  readonly #x: number[] = [];
  readonly #z: number[] = [];
  readonly #radius: number[] = [];

  /** @param reach how far from a place discs matter, metres, from centre to centre */
  constructor(reach: number) {
    this.#cellSize = reach;
  }

  add(x: number, z: number, radius: number): void {
    const entry = entryOf(Math.floor(x / this.#cellSize), Math.floor(z / this.#cellSize));
    this.#before.push(this.#latest[entry]);
    this.#latest[entry] = this.#x.length;
    this.#x.push(x);
    this.#z.push(z);
    this.#radius.push(radius);
  }

  /** Distance from a place to the edge of the nearest disc, negative inside; right only for discs within reach. */
  clearance(x: number, z: number): number {
    const column = Math.floor(x / this.#cellSize);
    const row = Math.floor(z / this.#cellSize);
    let nearest = Number.POSITIVE_INFINITY;
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        for (let disc = this.#latest[entryOf(c, r)]; disc >= 0; disc = this.#before[disc]) {
          const dx = this.#x[disc] - x;
          const dz = this.#z[disc] - z;
          const clear = Math.sqrt(dx * dx + dz * dz) - this.#radius[disc];
          if (clear < nearest) nearest = clear;
        }
      }
    }
    return nearest;
  }
}

function entryOf(column: number, row: number): number {
  return (Math.imul(column, 73856093) ^ Math.imul(row, 19349663)) & (TABLE_SIZE - 1);
}
