/** Maximum discs per cell before it is split. */
const CELL_CAPACITY = 8;
/** Maximum depth of splits. Nearly coincident discs beyond it share a list. */
const MAX_DEPTH = 24;
/** Size of the hash table; a power of two. More cells only make chains longer. */
const TABLE_SIZE = 65_536;
/** Rounding tolerance of cell bounds, metres. */
const BOUNDS_TOLERANCE = 1e-6;

/**
 * A spatial hash of discs, for nearest-distance queries. A crowded cell is split into four recursively, so that a query
 * costs about the same for any density.
 *
 * Hash function: Teschner et al., "Optimized Spatial Hashing for Collision Detection of Deformable Objects", 2003.
 */
export class DiscGrid {
  readonly #cellSize: number;
  /** By entry: the node of the latest cell, 0 for none. */
  readonly #table = new Int32Array(TABLE_SIZE);
  /** Node 0 is unused. */
  #nodes = 1;
  /** By node: centre x and z, and half its side. */
  #bounds = new Float64Array(3 * 64);
  /**
   * By node: the first of its four children (0 for a leaf), its depth, the number of discs of a leaf, the latest disc
   * (or −1), and the previous node in the same hash entry.
   */
  #links = new Int32Array(5 * 64);
  #discs = 0;
  /** By disc: x, z and radius. */
  #shapes = new Float64Array(3 * 64);
  /** By disc: the previous one in its leaf, −1 for the first. */
  #before = new Int32Array(64);
  #largestRadius = 0;
  /** State of the current query, and the nearest distance so far. */
  #askedX = 0;
  #askedZ = 0;
  #enough = 0;
  #nearest = 0;

  /** @param reach maximum distance between a position and a disc's centre, metres */
  constructor(reach: number) {
    this.#cellSize = reach;
  }

  add(x: number, z: number, radius: number): void {
    const size = this.#cellSize;
    const column = Math.floor(x / size);
    const row = Math.floor(z / size);
    let node = this.#findCell(column, row);
    if (node === 0) {
      const entry = entryOf(column, row);
      node = this.#addNode((column + 0.5) * size, (row + 0.5) * size, size / 2, 0, this.#table[entry]);
      this.#table[entry] = node;
    }
    const disc = this.#discs++;
    if (disc === this.#before.length) {
      this.#before = grown(this.#before);
      this.#shapes = grown(this.#shapes);
    }
    this.#shapes[3 * disc] = x;
    this.#shapes[3 * disc + 1] = z;
    this.#shapes[3 * disc + 2] = radius;
    this.#largestRadius = Math.max(this.#largestRadius, radius);
    this.#insert(disc, node);
  }

  /**
   * Returns the distance from a position to the edge of the nearest disc, negative inside. Exact only for discs within
   * reach.
   *
   * @param enough below this, the result need not be exact. @default −Infinity
   */
  clearance(x: number, z: number, enough = Number.NEGATIVE_INFINITY): number {
    const size = this.#cellSize;
    const column = Math.floor(x / size);
    const row = Math.floor(z / size);
    this.#askedX = x;
    this.#askedZ = z;
    this.#enough = enough;
    this.#nearest = Number.POSITIVE_INFINITY;
    this.#lookInCell(column, row);
    // Visits the neighbours that the distance so far does not exclude.
    const fromLeft = x - column * size;
    const fromBelow = z - row * size;
    for (let r = -1; r <= 1; r++) {
      const dz = r === 0 ? 0 : r < 0 ? fromBelow : size - fromBelow;
      for (let c = -1; c <= 1; c++) {
        if (this.#nearest < enough) return this.#nearest;
        if (r === 0 && c === 0) continue;
        const dx = c === 0 ? 0 : c < 0 ? fromLeft : size - fromLeft;
        if (this.#mayHoldNearer(dx, dz)) this.#lookInCell(column + c, row + r);
      }
    }
    return this.#nearest;
  }

  #lookInCell(column: number, row: number): void {
    const node = this.#findCell(column, row);
    if (node !== 0) this.#look(node);
  }

  /** Returns the node of a cell, 0 if it has no discs. */
  #findCell(column: number, row: number): number {
    const x = (column + 0.5) * this.#cellSize;
    const z = (row + 0.5) * this.#cellSize;
    let node = this.#table[entryOf(column, row)];
    while (node !== 0 && (this.#bounds[3 * node] !== x || this.#bounds[3 * node + 1] !== z)) {
      node = this.#links[5 * node + 4];
    }
    return node;
  }

  #look(node: number): void {
    const children = this.#links[5 * node];
    if (children === 0) {
      this.#lookInLeaf(node);
      return;
    }
    // Visits the containing child first; bits of a child's number are its axes.
    const bounds = this.#bounds;
    const offX = this.#askedX - bounds[3 * node];
    const offZ = this.#askedZ - bounds[3 * node + 1];
    const half = bounds[3 * node + 2];
    const own = (offX < 0 ? 0 : 1) + (offZ < 0 ? 0 : 2);
    for (let flip = 0; flip < 4; flip++) {
      if (this.#nearest < this.#enough) return;
      // Distance to a child on this side of the middle along an axis, or on the other side.
      const dx = flip & 1 ? Math.abs(offX) : Math.max(0, Math.abs(offX) - half);
      const dz = flip & 2 ? Math.abs(offZ) : Math.max(0, Math.abs(offZ) - half);
      if (this.#mayHoldNearer(dx, dz)) this.#look(children + (own ^ flip));
    }
  }

  /** True if a box at these distances along the axes may contain a nearer disc. */
  #mayHoldNearer(dx: number, dz: number): boolean {
    const reach = this.#nearest + this.#largestRadius + BOUNDS_TOLERANCE;
    return dx * dx + dz * dz < reach * reach;
  }

  #lookInLeaf(node: number): void {
    const shapes = this.#shapes;
    for (let disc = this.#links[5 * node + 3]; disc >= 0; disc = this.#before[disc]) {
      const dx = shapes[3 * disc] - this.#askedX;
      const dz = shapes[3 * disc + 1] - this.#askedZ;
      const clear = Math.sqrt(dx * dx + dz * dz) - shapes[3 * disc + 2];
      if (clear < this.#nearest) {
        this.#nearest = clear;
        if (clear < this.#enough) return;
      }
    }
  }

  #insert(disc: number, root: number): void {
    const x = this.#shapes[3 * disc];
    const z = this.#shapes[3 * disc + 1];
    let node = root;
    while (this.#links[5 * node] !== 0) {
      const bounds = this.#bounds;
      node = this.#links[5 * node] + (x < bounds[3 * node] ? 0 : 1) + (z < bounds[3 * node + 1] ? 0 : 2);
    }
    this.#before[disc] = this.#links[5 * node + 3];
    this.#links[5 * node + 3] = disc;
    this.#links[5 * node + 2] += 1;
    if (this.#links[5 * node + 2] > CELL_CAPACITY && this.#links[5 * node + 1] < MAX_DEPTH) this.#split(node);
  }

  #split(node: number): void {
    const [middleX, middleZ, half] = this.#bounds.subarray(3 * node, 3 * node + 3);
    const [, depth, , latest] = this.#links.subarray(5 * node, 5 * node + 4);
    const first = this.#nodes;
    for (let child = 0; child < 4; child++) {
      const x = middleX + (child & 1 ? half : -half) / 2;
      const z = middleZ + (child & 2 ? half : -half) / 2;
      this.#addNode(x, z, half / 2, depth + 1, 0);
    }
    this.#links[5 * node] = first;
    let disc = latest;
    while (disc >= 0) {
      const next = this.#before[disc];
      this.#insert(disc, node);
      disc = next;
    }
  }

  #addNode(middleX: number, middleZ: number, half: number, depth: number, before: number): number {
    const node = this.#nodes++;
    if (5 * node === this.#links.length) {
      this.#links = grown(this.#links);
      this.#bounds = grown(this.#bounds);
    }
    this.#bounds[3 * node] = middleX;
    this.#bounds[3 * node + 1] = middleZ;
    this.#bounds[3 * node + 2] = half;
    this.#links[5 * node + 1] = depth;
    this.#links[5 * node + 3] = -1;
    this.#links[5 * node + 4] = before;
    return node;
  }
}

function entryOf(column: number, row: number): number {
  return (Math.imul(column, 73856093) ^ Math.imul(row, 19349663)) & (TABLE_SIZE - 1);
}

/** Returns a copy of twice the length. */
function grown<Numbers extends Float64Array | Int32Array>(numbers: Numbers): Numbers {
  const copy = new (numbers.constructor as new (length: number) => Numbers)(2 * numbers.length);
  copy.set(numbers);
  return copy;
}
