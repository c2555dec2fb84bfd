import { TAU } from '../../math/index.js';
import type { MeshBuilder, Vertex } from './mesh-builder.js';

/** Segments of a ring in the far mesh, by its segments near. */
function farSegments(near: number): number {
  if (near >= 20) return 8;
  if (near >= 12) return 6;
  if (near >= 8) return 5;
  if (near >= 6) return 4;
  return 3;
}

/** One closed ring, from the back (−π) round by the right, front and left; `turn` shifts it, in segments. */
export function ring(
  mesh: MeshBuilder,
  segments: number,
  vertexAt: (azimuth: number, index: number) => Vertex,
  turn = 0,
): Vertex[] {
  const count = mesh.isFar ? farSegments(segments) : segments;
  return Array.from({ length: count }, (_, i) => vertexAt(((i + turn) / count - 0.5) * TAU, i));
}

/** `count` vertices along an open line, `t` from 0 to 1. */
export function line(count: number, vertexAt: (t: number, index: number) => Vertex): Vertex[] {
  return Array.from({ length: count }, (_, i) => vertexAt(i / (count - 1), i));
}
