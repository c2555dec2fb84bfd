import { cross, dot, subtract, type Vector } from '../math/vector.js';
import type { Weights } from '../skeleton/weights.js';
import type { Paint } from './paint.js';

/** Level of detail. `far` has the same shapes with far fewer rings and without small parts. */
export type Detail = 'near' | 'far';

export interface Vertex {
  readonly position: Vector;
  readonly paint: Paint;
  readonly weights: Weights;
  /** Excludes the vertex from simplification, for small conspicuous parts such as collars. @default false */
  readonly isFixed?: boolean;
}

/** Triangles with less than half this area, square metres, are dropped. */
const SMALLEST_TRIANGLE = 1e-7;

/** Collects the vertices and triangles of shapes. Shapes share no vertices; {@link packMesh} welds equal ones. */
export class MeshBuilder {
  readonly vertices: Vertex[] = [];
  /** Smoothing group of each vertex: normals are blended only inside one. */
  readonly groups: number[] = [];
  /** Three vertices a triangle, counterclockwise from outside. */
  readonly indices: number[] = [];
  private group = 0;

  constructor(readonly detail: Detail) {}

  get isFar(): boolean {
    return this.detail === 'far';
  }

  get triangleCount(): number {
    return this.indices.length / 3;
  }

  startGroup(): void {
    this.group++;
  }

  addVertex(vertex: Vertex): number {
    this.groups.push(this.group);
    return this.vertices.push(vertex) - 1;
  }

  addTriangle(a: number, b: number, c: number): void {
    const origin = this.vertices[a].position;
    const normal = cross(
      subtract(this.vertices[b].position, origin),
      subtract(this.vertices[c].position, origin),
    );
    if (dot(normal, normal) > SMALLEST_TRIANGLE ** 2) this.indices.push(a, b, c);
  }

  /** Reverses the winding of all triangles from index offset `from` on. */
  flip(from: number): void {
    for (let i = from; i < this.indices.length; i += 3) {
      [this.indices[i + 1], this.indices[i + 2]] = [this.indices[i + 2], this.indices[i + 1]];
    }
  }

  append(other: MeshBuilder): void {
    const firstVertex = this.vertices.length;
    const firstGroup = this.group + 1;
    this.vertices.push(...other.vertices);
    this.groups.push(...other.groups.map((group) => group + firstGroup));
    this.indices.push(...other.indices.map((index) => index + firstVertex));
    this.group = firstGroup + other.group;
  }
}
