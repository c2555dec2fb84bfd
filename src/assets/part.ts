import type { BufferGeometry, Material, SkinnedMesh } from 'three';
import { RigError } from '../errors/index.js';
import { type Glb, nodeName } from './glb.js';

/** One body, face, hair or shared part: a named SkinnedMesh node of the master file. */
export interface Part {
  /** The node's name in the file. */
  readonly name: string;
  /** In bind pose, as stored: before any bone or root scale. */
  readonly geometry: BufferGeometry;
  readonly material: Material;
  /** In the master scene. */
  readonly mesh: SkinnedMesh;
  /** Whether the vertex colours' alpha says how much of the tint a vertex takes. */
  readonly tintMask: boolean;
}

/**
 * The parts of a file by node name. A part is one mesh with one material: a node with several primitives is refused,
 * since a crowd draws each part once.
 *
 * @throws {RigError} where there is no part, two have the same name, or one has several materials
 */
export function readParts(glb: Glb): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const nodes = new Map<string, number>();
  for (const { mesh, node } of skinnedMeshes(glb)) {
    const name = nodeName(glb, node);
    if (parts.has(name)) throw new RigError(explainDuplicate(glb.url, name, nodes.get(name) === node));
    const material = mesh.material as Material;
    const tintMask = material.userData['tintMask'] === 'COLOR_0.a';
    parts.set(name, { name, geometry: mesh.geometry, material, mesh, tintMask });
    nodes.set(name, node);
  }
  if (parts.size === 0) {
    throw new RigError(`${glb.url} has no skinned mesh. Export the characters together with their skeleton.`);
  }
  return parts;
}

/** Every SkinnedMesh with the file's node it belongs to: itself, or the group that its primitives make up. */
function skinnedMeshes(glb: Glb): { mesh: SkinnedMesh; node: number }[] {
  const found: { mesh: SkinnedMesh; node: number }[] = [];
  glb.scene.traverse((object) => {
    if (!(object as Partial<SkinnedMesh>).isSkinnedMesh) return;
    const node = glb.nodeOf.get(object) ?? (object.parent ? glb.nodeOf.get(object.parent) : undefined);
    if (node !== undefined) found.push({ mesh: object as SkinnedMesh, node });
  });
  return found;
}

function explainDuplicate(url: string, name: string, isOneNode: boolean): string {
  return isOneNode
    ? `Node "${name}" of ${url} has several primitives; a part is one mesh with one material. Join its materials, or split it into several nodes.`
    : `${url} has two skinned mesh nodes named "${name}". Give each part a name of its own.`;
}
