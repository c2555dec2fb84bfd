import type { Bounds, Point } from '../../math/index.js';

/** Room for rounding when counting how many steps fit a length. */
const STEP_TOLERANCE = 1e-9;
/** How much farther each band of the hexagonal lattice reaches than the one before. */
const BAND_GROWTH = 1.5;

/** How many places `pitch` apart fit a length, both ends taken. */
export function countAlong(length: number, pitch: number): number {
  return Math.floor(length / pitch + STEP_TOLERANCE) + 1;
}

/** Square lattice centred in a box: rows from +z to −z, x ascending. */
export function* squareLattice([minX, minZ, maxX, maxZ]: Bounds, pitch: number): Generator<Point> {
  const columns = countAlong(maxX - minX, pitch);
  const rows = countAlong(maxZ - minZ, pitch);
  for (let row = rows - 1; row >= 0; row--) {
    const z = (minZ + maxZ) / 2 + (row - (rows - 1) / 2) * pitch;
    for (let column = 0; column < columns; column++) {
      yield [(minX + maxX) / 2 + (column - (columns - 1) / 2) * pitch, z];
    }
  }
}

/**
 * Hexagonal lattice through `start`, clipped to a box, nearest first; ties by row, then by x.
 *
 * It is listed in bands of growing distance, so that a small crowd in a large box costs no more than it needs.
 */
export function* hexLattice(bounds: Bounds, start: Point, pitch: number): Generator<Point> {
  const [minX, minZ, maxX, maxZ] = bounds;
  const [startX, startZ] = start;
  const farX = Math.max(startX - minX, maxX - startX);
  const farZ = Math.max(startZ - minZ, maxZ - startZ);
  const farthest = Math.sqrt(farX * farX + farZ * farZ);
  let inner = 0;
  for (let outer = 8 * pitch; inner <= farthest; outer *= BAND_GROWTH) {
    const band = [...pointsNearer(bounds, start, pitch, outer)].filter(({ distance }) => distance >= inner);
    // Sorting is stable, so equal distances keep the order of rows.
    for (const { x, z } of band.sort((a, b) => a.distance - b.distance)) yield [x, z];
    inner = outer;
  }
}

/** Points of the hexagonal lattice nearer to the start than `reach`, row by row. */
function* pointsNearer(
  [minX, minZ, maxX, maxZ]: Bounds,
  [startX, startZ]: Point,
  pitch: number,
  reach: number,
): Generator<{ x: number; z: number; distance: number }> {
  const rowStep = (pitch * Math.sqrt(3)) / 2;
  const firstRow = Math.floor(Math.max(-reach, minZ - startZ) / rowStep);
  const lastRow = Math.ceil(Math.min(reach, maxZ - startZ) / rowStep);
  // One column more than fits, since odd rows are shifted by half a pitch.
  const firstColumn = Math.floor(Math.max(-reach, minX - startX) / pitch) - 1;
  const lastColumn = Math.ceil(Math.min(reach, maxX - startX) / pitch);
  for (let row = firstRow; row <= lastRow; row++) {
    const z = startZ + row * rowStep;
    for (let column = firstColumn; column <= lastColumn; column++) {
      const x = startX + (column + (row & 1) / 2) * pitch;
      const distance = Math.sqrt((x - startX) * (x - startX) + (z - startZ) * (z - startZ));
      if (distance < reach) yield { x, z, distance };
    }
  }
}
