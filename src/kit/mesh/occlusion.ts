import { add, addScaled, cross, normalize, scale, UP, type Vector } from '../math/vector.js';
import type { MeshBuilder } from './mesh-builder.js';
import { type Paint, shadeChannels } from './paint.js';
import { TriangleTree } from './triangle-tree.js';

export interface OcclusionOptions {
  /** Darkening at full occlusion, 0 to 1. @default 0.85 */
  readonly strength?: number;
  /** Minimum brightness. @default 0.18 */
  readonly floor?: number;
}

const RAYS = 40;
/** Ray length, metres. */
const REACH = 0.35;
/** Distance of ray origins above the surface, metres. */
const START = 0.004;
/** Occlusion of a ray that hits the ground. Full occlusion would make cloth look sunk into it. */
const GROUND_SHARE = 0.5;
const CONTRAST = 1.25;

/** Cosine-weighted directions of the hemisphere around +z, on a Fibonacci spiral. */
const DIRECTIONS: readonly Vector[] = Array.from({ length: RAYS }, (_, i) => {
  const u = (i + 0.5) / RAYS;
  const angle = i * 2.399963;
  const radius = Math.sqrt(u);
  return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(1 - u)];
});

/**
 * Returns the vertex colours of a mesh, darkened by ambient occlusion from `occluders`. Occluded colours also shift to
 * warm, as light reflected between cloth does.
 */
export function occlude(
  mesh: MeshBuilder,
  normals: readonly Vector[],
  occluders: readonly MeshBuilder[],
  { strength = 0.85, floor = 0.18 }: OcclusionOptions = {},
): Paint[] {
  const tree = new TriangleTree(occluders);
  return mesh.vertices.map(({ position, paint }, i) => {
    const light = Math.max(floor, 1 - strength * CONTRAST * occlusionAt(tree, position, normals[i]));
    return shadeChannels(paint, light ** 0.85, light, light ** 1.08);
  });
}

/** Returns occlusion from 0 (no ray hits) to 1 (every ray hits immediately). */
function occlusionAt(tree: TriangleTree, position: Vector, normal: Vector): number {
  const right = normalize(cross(Math.abs(normal[1]) < 0.9 ? UP : [1, 0, 0], normal));
  const up = cross(normal, right);
  const origin = addScaled(position, normal, START);
  let sum = 0;
  for (const [x, y, z] of DIRECTIONS) {
    const direction = addScaled(add(scale(right, x), scale(up, y)), normal, z);
    let covered = 1 - tree.cast(origin, direction, REACH) / REACH;
    if (direction[1] < -0.05) {
      const toGround = origin[1] / -direction[1];
      if (toGround < REACH) covered = Math.max(covered, GROUND_SHARE * (1 - toGround / REACH));
    }
    sum += covered;
  }
  return sum / RAYS;
}
