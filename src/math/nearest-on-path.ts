import { boundsOf } from './bounds.js';
import type { Polyline } from './polyline.js';

/** Segments per leaf of the tree. */
const LEAF_PIECES = 4;
/** Room for rounding around the box of a leaf, in the units of the path. */
const BOX_TOLERANCE = 1e-6;

/**
 * Finds the nearest point of a path within `reach` metres, by a binary tree of bounding boxes.
 *
 * Notes: a grid with the segments in reach of each cell was faster for simple roads, and ten thousand times slower for
 * long paths that wind within their own reach.
 */
export class NearestOnPath {
  readonly #path: Polyline;
  readonly #reach: number;
  /** Number of leaves, a power of two. Node 1 is the root, the children of node i are 2i and 2i + 1. */
  readonly #leaves: number;
  /** minX, minZ, maxX and maxZ of each node; an empty one is infinitely far. */
  readonly #boxes: Float64Array;
  /**
   * State of the current query, and the nearest point so far: squared distance, segment, and fraction of the segment.
   */
  #x = 0;
  #z = 0;
  #isAnyEnough = false;
  #nearest = 0;
  #piece = -1;
  #along = 0;

  constructor(path: Polyline, reach: number) {
    this.#path = path;
    this.#reach = reach;
    let leaves = 1;
    while (leaves * LEAF_PIECES < path.corners.length - 1) leaves *= 2;
    this.#leaves = leaves;
    this.#boxes = new Float64Array(8 * this.#leaves);
    for (let node = 2 * this.#leaves - 1; node > 0; node--) this.#setBox(node);
  }

  /** True if the path is within reach. */
  reaches(x: number, z: number): boolean {
    this.#ask(x, z, true);
    return this.#piece >= 0;
  }

  /** Returns the distance and the arc length of the nearest point, metres; undefined beyond reach. */
  find(x: number, z: number): { distance: number; arc: number } | undefined {
    this.#ask(x, z, false);
    if (this.#piece < 0) return undefined;
    const { arcs } = this.#path;
    const start = arcs[this.#piece];
    const arc = start + this.#along * (arcs[this.#piece + 1] - start);
    return { distance: Math.sqrt(this.#nearest), arc };
  }

  #ask(x: number, z: number, isAnyEnough: boolean): void {
    this.#x = x;
    this.#z = z;
    this.#isAnyEnough = isAnyEnough;
    this.#nearest = this.#reach * this.#reach;
    this.#piece = -1;
    this.#look(1);
  }

  #look(node: number): void {
    if (this.#isAnyEnough && this.#piece >= 0) return;
    if (node >= this.#leaves) {
      this.#lookInLeaf(node - this.#leaves);
      return;
    }
    const left = this.#squaredDistance(2 * node);
    const right = this.#squaredDistance(2 * node + 1);
    const isLeftNearer = left <= right;
    if ((isLeftNearer ? left : right) <= this.#nearest) this.#look(isLeftNearer ? 2 * node : 2 * node + 1);
    if ((isLeftNearer ? right : left) <= this.#nearest) this.#look(isLeftNearer ? 2 * node + 1 : 2 * node);
  }

  #lookInLeaf(leaf: number): void {
    const { corners } = this.#path;
    const end = Math.min(corners.length - 1, (leaf + 1) * LEAF_PIECES);
    for (let piece = leaf * LEAF_PIECES; piece < end; piece++) {
      const [ax, az] = corners[piece];
      const dx = corners[piece + 1][0] - ax;
      const dz = corners[piece + 1][1] - az;
      const squaredLength = dx * dx + dz * dz;
      const along = squaredLength > 0 ? ((this.#x - ax) * dx + (this.#z - az) * dz) / squaredLength : 0;
      const t = Math.min(1, Math.max(0, along));
      const offX = ax + t * dx - this.#x;
      const offZ = az + t * dz - this.#z;
      const squaredDistance = offX * offX + offZ * offZ;
      // For equal distances, the earliest segment wins.
      const isEarlier = this.#piece < 0 || piece < this.#piece;
      if (squaredDistance < this.#nearest || (isEarlier && squaredDistance === this.#nearest)) {
        this.#nearest = squaredDistance;
        this.#piece = piece;
        this.#along = t;
      }
    }
  }

  #squaredDistance(node: number): number {
    const boxes = this.#boxes;
    const dx = Math.max(0, boxes[4 * node] - this.#x, this.#x - boxes[4 * node + 2]);
    const dz = Math.max(0, boxes[4 * node + 1] - this.#z, this.#z - boxes[4 * node + 3]);
    return dx * dx + dz * dz;
  }

  #setBox(node: number): void {
    const boxes = this.#boxes;
    if (node < this.#leaves) {
      for (const k of [0, 1]) boxes[4 * node + k] = Math.min(boxes[8 * node + k], boxes[8 * node + 4 + k]);
      for (const k of [2, 3]) boxes[4 * node + k] = Math.max(boxes[8 * node + k], boxes[8 * node + 4 + k]);
      return;
    }
    const { corners } = this.#path;
    const first = (node - this.#leaves) * LEAF_PIECES;
    const [minX, minZ, maxX, maxZ] = boundsOf(
      first < corners.length - 1 ? corners.slice(first, first + LEAF_PIECES + 1) : [],
    );
    boxes.set(
      [minX - BOX_TOLERANCE, minZ - BOX_TOLERANCE, maxX + BOX_TOLERANCE, maxZ + BOX_TOLERANCE],
      4 * node,
    );
  }
}
