import { add, addScaled, cross, normalize, scale, UP, type Vector } from '../math/vector.js';
import type { MeshBuilder } from './mesh-builder.js';
import { type Paint, shadeChannels } from './paint.js';
import { TriangleTree } from './triangle-tree.js';

export interface OcclusionOptions {
  /** How dark full occlusion gets, 0 to 1. @default 0.85 */
  readonly strength?: number;
  /** The darkest brightness. @default 0.18 */
  readonly floor?: number;
}

const RAYS = 40;
/** Metres that a ray goes. */
const REACH = 0.35;
/** Metres that a ray starts above the surface. */
const START = 0.004;
/** A ray that meets the ground counts half: cloth near it should sit, not sink. */
const GROUND_SHARE = 0.5;
const CONTRAST = 1.25;

/** Directions about +z, denser towards it by the cosine, on a Fibonacci spiral. */
const DIRECTIONS: readonly Vector[] = Array.from({ length: RAYS }, (_, i) => {
  const u = (i + 0.5) / RAYS;
  const angle = i * 2.399963;
  const radius = Math.sqrt(u);
  return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(1 - u)];
});

/**
 * The paints of a mesh, darkened where `occluders` are close. What is occluded also turns slightly warmer, since
 * light between cloth has been on cloth before.
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

/** 0 in the open, 1 where every ray ends at once. */
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
