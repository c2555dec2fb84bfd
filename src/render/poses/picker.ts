import { AFFINE_SIZE } from '../../math/index.js';
import { type CharacterTable, createAnimationState, type Part } from '../characters/index.js';
import type { CpuPose } from './cpu-pose.js';
import type { PoseBounds } from './pose-bounds.js';
import { intersectBox, intersectTriangle, RAY_SIZE } from './ray.js';
import { skinVertices } from './skin-vertices.js';

/** CharacterSelection wears what, by the part numbers of the character table. */
export interface PartLookup {
  part(number: number): { readonly part: Part };
  /** Numbers of what every character wears. */
  readonly shared: readonly number[];
}

/** Where a ray meets a crowd first. */
export interface CrowdHit {
  /** In lengths of the ray's direction. */
  distance: number;
  character: number;
  part: Part;
  /** Number of the triangle within the part. */
  triangle: number;
}

/**
 * Finds what a ray meets: the boxes of all characters first, then the triangles of those whose boxes it enters, posed
 * nearest first, until the next box is farther than the best triangle. Allocates nothing but a growing crowd's room.
 */
export class CrowdPicker {
  readonly #table: CharacterTable;
  readonly #parts: PartLookup;
  readonly #pose: CpuPose;
  readonly #bounds: PoseBounds;
  readonly #motion = createAnimationState();
  readonly #ownRay = new Float64Array(RAY_SIZE);
  readonly #matrices: Float64Array;
  #vertices = new Float64Array(0);
  /** Characters whose boxes the ray enters, and where. */
  #candidates = new Uint32Array(0);
  #entries = new Float64Array(0);
  #hit: CrowdHit | undefined;

  constructor(table: CharacterTable, worn: PartLookup, pose: CpuPose, bounds: PoseBounds) {
    this.#table = table;
    this.#parts = worn;
    this.#pose = pose;
    this.#bounds = bounds;
    this.#matrices = new Float64Array(pose.joints * AFFINE_SIZE);
  }

  /**
   * @param ray in the crowd's space
   * @param near shortest distance that counts, in lengths of the ray's direction
   * @param far the longest
   * @param now crowd seconds
   */
  pick(ray: Float64Array, near: number, far: number, now: number): CrowdHit | undefined {
    this.#hit = undefined;
    let reach = far;
    for (let left = this.#gather(ray, near, far, now); left > 0; left--) {
      const k = this.#nearest(left);
      if (this.#entries[k] > reach) break;
      reach = this.#testCharacter(this.#candidates[k], ray, near, reach, now);
      this.#candidates[k] = this.#candidates[left - 1];
      this.#entries[k] = this.#entries[left - 1];
    }
    return this.#hit;
  }

  /** Counts the characters whose boxes the ray enters. */
  #gather(ray: Float64Array, near: number, far: number, now: number): number {
    const { count } = this.#table;
    if (this.#candidates.length < count) {
      this.#candidates = new Uint32Array(count);
      this.#entries = new Float64Array(count);
    }
    let found = 0;
    for (let i = 0; i < count; i++) {
      if (this.#table.isHidden(i)) continue;
      const box = this.#bounds.boxOf(this.#table.motion(i, this.#motion), now);
      this.#turnRay(ray, i);
      const entry = intersectBox(this.#ownRay, this.#bounds.boxes, box, near, far);
      if (entry === Number.POSITIVE_INFINITY) continue;
      this.#candidates[found] = i;
      this.#entries[found] = entry;
      found += 1;
    }
    return found;
  }

  /** The ray in a character's own space; distances along it stay the same. */
  #turnRay(ray: Float64Array, i: number): void {
    const heading = this.#table.heading(i);
    const inverse = 1 / this.#table.scale(i);
    const sine = Math.sin(heading) * inverse;
    const cosine = Math.cos(heading) * inverse;
    const x = ray[0] - this.#table.x(i);
    const z = ray[2] - this.#table.z(i);
    this.#ownRay[0] = cosine * x - sine * z;
    this.#ownRay[1] = (ray[1] - this.#table.y(i)) * inverse;
    this.#ownRay[2] = sine * x + cosine * z;
    this.#ownRay[3] = cosine * ray[3] - sine * ray[5];
    this.#ownRay[4] = ray[4] * inverse;
    this.#ownRay[5] = sine * ray[3] + cosine * ray[5];
  }

  #nearest(count: number): number {
    let nearest = 0;
    for (let k = 1; k < count; k++) if (this.#entries[k] < this.#entries[nearest]) nearest = k;
    return nearest;
  }

  /** Returns the distance of the nearest triangle so far. */
  #testCharacter(character: number, ray: Float64Array, near: number, far: number, now: number): number {
    this.#pose.skinMatrices(character, now, this.#matrices);
    const { shared } = this.#parts;
    let reach = far;
    for (let k = 0; k < 3 + shared.length; k++) {
      const number = k < 3 ? this.#table.part(character, k) : shared[k - 3];
      reach = this.#testPart(character, this.#parts.part(number).part, ray, near, reach);
    }
    return reach;
  }

  #testPart(character: number, part: Part, ray: Float64Array, near: number, far: number): number {
    const { index, attributes } = part.geometry;
    const { side } = part.material;
    const { count } = attributes['position'];
    if (this.#vertices.length < count * 3) this.#vertices = new Float64Array(count * 3);
    skinVertices(part.geometry, this.#matrices, this.#vertices);
    const corners = index ? index.count : count;
    let reach = far;
    for (let k = 0; k + 2 < corners; k += 3) {
      const a = (index ? index.getX(k) : k) * 3;
      const b = (index ? index.getX(k + 1) : k + 1) * 3;
      const c = (index ? index.getX(k + 2) : k + 2) * 3;
      const distance = intersectTriangle(ray, this.#vertices, a, b, c, side);
      if (!(distance >= near && distance < reach)) continue;
      reach = distance;
      this.#hit = { distance, character, part, triangle: k / 3 };
    }
    return reach;
  }
}
