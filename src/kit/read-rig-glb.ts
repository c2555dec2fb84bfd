import { RigError } from '../errors/index.js';
import type { Clip, Skeleton, Skin, SkinnedVertices } from '../rig/index.js';
import { readClip } from './gltf/read-clip.js';
import { readGlb } from './gltf/read-glb.js';
import { listBones, readSkeleton, readSkin } from './gltf/read-skeleton.js';
import { largestSkin, readVertices } from './gltf/read-vertices.js';

/** The rig of a file, as plain arrays. */
export interface SkinnedGlb {
  /** Every node from the scene's root down to the last joint, under the names in the file. */
  readonly skeleton: Skeleton;
  /** As glTF has it, where a skinned mesh stands doesn't count: the bind matrix is the identity. */
  readonly skin: Skin;
  /** Vertices of every skinned mesh by the name of its node, as stored. */
  readonly meshes: ReadonlyMap<string, SkinnedVertices>;
}

/**
 * Reads the rig of a GLB, whoever made it.
 *
 * @throws RigError where the bytes are no GLB, the file needs an extension, nothing in it is skinned, two bones or two
 * meshes share a name, or its meshes hang on skins that disagree
 * @example
 * const { skeleton, skin, meshes } = await readSkinnedGlb(await readFile('skeleton.glb'));
 */
export async function readSkinnedGlb(bytes: Uint8Array): Promise<SkinnedGlb> {
  const document = await readGlb(bytes);
  const nodes = document
    .getRoot()
    .listNodes()
    .filter((node) => node.getSkin() !== null && node.getMesh() !== null);
  if (nodes.length === 0) {
    throw new RigError('the file has no skinned mesh; export the meshes together with their armature');
  }
  const skin = largestSkin(nodes);
  const bones = listBones(document, skin);
  const meshes = new Map<string, SkinnedVertices>();
  for (const node of nodes) {
    const name = node.getName();
    if (meshes.has(name)) throw new RigError(`two skinned meshes are called "${name}"; rename one of them`);
    meshes.set(name, readVertices(node, skin));
  }
  return { skeleton: readSkeleton(bones), skin: readSkin(skin, bones), meshes };
}

/**
 * Reads the animations of a GLB, whoever made it. An animation's `extras`, `{ loop, speed }`, tell whether it loops and
 * the ground it covers, metres a second; without them it loops, unless it is named `…_stop`, and stays in place. Morph
 * targets are left out.
 *
 * @throws RigError where the bytes are no GLB, the file needs an extension or it has no animation
 * @example
 * const [walk] = await readClipGlb(await readFile('clips/walk.glb'));
 */
export async function readClipGlb(bytes: Uint8Array): Promise<Clip[]> {
  const document = await readGlb(bytes);
  const animations = document.getRoot().listAnimations();
  if (animations.length === 0) {
    throw new RigError('the file has no animation; export the clip together with its keys');
  }
  return animations.map(readClip);
}
