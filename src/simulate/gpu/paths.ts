import type { Path } from '../world/path.js';

/** Paths as `crowd-walk-edges.wgsl` reads them: two texels each, then two for each corner. */
export function packPaths(paths: readonly Path[]): Float32Array<ArrayBuffer> {
  const heads: number[] = [];
  const corners: number[] = [];
  for (const path of paths) {
    const first = 2 * paths.length + corners.length / 4;
    heads.push(first, path.pieces, path.isClosed ? 1 : 0, path.keepRight, path.halfWidth, path.length, 0, 0);
    for (let n = 0; n <= path.pieces; n++) {
      const [x, z, arc, directionX, directionZ] = path.corner(n);
      corners.push(x, z, arc, 0, directionX, directionZ, 0, 0);
    }
  }
  // GPUs take no buffer without a byte.
  return Float32Array.from(paths.length > 0 ? [...heads, ...corners] : [0, 0, 0, 0]);
}
