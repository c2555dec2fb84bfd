import {
  type Bone,
  type BufferGeometry,
  type Group,
  type Material,
  Matrix4,
  type Mesh,
  Object3D,
  PropertyBinding,
  SkinnedMesh,
  Skeleton as ThreeSkeleton,
} from 'three';
import {
  type DroppedNode,
  type GltfCharacter,
  type GltfLevel,
  type GltfPart,
  type GltfPiece,
  readCharacter,
} from '../../gltf/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import { MAX_DRAW_CALLS } from '../../protocol/index.js';
import { type Skeleton, type Skin, type SkinnedVertices, skinMatrices, TRS_SIZE } from '../../rig/index.js';
import type { Warn } from '../fetch/warn.js';
import type { Glb } from './glb.js';
import { correctUnit, measureHeight } from './height.js';
import { groupBySurface, mergePieces, type PreparePieces } from './merge-pieces.js';
import { bindGeometry, copySettings, type Part, type PartLevel } from './part.js';
import { hasSameSurface, type IsAlike } from './same-surface.js';
import { surfaceDistance } from './surface-distance.js';

/** A file of characters, in metres: its parts, and the rig they hang on as arrays. */
export interface Model {
  readonly url: string;
  readonly scene: Object3D;
  readonly parts: ReadonlyMap<string, Part>;
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  /** Joints of the file's largest skin, which come first in `skin`. */
  readonly jointsOfLargestSkin: number;
  /** The scene's object of each bone of the skeleton. */
  readonly bones: readonly Object3D[];
  readonly dropped: readonly DroppedNode[];
}

/** A file's scene is made ready and its unit corrected once, however many crowds share it. */
const models = new WeakMap<Glb, Promise<Model>>();

/**
 * The characters of a file.
 *
 * @param sample parts that make up one visible character, to measure; all of the file's where none of them is there
 * @param moved as for {@link readCharacter}
 * @throws {RigError} where there is no part
 * @throws {UnitError} where a character is neither about 1.7 m tall nor off by a factor of one hundred
 */
export function modelOf(
  glb: Glb,
  sample: readonly string[],
  warn: Warn,
  moved: readonly string[] = [],
): Promise<Model> {
  const known =
    models.get(glb) ??
    createModel(glb, moved)
      .then((model) => inOnePiece(model, warn))
      .then((model) => correctScene(model, sample, warn));
  models.set(glb, known);
  return known;
}

/**
 * The same without a check of the unit. Every part becomes a SkinnedMesh on one skeleton, and whatever else would be drawn
 * leaves the scene, so that clones and instances show the same.
 *
 * @param moved as for {@link readCharacter}
 */
export async function createModel(glb: Glb, moved: Parameters<typeof readCharacter>[1] = []): Promise<Model> {
  const character = await readCharacter(glb.file, moved);
  const { url, scene } = glb;
  const { skeleton, skin, jointsOfLargestSkin, dropped } = character;
  const levels = await readLevels(glb, character);
  const pieces = new Map(
    [...character.parts.values()].map((part) => [part, part.pieces.map((_, k) => pieceMesh(glb, part, k))]),
  );
  chooseShadows([...pieces.values()].flat());
  const stands = clearScene(scene);
  for (const [node, object] of glb.objects) glb.objects.set(node, stands.get(object) ?? object);
  const bones = character.bones.map((node) => glb.objects.get(node)!);
  for (const [bone, object] of bones.entries()) {
    const name = skeleton.names[bone];
    object.userData = { ...object.userData, name };
    // Animations find objects by name, so that even a nameless bone needs one.
    object.name ||= PropertyBinding.sanitizeNodeName(name);
  }
  // An empty object that no bone is would only have the name of the mesh that is added below.
  for (const stand of stands.values()) {
    if (stand.children.length === 0 && !bones.includes(stand)) stand.removeFromParent();
  }
  scene.updateMatrixWorld(true);
  const joints = Array.from(skin.joints, (bone) => bones[bone] as Bone);
  const shared = new ThreeSkeleton(joints, toMatrices(skin));
  const parts = new Map<string, Part>();
  for (const [part, meshes] of pieces) {
    const [first, ...others] = meshes.map((mesh, k) => ({
      ...bindPiece(scene, shared, character, part, mesh, k),
      levels: levels.get(part.pieces[k]) ?? [],
    }));
    parts.set(part.name, others.length > 0 ? { ...first, pieces: others } : first);
  }
  return { url, scene, parts, skeleton, skin, jointsOfLargestSkin, bones, dropped };
}

/**
 * The model with each part in one geometry, as the crowd of a service draws it: in one draw for each kind of surface. Where
 * a crowd of all parts would take too many draws, the pictures of a part go into one texture, which looks the same; where
 * that is not enough, pieces that differ in gloss alone are taken together, too.
 */
async function inOnePiece(model: Model, warn: Warn): Promise<Model> {
  const parts = [...model.parts.values()];
  const drawsBy = (isAlike: IsAlike): number =>
    parts.reduce((sum, part) => sum + groupBySurface([part, ...(part.pieces ?? [])], isAlike).length, 0);
  const mergeAll = (isAlike: IsAlike, prepare?: PreparePieces): Model => ({
    ...model,
    parts: new Map(parts.map((part) => [part.name, mergePieces(part, isAlike, prepare)])),
  });
  const most = Math.max(MAX_DRAW_CALLS, parts.length);
  const draws = drawsBy(hasSameSurface);
  if (draws <= most) return mergeAll(hasSameSurface);
  // Few files need it, and it is as large as the rest of this.
  const { hasSamePicture, hasSameSurfaceButPicture, sharePicture } = await import('./shared-picture.js');
  const drawsBeside = drawsBy(hasSameSurfaceButPicture);
  if (drawsBeside <= most) return mergeAll(hasSameSurfaceButPicture, sharePicture);
  if (drawsBy(hasSamePicture) < drawsBeside) {
    warn(
      `The ${parts.length} parts of ${model.url} have ${draws} materials that differ in more than their colour, each of which takes a draw. ` +
        "Those of one part that differ in roughness and metalness alone are drawn with the first one's.",
    );
  }
  return mergeAll(hasSamePicture, sharePicture);
}

/**
 * The vertices of one visible character. Returns those of all parts if `sample` is empty or names a missing part, since the
 * rest of such a character may be a face alone, whose height is not a character's.
 */
export function sampleVertices(model: Pick<Model, 'parts'>, sample: readonly string[]): SkinnedVertices[] {
  const names = sample.filter((name) => name !== '');
  const named = names.flatMap((name) => model.parts.get(name) ?? []);
  const isWhole = named.length > 0 && named.length === names.length;
  return allVertices(isWhole ? named : model.parts.values());
}

/** Says what of a file is not drawn. */
export function describeDropped(url: string, dropped: Model['dropped']): string {
  const list = dropped.map(({ name, reason }) => `"${name}" (${reason})`).join(', ');
  return `three-crowd: of ${url} these nodes, or copies of them, are not drawn: ${list}.`;
}

/** The vertices of parts, with all their pieces. */
export function allVertices(parts: Iterable<Part>): SkinnedVertices[] {
  return [...parts].flatMap((part) => [part, ...(part.pieces ?? [])]).map(({ vertices }) => vertices);
}

/** The loader's mesh of a piece: the node's object itself, or one of its first children where it has several primitives. */
function pieceMesh({ objects }: Glb, { node, pieces }: GltfLevel, k: number): Mesh {
  const object = objects.get(node)!;
  if ((object as Partial<Mesh>).isMesh) return object as Mesh;
  return (object as Group).children[pieces[k].primitive] as Mesh;
}

function bindPiece(
  scene: Object3D,
  skeleton: ThreeSkeleton,
  { parts }: GltfCharacter,
  part: GltfPart,
  mesh: Mesh,
  k: number,
): Part {
  const material = mesh.material as Material;
  const geometry = bindGeometry(mesh.geometry, part.pieces[k]);
  nameMorphTargets(geometry, mesh);
  let name = k === 0 ? part.name : `${part.name} (${k + 1})`;
  while (k > 0 && parts.has(name)) name += '*';
  const skinned = new SkinnedMesh(geometry, material);
  skinned.name = k === 0 ? mesh.name : name;
  // Clones find their meshes by the file's names, which loaders rewrite.
  skinned.userData = { ...mesh.userData, name };
  copySettings(mesh, skinned);
  scene.add(skinned);
  skinned.updateMatrixWorld(true);
  skinned.bind(skeleton, new Matrix4());
  return {
    name,
    geometry,
    material,
    mesh: skinned,
    tintMask: material.userData['tintMask'] === 'COLOR_0.a',
    vertices: part.pieces[k].vertices,
    morphWeights: part.pieces[k].morphWeights,
    isRigid: part.isRigid,
  };
}

/** The levels of detail that the file brings for each piece. */
async function readLevels(glb: Glb, { parts }: GltfCharacter): Promise<Map<GltfPiece, PartLevel[]>> {
  const found = new Map<GltfPiece, PartLevel[]>();
  for (const part of parts.values()) {
    if (part.levels.length === 0) continue;
    for (const [k, piece] of part.pieces.entries()) {
      const [fine, ...levels] = [part, ...part.levels].map((level) => {
        const { vertices } = level.pieces[k];
        return { vertices, geometry: bindGeometry(pieceMesh(glb, level, k).geometry, level.pieces[k]) };
      });
      found.set(
        piece,
        levels.map((level) => ({ ...level, error: surfaceDistance(surfaceOf(fine), surfaceOf(level)) })),
      );
    }
  }
  return found;
}

function surfaceOf({ geometry: { index }, vertices: { positions } }: Pick<Part, 'geometry' | 'vertices'>) {
  return { indices: index?.array ?? new Uint32Array(positions.length / 3).map((_, k) => k), positions };
}

/** Has all meshes cast shadows if none does, and receive them if none does, as loaders leave them. */
function chooseShadows(meshes: readonly Mesh[]): void {
  for (const setting of ['castShadow', 'receiveShadow'] as const) {
    if (!meshes.some((mesh) => mesh[setting])) for (const mesh of meshes) mesh[setting] = true;
  }
}

/** Gives morph targets the file's names, by which every mesh of the geometry makes its dictionary of them. */
function nameMorphTargets({ morphAttributes }: BufferGeometry, { morphTargetDictionary = {} }: Mesh): void {
  for (const [name, k] of Object.entries(morphTargetDictionary)) {
    for (const targets of Object.values(morphAttributes)) {
      if (targets?.[k]) targets[k].name ||= name;
    }
  }
}

/**
 * Replaces every mesh, light, camera and group of levels of detail by an empty object in its place, under which its children stay.
 *
 * @returns the empty object of each
 */
function clearScene(scene: Object3D): Map<Object3D, Object3D> {
  const found: Object3D[] = [];
  scene.traverse((object) => {
    if ('isMesh' in object || 'isLine' in object || 'isPoints' in object) found.push(object);
    else if ('isLight' in object || 'isCamera' in object || 'isLOD' in object) found.push(object);
  });
  const stands = new Map<Object3D, Object3D>();
  for (const object of found) {
    const stand = new Object3D().copy(object, false);
    for (const child of [...object.children]) stand.add(child);
    object.parent?.add(stand);
    object.removeFromParent();
    stands.set(object, stand);
  }
  return stands;
}

function toMatrices({ inverseBind, joints }: Skin): Matrix4[] {
  return Array.from(joints, (_, joint) => {
    const matrix = new Matrix4();
    for (let k = 0; k < AFFINE_SIZE; k++) {
      matrix.elements[(k % 4) * 4 + (k >> 2)] = inverseBind[joint * AFFINE_SIZE + k];
    }
    return matrix;
  });
}

/** Applies the unit correction, if one is due, to the scene's top nodes, so that clones and arrays both have it. */
function correctScene(model: Model, sample: readonly string[], warn: Warn): Model {
  const { skeleton, skin, scene, url } = model;
  const matrices = new Float32Array(skin.joints.length * AFFINE_SIZE);
  skinMatrices(skeleton, skin, skeleton.rest, matrices);
  const factor = correctUnit(measureHeight(sampleVertices(model, sample), matrices), url, warn);
  if (factor === 1) return model;
  const rest = Float32Array.from(skeleton.rest);
  for (const root of scene.children) {
    root.position.multiplyScalar(factor);
    root.scale.multiplyScalar(factor);
  }
  skeleton.parents.forEach((parent, bone) => {
    if (parent >= 0) return;
    for (const k of [0, 1, 2, 7, 8, 9]) rest[bone * TRS_SIZE + k] *= factor;
  });
  scene.updateMatrixWorld(true);
  return { ...model, skeleton: { ...skeleton, rest } };
}
