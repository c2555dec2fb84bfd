import { type Bounds, boundsOf, Polyline } from '../../math/index.js';
import type { PathDescription } from '../population/scenario.js';

/** Pieces before and after the last known one that a search covers, until none is nearer. */
const WINDOW = 4;

/** Within this distance of a corner a path turns from one piece's direction to the next, metres. */
const BEND_LENGTH = 1;

/** A position beside a path. */
export interface PlaceOnPath {
  /** The point that was searched for, metres. */
  ofX: number;
  ofZ: number;
  /** Index of the piece. */
  piece: number;
  /** Position within that piece, 0 to 1. */
  fraction: number;
  /** Length of the path up to here, metres. */
  arc: number;
  /** Metres to the left of the path, seen along it; negative to the right. */
  left: number;
  /** Distance from the path, metres; more than |left| beyond the ends. */
  distance: number;
  /** Nearest point of the path, metres. */
  x: number;
  z: number;
  /** Direction of the path, length 1. */
  directionX: number;
  directionZ: number;
}

/** A path. Each agent remembers a piece, so that a search takes the same time on paths of any length. */
export class Path {
  readonly isClosed: boolean;
  readonly halfWidth: number;
  readonly keepRight: number;
  /** Metres. */
  readonly length: number;
  readonly bounds: Bounds;
  readonly #pieces: number;
  readonly #x: Float64Array;
  readonly #z: Float64Array;
  readonly #arcs: Float64Array;
  /** Direction of the path at each corner, length 1: the mean of the pieces that meet there. */
  readonly #directionX: Float64Array;
  readonly #directionZ: Float64Array;

  constructor({ corners, isClosed, halfWidth, keepRight }: PathDescription) {
    const line = new Polyline(corners);
    this.isClosed = isClosed;
    this.halfWidth = halfWidth;
    this.keepRight = keepRight;
    this.length = line.length;
    this.bounds = boundsOf(corners);
    this.#pieces = corners.length - 1;
    this.#x = Float64Array.from(corners, ([x]) => x);
    this.#z = Float64Array.from(corners, ([, z]) => z);
    this.#arcs = line.arcs;
    this.#directionX = new Float64Array(corners.length);
    this.#directionZ = new Float64Array(corners.length);
    this.#averageDirections();
  }

  /** Finds the place nearest to (x, z), near the piece `hint`; anywhere where that is negative. */
  locate(x: number, z: number, hint: number, out: PlaceOnPath): void {
    // Kept in the object, since V8 allocates numbers that are passed to functions as long as these.
    out.ofX = x;
    out.ofZ = z;
    this.#findNearest(hint, out);
    this.#describe(out);
  }

  /** The place `arc` metres along, kept to the path's ends; past the end of a closed path comes its beginning. */
  at(arc: number, out: PlaceOnPath): void {
    const along = this.isClosed ? arc - Math.floor(arc / this.length) * this.length : arc;
    let low = 0;
    let high = this.#pieces;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#arcs[middle] <= along) low = middle;
      else high = middle;
    }
    const length = this.#arcs[low + 1] - this.#arcs[low];
    const t = length > 0 ? Math.min(1, Math.max(0, (along - this.#arcs[low]) / length)) : 0;
    out.ofX = 0;
    out.ofZ = 0;
    out.piece = low;
    out.fraction = t;
    out.distance = 0;
    this.#describe(out);
  }

  #findNearest(hint: number, out: PlaceOnPath): void {
    if (hint < 0 || hint >= this.#pieces) {
      this.#findNearestIn(0, this.#pieces - 1, out);
      return;
    }
    let centre = hint;
    for (let tries = 0; tries < this.#pieces; tries++) {
      this.#findNearestIn(centre - WINDOW, centre + WINDOW, out);
      const moved = Math.abs(out.piece - centre);
      // Inside the window, the nearest piece is a local minimum; at its rim, the next piece may be nearer.
      if (moved < WINDOW || moved > this.#pieces - WINDOW) return;
      centre = out.piece;
    }
  }

  #findNearestIn(from: number, to: number, out: PlaceOnPath): void {
    const pieces = this.#pieces;
    const allX = this.#x;
    const allZ = this.#z;
    const { ofX: x, ofZ: z } = out;
    let nearest = Number.POSITIVE_INFINITY;
    let fraction = 0;
    const first = this.isClosed ? from : Math.max(0, from);
    const last = this.isClosed ? to : Math.min(pieces - 1, to);
    for (let p = first; p <= last; p++) {
      const piece = p < 0 ? p + pieces : p >= pieces ? p - pieces : p;
      if (piece < 0 || piece >= pieces) continue;
      const ax = allX[piece];
      const az = allZ[piece];
      const dx = allX[piece + 1] - ax;
      const dz = allZ[piece + 1] - az;
      const squaredLength = dx * dx + dz * dz;
      const along = squaredLength > 0 ? ((x - ax) * dx + (z - az) * dz) / squaredLength : 0;
      const t = Math.min(1, Math.max(0, along));
      const offX = ax + t * dx - x;
      const offZ = az + t * dz - z;
      const squared = offX * offX + offZ * offZ;
      if (squared < nearest) {
        nearest = squared;
        fraction = t;
        out.piece = piece;
      }
    }
    out.fraction = fraction;
    out.distance = Math.sqrt(nearest);
  }

  #describe(out: PlaceOnPath): void {
    const p = out.piece;
    const t = out.fraction;
    out.arc = this.#arcs[p] + t * (this.#arcs[p + 1] - this.#arcs[p]);
    out.x = this.#x[p] + t * (this.#x[p + 1] - this.#x[p]);
    out.z = this.#z[p] + t * (this.#z[p + 1] - this.#z[p]);
    const pieceLength = this.#arcs[p + 1] - this.#arcs[p] || 1;
    const corner = t < 0.5 ? p : p + 1;
    const fromCorner = (t < 0.5 ? t : 1 - t) * pieceLength;
    const bend = Math.max(0, 1 - fromCorner / Math.min(BEND_LENGTH, pieceLength / 2));
    const pieceX = (this.#x[p + 1] - this.#x[p]) / pieceLength;
    const pieceZ = (this.#z[p + 1] - this.#z[p]) / pieceLength;
    const directionX = pieceX + bend * (this.#directionX[corner] - pieceX);
    const directionZ = pieceZ + bend * (this.#directionZ[corner] - pieceZ);
    const length = Math.sqrt(directionX * directionX + directionZ * directionZ) || 1;
    out.directionX = directionX / length;
    out.directionZ = directionZ / length;
    // With +Z ahead, +X is to the left.
    const side = (out.ofX - out.x) * out.directionZ - (out.ofZ - out.z) * out.directionX;
    out.left = side < 0 ? -out.distance : out.distance;
  }

  #averageDirections(): void {
    const pieces = this.#pieces;
    for (let p = 0; p < pieces; p++) {
      const length = this.#arcs[p + 1] - this.#arcs[p] || 1;
      const x = (this.#x[p + 1] - this.#x[p]) / length;
      const z = (this.#z[p + 1] - this.#z[p]) / length;
      this.#directionX[p] += x;
      this.#directionZ[p] += z;
      this.#directionX[p + 1] += x;
      this.#directionZ[p + 1] += z;
    }
    if (this.isClosed) {
      this.#directionX[0] += this.#directionX[pieces];
      this.#directionZ[0] += this.#directionZ[pieces];
      this.#directionX[pieces] = this.#directionX[0];
      this.#directionZ[pieces] = this.#directionZ[0];
    }
    for (let corner = 0; corner <= pieces; corner++) {
      const x = this.#directionX[corner];
      const z = this.#directionZ[corner];
      const length = Math.sqrt(x * x + z * z) || 1;
      this.#directionX[corner] = x / length;
      this.#directionZ[corner] = z / length;
    }
  }
}

/** A place to be filled in by `Path.locate`. */
export function emptyPlace(): PlaceOnPath {
  return {
    ofX: 0,
    ofZ: 0,
    piece: 0,
    fraction: 0,
    arc: 0,
    left: 0,
    distance: 0,
    x: 0,
    z: 0,
    directionX: 0,
    directionZ: 1,
  };
}
