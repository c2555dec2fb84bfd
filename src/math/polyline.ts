import type { Point } from './catmull-rom.js';

/** A point on a path and the unit direction there. */
export interface PathPlace {
  x: number;
  z: number;
  directionX: number;
  directionZ: number;
}

/** A path of straight pieces, measured along its length in metres. */
export class Polyline {
  readonly length: number;
  /** Length of the path up to each corner. */
  readonly arcs: Float64Array;

  /** @param corners at least two */
  constructor(readonly corners: readonly Point[]) {
    this.arcs = new Float64Array(corners.length);
    for (let i = 1; i < corners.length; i++) {
      const dx = corners[i][0] - corners[i - 1][0];
      const dz = corners[i][1] - corners[i - 1][1];
      this.arcs[i] = this.arcs[i - 1] + Math.sqrt(dx * dx + dz * dz);
    }
    this.length = this.arcs[corners.length - 1];
  }

  /** Returns the point `arc` metres along; extrapolated beyond the ends. */
  at(arc: number): PathPlace {
    const piece = this.#pieceAt(arc);
    const [ax, az] = this.corners[piece];
    const [bx, bz] = this.corners[piece + 1];
    const length = this.arcs[piece + 1] - this.arcs[piece] || 1;
    const directionX = (bx - ax) / length;
    const directionZ = (bz - az) / length;
    const rest = arc - this.arcs[piece];
    return { x: ax + directionX * rest, z: az + directionZ * rest, directionX, directionZ };
  }

  /** Returns the last segment that starts at or before `arc`. */
  #pieceAt(arc: number): number {
    let low = 0;
    let high = this.arcs.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.arcs[middle] <= arc) low = middle;
      else high = middle;
    }
    return low;
  }
}
