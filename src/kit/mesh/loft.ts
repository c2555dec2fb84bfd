import { add, centroid, cross, distance, dot, scale, subtract, type Vector } from '../math/vector.js';
import type { MeshBuilder, Vertex } from './mesh-builder.js';
import type { Paint } from './paint.js';

export interface LoftRow {
  readonly vertices: readonly Vertex[];
  /** Leaves a gap between this row and the previous one. With both at the same position, colours change abruptly. */
  readonly isCut?: boolean;
  /** Starts a new smoothing group, so that shading changes abruptly. */
  readonly isSplit?: boolean;
}

export type LoftFacing = 'outward' | 'inward' | 'as-wound' | Vector | ((point: Vector) => Vector);

export interface LoftOptions {
  /**
   * Rows are rings.
   * @default true
   */
  readonly isClosed?: boolean;
  /**
   * Direction of the front faces: away from the rows' centres, towards them, along a vector, or by winding order.
   * @default 'outward'
   */
  readonly facing?: LoftFacing;
  /** Closes the first row. `true` uses the row's own colour. */
  readonly startCap?: Paint | boolean;
  /** Closes the last row. */
  readonly endCap?: Paint | boolean;
}

/** Diagonals whose lengths differ by less, metres, count as equal, so that rounding errors do not decide. */
const DIAGONAL_TIE = 1e-7;

/** Adds a surface through rows of equal length. */
export function addLoft(mesh: MeshBuilder, rows: readonly LoftRow[], options: LoftOptions = {}): void {
  const { isClosed = true, facing = 'outward', startCap = false, endCap = false } = options;
  const firstIndex = mesh.indices.length;
  mesh.startGroup();
  const ids = rows.map((row) => {
    if (row.isSplit) mesh.startGroup();
    return row.vertices.map((vertex) => mesh.addVertex(vertex));
  });
  for (let i = 1; i < rows.length; i++) {
    if (!rows[i].isCut) addBand(mesh, ids[i - 1], ids[i], isClosed);
  }
  if (startCap) addCap(mesh, rows[0].vertices, startCap, true);
  if (endCap) addCap(mesh, rows[rows.length - 1].vertices, endCap, false);
  if (facing !== 'as-wound') orient(mesh, firstIndex, rows, facing);
}

/** The quads between two rows, each split along its shorter diagonal. */
function addBand(mesh: MeshBuilder, from: readonly number[], to: readonly number[], isClosed: boolean): void {
  const count = isClosed ? from.length : from.length - 1;
  const at = (id: number): Vector => mesh.vertices[id].position;
  for (let j = 0; j < count; j++) {
    const k = (j + 1) % from.length;
    const [a, b, c, d] = [from[j], from[k], to[k], to[j]];
    if (distance(at(a), at(c)) <= distance(at(b), at(d)) + DIAGONAL_TIE) {
      mesh.addTriangle(a, b, c);
      mesh.addTriangle(a, c, d);
    } else {
      mesh.addTriangle(a, b, d);
      mesh.addTriangle(b, c, d);
    }
  }
}

function addCap(mesh: MeshBuilder, row: readonly Vertex[], cap: Paint | boolean, isAtStart: boolean): void {
  const paint = typeof cap === 'boolean' ? row[0].paint : cap;
  const rim = row.map((vertex) => mesh.addVertex({ ...vertex, paint }));
  const middle = centroid(row.map(({ position }) => position));
  const hub = mesh.addVertex({ position: middle, paint, weights: row[0].weights });
  rim.forEach((id, j) => {
    const next = rim[(j + 1) % rim.length];
    if (isAtStart) mesh.addTriangle(hub, next, id);
    else mesh.addTriangle(hub, id, next);
  });
}

/** Flips all triangles of the loft if most of their area faces the wrong way. */
function orient(
  mesh: MeshBuilder,
  firstIndex: number,
  rows: readonly LoftRow[],
  facing: Exclude<LoftFacing, 'as-wound'>,
): void {
  const centres = rows.map(({ vertices }) => centroid(vertices.map(({ position }) => position)));
  const outwardAt = (point: Vector): Vector => {
    if (typeof facing === 'function') return facing(point);
    if (typeof facing !== 'string') return facing;
    const away = subtract(point, nearest(centres, point));
    return facing === 'inward' ? scale(away, -1) : away;
  };
  let agreement = 0;
  for (let i = firstIndex; i < mesh.indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => mesh.vertices[mesh.indices[i + k]].position);
    const normal = cross(subtract(b, a), subtract(c, a));
    agreement += dot(normal, outwardAt(scale(add(add(a, b), c), 1 / 3)));
  }
  if (agreement < 0) mesh.flip(firstIndex);
}

function nearest(points: readonly Vector[], to: Vector): Vector {
  return points.reduce((best, point) => (distance(point, to) < distance(best, to) ? point : best));
}
