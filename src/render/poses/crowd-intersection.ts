import {
  type BufferGeometry,
  type Intersection,
  Matrix4,
  type Object3D,
  type Ray,
  Triangle,
  Vector2,
  Vector3,
} from 'three';
import { AFFINE_SIZE } from '../../math/index.js';
import type { Floats } from '../../rig/index.js';
import { materialIndexAt, meshNameAt } from '../characters/index.js';
import { affineToMatrix } from './affine-matrices.js';
import type { CpuPose } from './cpu-pose.js';
import type { CrowdHit } from './picker.js';
import { vertexMatrix } from './skin-vertices.js';

/** An intersection of a ray with a character of a crowd. */
export interface CrowdIntersection<T extends Object3D = Object3D> extends Intersection<T> {
  /** Index of the character. */
  readonly character: number;
  /**
   * Name of the mesh that was hit. `face`, `faceIndex` and `uv` refer to the geometry of the part, into which several meshes of a
   * GLB file may be joined.
   */
  readonly part: string;
}

/**
 * Turns a hit into an intersection with the fields that three gives its own. Both normals, the triangle's and the
 * interpolated one, are those of the posed mesh, in the crowd's space.
 *
 * @param localRay the same ray in the crowd's space
 * @param now crowd seconds
 */
export function describeHit<T extends Object3D>(
  { character, part, triangle, distance }: CrowdHit,
  object: T,
  ray: Ray,
  localRay: Floats,
  pose: CpuPose,
  now: number,
): CrowdIntersection<T> {
  const { index, attributes } = part.geometry;
  const matrices = new Float64Array(pose.joints * AFFINE_SIZE);
  pose.skinMatrices(character, now, matrices);
  const [a, b, c] = [0, 1, 2].map((k) => {
    const vertex = triangle * 3 + k;
    return poseCorner(part.geometry, index ? index.getX(vertex) : vertex, matrices);
  });
  const direction = new Vector3().fromArray(localRay, 3);
  const local = new Vector3().fromArray(localRay).addScaledVector(direction, distance);
  const barycoord = new Vector3();
  Triangle.getBarycoord(local, a.position, b.position, c.position, barycoord);
  const faceNormal = Triangle.getNormal(a.position, b.position, c.position, new Vector3());
  const { uv, normal } = attributes;
  const materialIndex = materialIndexAt(part, triangle * 3);
  return {
    distance,
    point: ray.at(distance, new Vector3()),
    object,
    character,
    instanceId: character,
    part: meshNameAt(part, a.vertex),
    faceIndex: triangle,
    face: { a: a.vertex, b: b.vertex, c: c.vertex, normal: faceNormal, materialIndex },
    barycoord,
    ...(normal && { normal: interpolateNormal([a, b, c], barycoord, direction) }),
    ...(uv && {
      uv: Triangle.getInterpolatedAttribute(uv, a.vertex, b.vertex, c.vertex, barycoord, new Vector2()),
    }),
  };
}

/** A posed corner of a triangle, in the crowd's space. */
interface Corner {
  readonly vertex: number;
  readonly position: Vector3;
  /** Undefined for a part without normals. */
  readonly normal: Vector3 | undefined;
}

/** As in three, the interpolated normal faces the ray, also if the triangle is hit from behind. */
function interpolateNormal(corners: readonly Corner[], { x, y, z }: Vector3, direction: Vector3): Vector3 {
  const normal = new Vector3();
  for (const [k, weight] of [x, y, z].entries()) normal.addScaledVector(corners[k].normal as Vector3, weight);
  normal.normalize();
  return normal.dot(direction) > 0 ? normal.negate() : normal;
}

function poseCorner(geometry: BufferGeometry, vertex: number, matrices: Floats): Corner {
  const { position, normal } = geometry.attributes;
  const affine = new Float64Array(AFFINE_SIZE);
  vertexMatrix(geometry, vertex, matrices, affine);
  const matrix = affineToMatrix(affine, 0, new Matrix4());
  return {
    vertex,
    position: new Vector3().fromBufferAttribute(position, vertex).applyMatrix4(matrix),
    normal: normal && new Vector3().fromBufferAttribute(normal, vertex).transformDirection(matrix),
  };
}
