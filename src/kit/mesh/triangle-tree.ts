import type { MeshBuilder } from './mesh-builder.js';

/** Values per triangle: one corner and two edges from it. */
const TRIANGLE_SIZE = 9;
const LEAF_TRIANGLES = 4;
const NEAREST_HIT = 1e-4;

interface Node {
  /** Minimum x, y, z, then maximum x, y, z. */
  readonly box: Float64Array;
  readonly children?: readonly [Node, Node];
  /** Triangle offsets of a leaf. */
  readonly triangles?: readonly number[];
}

/** Bounding volume hierarchy of triangles, for ray casts. */
export class TriangleTree {
  private readonly triangles: Float64Array;
  private readonly root: Node;

  constructor(meshes: readonly MeshBuilder[]) {
    this.triangles = Float64Array.from(meshes.flatMap(trianglesOf));
    const offsets = Array.from(
      { length: this.triangles.length / TRIANGLE_SIZE },
      (_, i) => i * TRIANGLE_SIZE,
    );
    this.root = this.build(offsets);
  }

  /** Returns the distance from `origin` along the unit vector `direction` to the nearest triangle, at most `limit`. */
  cast(origin: readonly number[], direction: readonly number[], limit: number): number {
    const inverse = direction.map((value) => 1 / (value || 1e-9));
    return this.castInto(this.root, origin, direction, inverse, limit);
  }

  private castInto(
    node: Node,
    origin: readonly number[],
    direction: readonly number[],
    inverse: readonly number[],
    limit: number,
  ): number {
    if (!isBoxHit(node.box, origin, inverse, limit)) return limit;
    if (node.children) {
      const near = this.castInto(node.children[0], origin, direction, inverse, limit);
      return this.castInto(node.children[1], origin, direction, inverse, near);
    }
    let nearest = limit;
    for (const offset of node.triangles!) {
      const hit = castAtTriangle(this.triangles, offset, origin, direction);
      if (hit > NEAREST_HIT && hit < nearest) nearest = hit;
    }
    return nearest;
  }

  /** Splits at the median along the longest axis. */
  private build(offsets: number[]): Node {
    const box = this.boxOf(offsets);
    if (offsets.length <= LEAF_TRIANGLES) return { box, triangles: offsets };
    const sides = [0, 1, 2].map((k) => box[k + 3] - box[k]);
    const axis = sides.indexOf(Math.max(...sides));
    const centre = (offset: number): number =>
      3 * this.triangles[offset + axis] +
      this.triangles[offset + 3 + axis] +
      this.triangles[offset + 6 + axis];
    offsets.sort((a, b) => centre(a) - centre(b) || a - b);
    const middle = offsets.length >> 1;
    return { box, children: [this.build(offsets.slice(0, middle)), this.build(offsets.slice(middle))] };
  }

  private boxOf(offsets: readonly number[]): Float64Array {
    const box = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
    for (const offset of offsets) {
      for (let k = 0; k < 3; k++) {
        const a = this.triangles[offset + k];
        const b = a + this.triangles[offset + 3 + k];
        const c = a + this.triangles[offset + 6 + k];
        box[k] = Math.min(box[k], a, b, c);
        box[k + 3] = Math.max(box[k + 3], a, b, c);
      }
    }
    return box;
  }
}

function trianglesOf({ vertices, indices }: MeshBuilder): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => vertices[indices[i + k]].position);
    numbers.push(...a, b[0] - a[0], b[1] - a[1], b[2] - a[2], c[0] - a[0], c[1] - a[1], c[2] - a[2]);
  }
  return numbers;
}

/** Slab test of a ray and a box. */
function isBoxHit(
  box: Float64Array,
  origin: readonly number[],
  inverse: readonly number[],
  limit: number,
): boolean {
  let enter = 0;
  let leave = limit;
  for (let k = 0; k < 3; k++) {
    const a = (box[k] - origin[k]) * inverse[k];
    const b = (box[k + 3] - origin[k]) * inverse[k];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave;
}

/** Ray-triangle intersection (Möller and Trumbore, 1997). Returns −1 for a miss. */
function castAtTriangle(
  t: Float64Array,
  o: number,
  origin: readonly number[],
  direction: readonly number[],
): number {
  const [dx, dy, dz] = direction;
  const px = dy * t[o + 8] - dz * t[o + 7];
  const py = dz * t[o + 6] - dx * t[o + 8];
  const pz = dx * t[o + 7] - dy * t[o + 6];
  const determinant = t[o + 3] * px + t[o + 4] * py + t[o + 5] * pz;
  if (Math.abs(determinant) < 1e-12) return -1;
  const sx = origin[0] - t[o];
  const sy = origin[1] - t[o + 1];
  const sz = origin[2] - t[o + 2];
  const u = (sx * px + sy * py + sz * pz) / determinant;
  if (u < 0 || u > 1) return -1;
  const qx = sy * t[o + 5] - sz * t[o + 4];
  const qy = sz * t[o + 3] - sx * t[o + 5];
  const qz = sx * t[o + 4] - sy * t[o + 3];
  const v = (dx * qx + dy * qy + dz * qz) / determinant;
  if (v < 0 || u + v > 1) return -1;
  return (t[o + 6] * qx + t[o + 7] * qy + t[o + 8] * qz) / determinant;
}
