import { buildScholar } from './bodies/scholar.js';
import { buildFace } from './head/face.js';
import { FACES } from './head/faces.js';
import type { Vector } from './math/vector.js';
import type { Detail, MeshBuilder } from './mesh/mesh-builder.js';
import { computeNormals, softenNormals } from './mesh/normals.js';
import { type OcclusionOptions, occlude } from './mesh/occlusion.js';
import { type FullMesh, type PackedMesh, packMesh } from './mesh/pack.js';
import { simplifyMesh } from './mesh/simplify.js';
import { type KitPart, PARTS } from './parts.js';

/** Options of {@link buildCharacterParts}. */
export interface BuildPartsOptions {
  /** Builds the far meshes: about 700 triangles per character instead of 3,500. @default false */
  readonly far?: boolean;
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** Maximum triangles per part. A character has a body, a face, hair and all shared parts. */
export const TRIANGLE_LIMITS: Readonly<Record<Detail, Readonly<Record<string, number>>>> = {
  near: {
    body: 1648,
    face: 640,
    face_serene: 900,
    hair: 460,
    shared_eyes: 182,
    shared_hands_and_feet: 570,
  },
  far: { body: 415, face: 115, hair: 136, shared_eyes: 4, shared_hands_and_feet: 78 },
};

/**
 * Builds all parts of the kit, by node name, in manifest order. Takes several seconds and yields to the event loop
 * after each part. The output is byte-identical on every run.
 */
export async function buildCharacterParts(options: BuildPartsOptions = {}): Promise<Map<string, PackedMesh>> {
  const detail: Detail = options.far ? 'far' : 'near';
  const parts = new Map<string, PackedMesh>();
  for (const part of PARTS) {
    parts.set(part.id, await simplifyMesh(finish(part, detail), triangleLimit(part, detail)));
    options.onProgress?.(parts.size / PARTS.length);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return parts;
}

function triangleLimit({ id, kind }: KitPart, detail: Detail): number {
  return TRIANGLE_LIMITS[detail][id] ?? TRIANGLE_LIMITS[detail][kind];
}

/**
 * Applies occlusion and normals, then packs the mesh. Occlusion comes before simplification, which takes the darkened
 * colours into account.
 */
function finish(part: KitPart, detail: Detail): FullMesh {
  const mesh = part.build(detail);
  const normals = computeNormals(mesh);
  const paints =
    part.id === 'shared_eyes'
      ? mesh.vertices.map(({ paint }) => paint)
      : occlude(mesh, normals, [mesh, ...otherOccluders(part, detail)], occlusionOf(part, detail));
  if (part.kind === 'body') softenNormals(mesh, normals, isShoulder, SHOULDER_BLEND[detail]);
  return packMesh(mesh, normals, paints);
}

/**
 * Returns further occluders. A part occludes only itself, since it is worn with different others. The neck and scalp
 * are exceptions.
 */
function otherOccluders({ kind }: KitPart, detail: Detail): MeshBuilder[] {
  if (detail === 'far') return [];
  if (kind === 'face') return [buildScholar(detail)];
  if (kind === 'hair') return [buildFace(FACES.young, detail)];
  return [];
}

function occlusionOf({ kind, id }: KitPart, detail: Detail): OcclusionOptions {
  if (kind === 'face') return { strength: 0.7, floor: 0.45 };
  if (detail === 'far') return { strength: 0.7 };
  if (id === 'shared_hands_and_feet') return { strength: 0.8 };
  return {};
}

/** Blend radius of normals between torso and sleeve, metres. */
const SHOULDER_BLEND: Readonly<Record<Detail, number>> = { near: 0.035, far: 0.06 };

function isShoulder([x, y]: Vector): boolean {
  return y > 1.16 && y < 1.42 && Math.abs(x) > 0.085;
}
