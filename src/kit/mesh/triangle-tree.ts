import { add, cross, dot, subtract, type Vector } from '../math/vector.js';
import type { MeshBuilder } from './mesh-builder.js';

const LEAF_TRIANGLES = 4;
const NEAREST_HIT = 1e-4;

interface Triangle {
  readonly corner: Vector;
  readonly edges: readonly [Vector, Vector];
  /** Minimum, maximum and sum of the corners. */
  readonly min: Vector;
  readonly max: Vector;
  readonly sum: Vector;
}

interface Node {
  readonly min: Vector;
  readonly max: Vector;
  readonly children: readonly Node[];
  /** Triangles of a leaf. */
  readonly triangles: readonly Triangle[];
}

/** Bounding volume hierarchy of triangles, for ray casts. */
export class TriangleTree {
  private readonly root: Node;

  constructor(meshes: readonly MeshBuilder[]) {
    this.root = build(meshes.flatMap(trianglesOf));
  }

  /** Returns the distance from `origin` along the unit vector `direction` to the nearest triangle, at most `limit`. */
  cast(origin: Vector, direction: Vector, limit: number): number {
    const inverse = map((k) => 1 / (direction[k] || 1e-9));
    const castInto = (node: Node, nearest: number): number => {
      if (!isBoxHit(node, origin, inverse, nearest)) return nearest;
      for (const child of node.children) nearest = castInto(child, nearest);
      for (const triangle of node.triangles) {
        const hit = castAtTriangle(triangle, origin, direction);
        if (hit > NEAREST_HIT && hit < nearest) nearest = hit;
      }
      return nearest;
    };
    return castInto(this.root, limit);
  }
}

function map(component: (k: 0 | 1 | 2) => number): Vector {
  return [component(0), component(1), component(2)];
}

/** Splits triangles at the median along the longest axis. */
function build(triangles: readonly Triangle[]): Node {
  const min = map((k) => triangles.reduce((least, triangle) => Math.min(least, triangle.min[k]), Infinity));
  const max = map((k) => triangles.reduce((most, triangle) => Math.max(most, triangle.max[k]), -Infinity));
  if (triangles.length <= LEAF_TRIANGLES) return { min, max, children: [], triangles };
  const sides = subtract(max, min);
  const axis = sides.indexOf(Math.max(...sides));
  const sorted = [...triangles].sort((a, b) => a.sum[axis] - b.sum[axis]);
  const middle = sorted.length >> 1;
  return { min, max, children: [build(sorted.slice(0, middle)), build(sorted.slice(middle))], triangles: [] };
}

function trianglesOf({ vertices, indices }: MeshBuilder): Triangle[] {
  return Array.from({ length: indices.length / 3 }, (_, i) => {
    const [a, b, c] = [0, 1, 2].map((k) => vertices[indices[3 * i + k]].position);
    return {
      corner: a,
      edges: [subtract(b, a), subtract(c, a)],
      min: map((k) => Math.min(a[k], b[k], c[k])),
      max: map((k) => Math.max(a[k], b[k], c[k])),
      sum: add(add(a, b), c),
    };
  });
}

/** Slab test of a ray and a box. */
function isBoxHit({ min, max }: Node, origin: Vector, inverse: Vector, limit: number): boolean {
  let enter = 0;
  let leave = limit;
  for (let k = 0; k < 3; k++) {
    const a = (min[k] - origin[k]) * inverse[k];
    const b = (max[k] - origin[k]) * inverse[k];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave;
}

/** Ray-triangle intersection (Möller and Trumbore, 1997). Returns −1 for a miss. */
function castAtTriangle(
  { corner, edges: [first, second] }: Triangle,
  origin: Vector,
  direction: Vector,
): number {
  const p = cross(direction, second);
  const determinant = dot(first, p);
  if (Math.abs(determinant) < 1e-12) return -1;
  const s = subtract(origin, corner);
  const u = dot(s, p) / determinant;
  if (u < 0 || u > 1) return -1;
  const q = cross(s, first);
  const v = dot(direction, q) / determinant;
  if (v < 0 || u + v > 1) return -1;
  return dot(second, q) / determinant;
}
