import { TAU } from '../../math/index.js';
import { addLoft, type LoftOptions } from './loft.js';
import type { MeshBuilder, Vertex } from './mesh-builder.js';

/** Returns the segment count of a ring in the far mesh. */
function farSegments(near: number): number {
  if (near >= 20) return 8;
  if (near >= 12) return 6;
  if (near >= 8) return 5;
  if (near >= 6) return 4;
  return 3;
}

/**
 * Returns a closed ring of vertices that starts at the back (azimuth −π) and runs by the right, front and left. `turn`
 * shifts it by that many segments.
 */
export function ring(
  mesh: MeshBuilder,
  segments: number,
  vertexAt: (azimuth: number, index: number) => Vertex,
  turn = 0,
): Vertex[] {
  const count = mesh.isFar ? farSegments(segments) : segments;
  return Array.from({ length: count }, (_, i) => vertexAt(((i + turn) / count - 0.5) * TAU, i));
}

/** Returns `count` vertices along an open line, with `t` from 0 to 1. */
export function line(count: number, vertexAt: (t: number, index: number) => Vertex): Vertex[] {
  return Array.from({ length: count }, (_, i) => vertexAt(i / (count - 1), i));
}

/** Adds a surface through one closed ring for each row of a table. */
export function addRings<Row>(
  mesh: MeshBuilder,
  table: readonly Row[],
  segments: number,
  vertexAt: (row: Row, azimuth: number, column: number) => Vertex,
  options?: LoftOptions,
): void {
  const rows = table.map((row) => ({
    vertices: ring(mesh, segments, (azimuth, column) => vertexAt(row, azimuth, column)),
  }));
  addLoft(mesh, rows, options);
}
