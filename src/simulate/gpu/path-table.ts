import type { PathDescription } from '../scenario.js';
import type { Path } from '../world/path.js';

/** Paths that people may be led along at once, besides the scenario's own … */
export const MAX_ADDED_PATHS = 1024;
/** … and corners that all of these may have. */
export const MAX_ADDED_CORNERS = 8192;

/** Numbers of a path, and of a corner: two texels each. */
const STRIDE = 8;

/**
 * Paths as `crowd-walk-edges.wgsl` reads them: two texels each, then two for each corner. There is room for those that are added
 * while people walk.
 */
export class PathTable {
  readonly numbers: Float32Array<ArrayBuffer>;
  readonly #paths: readonly Path[];
  /** Where corners begin: there is room for so many paths before them. */
  readonly #maxPaths: number;
  #isPacked = false;

  /**
   * @param paths of the world, which are read anew after {@link change}
   * @param own how many of them are the scenario's
   */
  constructor(paths: readonly Path[], own: number) {
    this.#paths = paths;
    this.#maxPaths = own + MAX_ADDED_PATHS;
    const corners = countCorners(paths.slice(0, own)) + MAX_ADDED_CORNERS;
    this.numbers = new Float32Array(STRIDE * (this.#maxPaths + corners));
    this.takeChange();
  }

  /** Whether a path can be put into a place, with so many corners. */
  hasRoomFor(place: number, corners: number): boolean {
    const others = this.#paths.filter((_, number) => number !== place);
    const room = this.numbers.length / STRIDE - this.#maxPaths;
    return place < this.#maxPaths && countCorners(others) + corners <= room;
  }

  /** The world has other paths. */
  change(): void {
    this.#isPacked = false;
  }

  /** Whether there are other numbers than at the last call. */
  takeChange(): boolean {
    if (this.#isPacked) return false;
    this.#isPacked = true;
    let at = STRIDE * this.#maxPaths;
    this.#paths.forEach((path, number) => {
      const { pieces, isClosed, keepRight, halfWidth, length } = path;
      this.numbers.set([at / 4, pieces, isClosed ? 1 : 0, keepRight, halfWidth, length], STRIDE * number);
      for (let n = 0; n <= pieces; n++) {
        const [x, z, arc, directionX, directionZ] = path.corner(n);
        this.numbers.set([x, z, arc, 0, directionX, directionZ], at);
        at += STRIDE;
      }
    });
    return true;
  }
}

/** Whether there is room for the paths of a world. */
export function haveRoom(paths: readonly PathDescription[], own: number): boolean {
  const added = paths.slice(own);
  const corners = added.reduce((sum, line) => sum + line.corners.length, 0);
  return added.length <= MAX_ADDED_PATHS && corners <= MAX_ADDED_CORNERS;
}

function countCorners(paths: readonly Path[]): number {
  return paths.reduce((sum, { pieces }) => sum + pieces + 1, 0);
}
