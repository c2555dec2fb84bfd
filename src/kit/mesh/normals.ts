import {
  add,
  addScaled,
  cross,
  distance,
  dot,
  normalize,
  scale,
  subtract,
  UP,
  type Vector,
} from '../math/vector.js';
import type { MeshBuilder } from './mesh-builder.js';

/** Vertices of one smoothing group that are closer than this share a normal, metres. */
const WELD_DISTANCE = 2e-4;

/** Returns one normal per vertex: the angle-weighted mean of the adjacent triangles in its smoothing group. */
export function computeNormals(mesh: MeshBuilder): Vector[] {
  const sums = new Map<string, Vector>();
  const keys = mesh.vertices.map(({ position }, i) => {
    const [x, y, z] = position.map((value) => Math.round(value / WELD_DISTANCE));
    return `${mesh.groups[i]}:${x},${y},${z}`;
  });
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const ids = mesh.indices.slice(i, i + 3);
    const corners = ids.map((id) => mesh.vertices[id].position);
    const normal = normalize(cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0])));
    ids.forEach((id, k) => {
      const angle = cornerAngle(corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
      sums.set(keys[id], addScaled(sums.get(keys[id]) ?? [0, 0, 0], normal, angle));
    });
  }
  return keys.map((key) => unitOrUp(sums.get(key)));
}

function cornerAngle(at: Vector, a: Vector, b: Vector): number {
  const cosine = dot(normalize(subtract(a, at)), normalize(subtract(b, at)));
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

function unitOrUp(sum: Vector | undefined): Vector {
  return sum && dot(sum, sum) > 1e-12 ? normalize(sum) : UP;
}

/** Minimum dot product of two normals of the same surface. */
const LEAST_AGREEMENT = 0.1;

/**
 * Blends the normals of all pieces in a region with a Gaussian of `radius` metres. Torso and sleeves are separate
 * shells; without blending the shading shows a seam.
 */
export function softenNormals(
  mesh: MeshBuilder,
  normals: Vector[],
  isInRegion: (point: Vector) => boolean,
  radius: number,
): void {
  const ids = mesh.vertices.flatMap(({ position }, i) => (isInRegion(position) ? [i] : []));
  const softened = ids.map((i) => {
    let sum: Vector = [0, 0, 0];
    for (const j of ids) {
      const apart = distance(mesh.vertices[i].position, mesh.vertices[j].position);
      const agreement = dot(normals[i], normals[j]);
      if (apart > radius * 2.2 || agreement < LEAST_AGREEMENT) continue;
      sum = add(sum, scale(normals[j], Math.exp(-((apart / radius) ** 2)) * agreement));
    }
    return normalize(sum);
  });
  ids.forEach((id, k) => {
    normals[id] = softened[k];
  });
}
