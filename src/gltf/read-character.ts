import { isCrowdError, RigError } from '../errors/index.js';
import {
  AFFINE_SIZE,
  affineDeterminant,
  invertAffine,
  multiplyAffine,
  setAffineIdentity,
} from '../math/index.js';
import {
  isSameBone,
  listNames,
  type Skeleton,
  type Skin,
  type SkinnedVertices,
  TRS_SIZE,
} from '../rig/index.js';
import { type GltfFile, lowerLevels, lowerNodes, nodeNames, nodeParents, sceneNodes } from './gltf-file.js';
import type { GltfNode } from './gltf-json.js';
import { type JoinedSkins, joinSkins } from './join-skins.js';
import { readTransform, transformBetween } from './node-transforms.js';
import { type Hang, readPieceVertices } from './read-vertices.js';

/** Characters of a file, on one skeleton. */
export interface GltfCharacter {
  readonly url: string;
  /** All nodes from the scene's root to the last joint, under the file's names. */
  readonly skeleton: Skeleton;
  /** Node of each bone of `skeleton`. */
  readonly bones: readonly number[];
  /** The joined skin of all parts. */
  readonly skin: Skin;
  /** Number of joints of the largest skin, which come first; bone textures have these. */
  readonly jointsOfLargestSkin: number;
  /** By name, in the file's order. */
  readonly parts: ReadonlyMap<string, GltfPart>;
  /** Contents that are not drawn. */
  readonly dropped: readonly DroppedNode[];
}

/** A mesh node that characters can wear. */
export interface GltfPart {
  readonly name: string;
  readonly node: number;
  /** True if it has no skin and is attached to a bone, such as a helmet or a sword. */
  readonly isRigid: boolean;
  /** One per material. */
  readonly pieces: readonly GltfPiece[];
  /** Its lower levels of detail (`MSFT_lod`), finest first: each has as many pieces, of the same materials. */
  readonly levels: readonly GltfLevel[];
}

/** A node that takes the place of a part at a distance. */
export type GltfLevel = Pick<GltfPart, 'node' | 'pieces'>;

/** One primitive of a part. */
export interface GltfPiece {
  readonly mesh: number;
  readonly primitive: number;
  /** In the bind pose of the joined skin, with its joint indices. */
  readonly vertices: SkinnedVertices;
  /** Matrix from the file's positions to the bind pose; undefined if it is the identity. */
  readonly rebase: Float64Array | undefined;
  /** True if it is drawn mirrored, with inverted triangle winding. */
  readonly isMirrored: boolean;
  /** Morph target weights applied to `vertices`; empty if all are 0. */
  readonly morphWeights: readonly number[];
}

/** Content that cannot be drawn. */
export interface DroppedNode {
  readonly name: string;
  /** A whole sentence. */
  readonly reason: string;
}

/** Attributes that levels of detail have in common. */
const DRAWN_ATTRIBUTES = ['NORMAL', 'COLOR_0', 'TEXCOORD_0'];

/** Primitive modes of triangles, and of strips and fans, which loaders convert. */
const TRIANGLE_MODES = [undefined, 4, 5, 6];

/**
 * Reads the characters of a file. Pages, workers and the command line use the same rules:
 *
 * - A part is a mesh node: skinned, or rigid below a bone, to which it is attached with a weight of 1. Its primitives
 *   are its pieces, one per material.
 * - Skins with common or related joints are joined into one. Meshes on another skeleton are dropped.
 * - A skinned part's lower levels of detail are skinned nodes with the same joints and materials.
 * - Content that cannot be drawn is dropped with a reason; the file is still accepted.
 *
 * @param moved names of nodes that clips of other files move (see `movedNodes`), which carry rigid meshes
 * @throws {RigError} if nothing is skinned or animated, or a joint is not in the scene
 */
export async function readCharacter(file: GltfFile, moved: readonly string[] = []): Promise<GltfCharacter> {
  const layout = layOut(file, moved);
  const { nodes = [] } = file.json;
  const drawn = layout.scene.filter((node) => nodes[node].mesh !== undefined);
  const skinned = drawn.filter((node) => nodes[node].skin !== undefined);
  if (drawn.length === 0) {
    const hasMeshes = file.json.meshes?.some(({ primitives }) => primitives.length > 0);
    throw new RigError(
      hasMeshes
        ? `No mesh of ${file.url} is shown: all are hidden, or not in its scene. Show those that characters wear.`
        : `${file.url} has no skinned mesh. Export the characters together with their skeleton.`,
    );
  }
  const isMoved = (node: number): boolean =>
    node >= 0 && (layout.animated.has(node) || isMoved(layout.parents[node]));
  if (skinned.length === 0 && !drawn.some(isMoved)) {
    throw new RigError(
      `${file.url} has no skinned mesh, and no clip moves its nodes${describeMoves(file)}. Give a clip that does, or export the character with its skeleton.`,
    );
  }
  const own = [...new Set(skinned.map((node) => nodes[node].skin!))];
  const lower = lowerNodes(file.json).flatMap((node) => nodes[node].skin ?? []);
  const skins = await joinSkins(file, layout.parents, own, lower);
  const jointsOfLargestSkin = Math.max(
    0,
    ...own.filter((skin) => skins.mappings.has(skin)).map((skin) => file.json.skins![skin].joints.length),
  );
  const parts = new Map<string, GltfPart>();
  const dropped: DroppedNode[] = [];
  const names = partNames(layout, drawn);
  for (const node of drawn) {
    const name = names.get(node)!;
    const isRigid = nodes[node].skin === undefined;
    if (nodes[node].extensions?.['EXT_mesh_gpu_instancing']) {
      const reason = 'Its copies by EXT_mesh_gpu_instancing are not read: it is drawn once, at its node.';
      dropped.push({ name, reason });
    }
    try {
      const hang = isRigid ? hangRigid(layout, skins, node) : hangSkinned(layout, skins, node);
      const pieces = await readPieces(file, node, name, hang, dropped);
      const levels = await readLevels(layout, skins, { node, pieces }, dropped);
      if (pieces.length > 0) parts.set(name, { name, node, isRigid, pieces, levels });
    } catch (error) {
      if (!isCrowdError(error, 'RigError')) throw error;
      dropped.push({ name, reason: error.message });
    }
  }
  // No level stands for a whole group of meshes.
  for (const node of layout.scene) {
    if (nodes[node].mesh === undefined) await readLevels(layout, skins, { node, pieces: [] }, dropped);
  }
  const bones = listBones(layout, skins.joints, file.url);
  return {
    url: file.url,
    skeleton: skeletonOf(layout, bones),
    bones,
    skin: {
      joints: Uint16Array.from(skins.joints, (node) => bones.indexOf(node)),
      inverseBind: Float32Array.from(skins.inverseBind),
    },
    jointsOfLargestSkin,
    parts,
    dropped,
  };
}

/**
 * Reads only the skeleton of a file, which clips are authored for: the joints of its skins, the nodes that clips move and the
 * ancestors of both; all nodes if it has no skins.
 *
 * @param moved as for {@link readCharacter}
 */
export function readSkeleton(
  file: GltfFile,
  moved: readonly string[] = [],
): { skeleton: Skeleton; bones: readonly number[] } {
  const layout = layOut(file, moved);
  const { nodes = [], skins = [] } = file.json;
  const used = layout.scene.filter(
    (node) => nodes[node].mesh !== undefined && nodes[node].skin !== undefined,
  );
  const joints = used.flatMap((node) => skins[nodes[node].skin!].joints);
  const bones =
    joints.length > 0 ? listBones(layout, [...joints, ...layout.animated], file.url) : layout.scene;
  return { skeleton: skeletonOf(layout, bones), bones };
}

interface Layout {
  readonly file: GltfFile;
  readonly names: readonly string[];
  readonly parents: Int32Array;
  /** Nodes of the scene, parents first. */
  readonly scene: readonly number[];
  /** Nodes that clips move. */
  readonly animated: ReadonlySet<number>;
}

function layOut(file: GltfFile, moved: readonly string[]): Layout {
  const parents = nodeParents(file.json);
  const names = nodeNames(file.json);
  const scene = sceneNodes(file.json, parents);
  const own = new Set(movedNodes(file));
  const isMoved = (node: number): boolean =>
    own.has(names[node]) || moved.some((name) => isSameBone(name, names[node]));
  return { file, names, parents, scene, animated: new Set(scene.filter(isMoved)) };
}

/**
 * Names of parts by their nodes. A part and a bone may have the same name, since no field names both kinds. Names are
 * given in the order of the file, as {@link nodeNames} does, so that no two are equal.
 */
function partNames(layout: Layout, drawn: readonly number[]): Map<number, string> {
  const taken = new Map<number, string>();
  for (const node of [...drawn].sort((a, b) => a - b)) {
    const own = layout.file.json.nodes![node].name || parentName(layout, node);
    taken.set(node, own && ![...taken.values()].includes(own) ? own : layout.names[node]);
  }
  return taken;
}

/**
 * The name of a node's parent, if the parent has no other child and is neither a mesh nor a joint. Tools that quantise positions move
 * the mesh of a node into an unnamed child of it.
 */
function parentName({ file: { json }, parents }: Layout, node: number): string | undefined {
  const parent = json.nodes?.[parents[node]];
  if (parent?.mesh !== undefined || parent?.children?.length !== 1) return undefined;
  return json.skins?.some(({ joints }) => joints.includes(parents[node])) ? undefined : parent.name;
}

/** Returns the names of the nodes that the clips of a file translate, rotate or scale. */
export function movedNodes({ json }: GltfFile): string[] {
  const names = nodeNames(json);
  const targets = (json.animations ?? []).flatMap(({ channels }) => channels.map(({ target }) => target));
  const nodes = targets.flatMap(({ path, node }) => (path === 'weights' ? [] : (node ?? [])));
  return [...new Set(nodes)].map((node) => names[node]);
}

/** True if a mesh of a file has no skin, so that it depends on the clips what carries it. */
export function hasRigidMeshes({ json: { nodes = [] } }: GltfFile): boolean {
  return nodes.some(({ mesh, skin }) => mesh !== undefined && skin === undefined);
}

/** Says what the clips of a file move, if there are any. */
function describeMoves(file: GltfFile): string {
  const moved = movedNodes(file);
  if (moved.length > 0) return `: its animations move ${listNames(moved)}, which carry no mesh`;
  const hasMorphs = file.json.animations?.some(({ channels }) => channels.length > 0);
  return hasMorphs ? ': its animations move morph targets alone, which crowds do not play' : '';
}

function hangSkinned({ file, parents }: Layout, skins: JoinedSkins, node: number): Hang {
  const mapping = skins.mappings.get(file.json.nodes![node].skin!);
  if (!mapping) {
    throw new RigError(
      'Its skeleton is another one than that of most parts. Bind it to the same skeleton, or export it to a file of its own.',
    );
  }
  return { ...mapping, isRigid: false, isMirrored: isMirrored(file, parents, node) };
}

/**
 * True if a mesh's triangles are wound the other way, as the determinant of its node's transform says (glTF 2.0, section
 * 3.7.2.1), also of a skinned mesh, whose vertices its node does not move.
 */
function isMirrored({ json }: GltfFile, parents: Int32Array, node: number): boolean {
  return affineDeterminant(transformBetween(json, parents, node, -1), 0) < 0;
}

/**
 * Attaches a rigid mesh to the nearest node at or above it that is a joint or animated. Its vertices are moved to the
 * bind pose, so that it is drawn like other parts.
 */
function hangRigid({ file, parents, scene, animated }: Layout, skins: JoinedSkins, node: number): Hang {
  const isAbove = nodesAbove(skins.joints, parents);
  let carrier = node;
  while (carrier >= 0 && !skins.joints.includes(carrier) && !animated.has(carrier) && !isAbove.has(carrier)) {
    carrier = parents[carrier];
  }
  if (carrier < 0) {
    if (skins.joints.length > 0 && skins.mappings.size > 0)
      throw new RigError('It hangs on no bone. Parent it to one, or leave it out.');
    carrier = scene.includes(node) ? node : -1;
  }
  const rebase = transformBetween(file.json, parents, node, carrier);
  let joint = skins.joints.indexOf(carrier);
  const bind = new Float64Array(AFFINE_SIZE);
  if (joint < 0) {
    // The node becomes a joint with its own space as bind space.
    joint = skins.joints.push(carrier) - 1;
    setAffineIdentity(bind, 0);
    skins.inverseBind.push(...bind);
  } else if (!invertAffine(bind, 0, skins.inverseBind, joint * AFFINE_SIZE)) {
    throw new RigError('The bone that it hangs on has an inverse bind matrix without an inverse.');
  }
  multiplyAffine(rebase, 0, bind, 0, rebase, 0);
  return {
    joints: Uint16Array.of(joint),
    rebase,
    isRigid: true,
    isMirrored: isMirrored(file, parents, node),
  };
}

function nodesAbove(joints: readonly number[], parents: Int32Array): ReadonlySet<number> {
  const above = new Set<number>();
  for (const joint of joints) {
    for (let at = parents[joint]; at >= 0 && !above.has(at); at = parents[at]) above.add(at);
  }
  return above;
}

async function readPieces(
  file: GltfFile,
  node: number,
  name: string,
  hang: Hang,
  dropped: DroppedNode[],
): Promise<GltfPiece[]> {
  const { mesh, weights } = file.json.nodes![node] as GltfNode & { mesh: number };
  const own = weights ?? file.json.meshes![mesh].weights ?? [];
  const morphWeights = own.some((weight) => weight !== 0) ? own : [];
  const { rebase, isMirrored } = hang;
  const pieces: GltfPiece[] = [];
  for (const [primitive, { mode }] of file.json.meshes![mesh].primitives.entries()) {
    if (TRIANGLE_MODES.includes(mode)) {
      const vertices = await readPieceVertices(file, { mesh, primitive, morphWeights }, hang);
      pieces.push({ mesh, primitive, vertices, rebase, isMirrored, morphWeights });
    } else {
      dropped.push({ name, reason: `Its primitive ${primitive} is points or lines, not triangles.` });
    }
  }
  return pieces;
}

/** Reads the lower levels of detail of a part. Those that cannot take its place are dropped. */
async function readLevels(
  layout: Layout,
  skins: JoinedSkins,
  part: GltfLevel,
  dropped: DroppedNode[],
): Promise<GltfLevel[]> {
  const { file, names } = layout;
  const { nodes = [], meshes = [] } = file.json;
  const surfacesOf = (pieces: readonly GltfPiece[]): string =>
    JSON.stringify(
      pieces.map(({ mesh, primitive }) => {
        const { material, attributes } = meshes[mesh].primitives[primitive];
        return [material, ...DRAWN_ATTRIBUTES.map((name) => name in attributes)];
      }),
    );
  const levels: GltfLevel[] = [];
  for (const node of lowerLevels(nodes[part.node])) {
    const name = names[node] ?? `node_${node}`;
    try {
      const { mesh, skin } = nodes[node] ?? {};
      if (mesh === undefined || skin === undefined || nodes[part.node].skin === undefined)
        throw new RigError('A level of detail and the mesh that it stands for both need a skin.');
      const hang = hangSkinned(layout, skins, node);
      const pieces = await readPieces(file, node, name, hang, dropped);
      if (surfacesOf(pieces) !== surfacesOf(part.pieces)) {
        throw new RigError(
          'A level of detail needs the materials of the finest one, in its order, and normals, colours and texture coordinates where that has them.',
        );
      }
      levels.push({ node, pieces });
    } catch (error) {
      if (!isCrowdError(error, 'RigError')) throw error;
      dropped.push({ name, reason: error.message });
    }
  }
  return levels;
}

/** Returns the joints and their ancestors, parents first. */
function listBones({ scene, parents }: Layout, joints: readonly number[], url: string): number[] {
  const above = nodesAbove(joints, parents);
  const isBone = new Set([...joints, ...above]);
  const bones = scene.filter((node) => isBone.has(node));
  if (bones.length < isBone.size) {
    throw new RigError(
      `A joint of ${url} is not in its scene. Export the whole skeleton, and leave it in the scene.`,
    );
  }
  return bones;
}

function skeletonOf({ file, names, parents }: Layout, bones: readonly number[]): Skeleton {
  const rest = new Float32Array(bones.length * TRS_SIZE);
  for (const [bone, node] of bones.entries()) readTransform(file.json.nodes![node], rest, bone * TRS_SIZE);
  return {
    names: bones.map((node) => names[node]),
    parents: Int16Array.from(bones, (node) => bones.indexOf(parents[node])),
    rest,
  };
}
