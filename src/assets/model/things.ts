import { Euler, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { AssetError } from '../../errors/index.js';
import { movedNodes, nodeNames, nodeParents, readSkeleton, sceneNodes } from '../../gltf/index.js';
import { closestName } from '../../math/index.js';
import { BONE_ROLES, type BoneRole, findRole, isSameBone, listNames, PALM } from '../../rig/index.js';
import { type AttachedGlb, attachGlb } from './attach-glb.js';
import { type DressedLook, dressLooks } from './dress-looks.js';
import { firstCharacter } from './first-character.js';
import type { Glb } from './glb.js';
import type { Model } from './model.js';
import type { Part } from './part.js';
import type { GLTFSource } from './scene-glb.js';

export type { DressedLook } from './dress-looks.js';

/** A model without a skeleton that characters hold or wear. */
export interface GLTFThingOptions {
  /**
   * Its file, or what three's `GLTFLoader` gave for one; `{ scene: pack.scene.getObjectByName('fan') }` is one model out of several.
   * It keeps its materials, and no colour of a character tints it. Its clips are not played.
   */
  readonly model: GLTFSource;
  /**
   * The bone that carries it. `handL`, `handR`, `head` and `back` are found by the words of names in human rigs, and have the axes of
   * the character: +Y up and +Z ahead while the arms hang. A hand's origin is in its palm, a third of the forearm beyond the
   * wrist; that of head and back is the joint. Any other name is a node's of the file, at or below a bone, and has the axes and
   * the origin of that node, as in three's `bone.add(model)`.
   */
  readonly bone: 'handL' | 'handR' | 'head' | 'back' | (string & {});
  /**
   * Share of the characters that have it, 0 or more. If those of one bone add up to less than 1, the other characters have
   * nothing there; if they add up to more, they are relative.
   *
   * @default 1
   */
  readonly weight?: number;
  /** From the bone's origin along its axes: metres of a character of scale 1. @default [0, 0, 0] */
  readonly position?: readonly [x: number, y: number, z: number];
  /** Euler angles in the bone's axes in three's order XYZ, radians. @default [0, 0, 0] */
  readonly rotation?: readonly [x: number, y: number, z: number];
  /** @default 1 */
  readonly scale?: number;
}

/** Files whose first character carries things. */
export interface AttachedThings {
  /** The first character's file has the meshes of all things. */
  readonly glbs: readonly Glb[];
  /** For each bone with things, their indices. */
  readonly bones: readonly (readonly number[])[];
  /** The first character's model without the things. */
  without(model: Model): Model;
  /**
   * Every look with every choice of things.
   *
   * @param model of the first character, with the things
   */
  dress(model: Model, looks: readonly (readonly Part[])[]): DressedLook[];
}

/**
 * Attaches things to the first character of several files, as rigid meshes of its file.
 *
 * @param glbs as they stand in the crowd, in metres
 * @param facing direction of the characters, radians about Y from +Z
 * @throws {AssetError} naming the field that makes no sense, and what the file has
 */
export async function attachToFirst(
  glbs: readonly Glb[],
  things: readonly { readonly options: GLTFThingOptions; readonly glb: Glb }[],
  facing: number,
): Promise<AttachedThings> {
  const first = await firstCharacter(glbs);
  // Files without characters are reported where characters are read.
  if (!first) return { glbs, bones: [], without: (model) => model, dress: () => [] };
  const { glb: host } = first;
  const rig = readSkeleton(
    host.file,
    glbs.flatMap(({ file }) => movedNodes(file)),
  );
  host.scene.updateMatrixWorld(true);
  const taken = new Set(glbs.flatMap(({ file }) => nodeNames(file.json)));
  const attached = things.map(({ options, glb }, index): AttachedGlb => {
    checkNumbers(options, index, glb.url);
    const { node, role } = findCarrier(host, rig, options.bone, index);
    const matrix = gripMatrix(host.objects.get(node)!, role, facing).multiply(offsetOf(options));
    return { glb, node, matrix, meshNames: nameMeshes(glb, index, taken) };
  });
  const equipped = attached.reduce(attachGlb, host);
  const bones = [...new Set(attached.map(({ node }) => node))].map((node) =>
    attached.flatMap((thing, index) => (thing.node === node ? [index] : [])),
  );
  const names = attached.map(({ meshNames }) => new Set(meshNames.values()));
  return {
    glbs: glbs.map((glb) => (glb === host ? equipped : glb)),
    bones,
    without: (model) => ({
      ...model,
      parts: new Map([...model.parts].filter(([name]) => !names.some((own) => own.has(name)))),
    }),
    dress: ({ parts, scene }, looks) => {
      const pieces = names.map((own, index) => piecesOf(parts, own, index, things[index].glb.url));
      return dressLooks(looks, pieces, bones, scene, looks[0][0].mesh.skeleton);
    },
  };
}

/** @throws {AssetError} if none of a thing's meshes can be drawn */
function piecesOf(parts: Model['parts'], names: ReadonlySet<string>, index: number, url: string): Part[] {
  const own = [...names].flatMap((name) => parts.get(name) ?? []);
  if (own.length === 0) {
    throw new AssetError(
      `things.${index}.model: none of the meshes of ${url} can be drawn; it has ${listNames([...names])}.`,
      url,
    );
  }
  return own.flatMap((part) => [part, ...(part.pieces ?? [])]);
}

function checkNumbers(
  { position, rotation, scale, weight }: GLTFThingOptions,
  index: number,
  url: string,
): void {
  for (const [name, value] of Object.entries({ position, rotation })) {
    if (value === undefined || (value.length === 3 && value.every(Number.isFinite))) continue;
    throw new AssetError(`things.${index}.${name} is ${JSON.stringify(value)}; give three numbers.`, url);
  }
  if (scale !== undefined && !(scale > 0 && scale < Number.POSITIVE_INFINITY))
    throw new AssetError(`things.${index}.scale is ${scale}; give a number above 0.`, url);
  if (weight !== undefined && !(weight >= 0 && weight < Number.POSITIVE_INFINITY))
    throw new AssetError(`things.${index}.weight is ${weight}; give a number, 0 or more.`, url);
}

function isRole(bone: string): bone is BoneRole {
  return (BONE_ROLES as readonly string[]).includes(bone);
}

/** The node of the file that `bone` names, and its role, if it is one. */
function findCarrier(
  { file }: Glb,
  { skeleton, bones }: ReturnType<typeof readSkeleton>,
  bone: string,
  index: number,
): { readonly node: number; readonly role: BoneRole | undefined } {
  const has = `${file.url} has ${skeleton.names.join(', ')}`;
  if (isRole(bone)) {
    const found = findRole(skeleton, bone);
    if (found >= 0) return { node: bones[found], role: bone };
    throw new AssetError(
      `things.${index}.bone is "${bone}", and no name of a bone says which one that is: ${has}. Give the name of one of them.`,
      file.url,
    );
  }
  const names = nodeNames(file.json);
  const parents = nodeParents(file.json);
  const isCarried = (node: number): boolean =>
    node >= 0 && (bones.includes(node) || isCarried(parents[node]));
  const node = [names.indexOf(bone), names.findIndex((name) => isSameBone(name, bone))].find(isCarried) ?? -1;
  if (node >= 0) return { node, role: undefined };
  const near = closestName(bone, [...BONE_ROLES, ...skeleton.names]);
  throw new AssetError(
    `things.${index}.bone is "${bone}", which is no bone of the file: ${has}.${near ? ` Did you mean "${near}"?` : ''}`,
    file.url,
  );
}

/** From the space in which a thing is placed to the bone's own. */
function gripMatrix(bone: Object3D, role: BoneRole | undefined, facing: number): Matrix4 {
  const [position, rotation] = [new Vector3(), new Quaternion()];
  bone.matrixWorld.decompose(position, rotation, new Vector3());
  if (role) rotation.setFromAxisAngle(UP, facing);
  if (role === 'handL' || role === 'handR') {
    const forearm = new Vector3().subVectors(
      position,
      new Vector3().setFromMatrixPosition(bone.parent!.matrixWorld),
    );
    position.addScaledVector(forearm, PALM);
    // The turn that the arm makes from where it hangs to the rest pose, whether that is a T or an A.
    rotation.premultiply(new Quaternion().setFromUnitVectors(DOWN, forearm.normalize()));
  }
  const grip = new Matrix4().compose(position, rotation, new Vector3(1, 1, 1));
  return grip.premultiply(bone.matrixWorld.clone().invert());
}

const UP = /* @__PURE__ */ new Vector3(0, 1, 0);
const DOWN = /* @__PURE__ */ new Vector3(0, -1, 0);

function offsetOf({ position = [0, 0, 0], rotation = [0, 0, 0], scale = 1 }: GLTFThingOptions): Matrix4 {
  const turn = new Quaternion().setFromEuler(new Euler(...rotation));
  return new Matrix4().compose(new Vector3(...position), turn, new Vector3().setScalar(scale));
}

/**
 * Names for the meshes of a thing that no other part has; they are added to `taken`.
 *
 * @throws {AssetError} for a file without a mesh, or with a skeleton
 */
function nameMeshes({ file: { json, url } }: Glb, index: number, taken: Set<string>): Map<number, string> {
  const names = nodeNames(json);
  const meshNodes = sceneNodes(json, nodeParents(json)).filter(
    (node) => json.nodes![node].mesh !== undefined,
  );
  const skinned = meshNodes.find((node) => json.nodes![node].skin !== undefined);
  if (skinned !== undefined) {
    const joints = json.skins![json.nodes![skinned].skin!].joints.map((joint) => names[joint]);
    throw new AssetError(
      `things.${index}.model: "${names[skinned]}" of ${url} has a skeleton of its own (${listNames(joints)}), and a thing is rigid. Export its meshes without it.`,
      url,
    );
  }
  if (meshNodes.length === 0) {
    throw new AssetError(
      `things.${index}.model: ${url} shows no mesh; it has ${listNames(names) || 'no nodes'}.`,
      url,
    );
  }
  return new Map(
    meshNodes.map((node) => {
      let name = names[node];
      while (taken.has(name)) name += ` of thing ${index + 1}`;
      taken.add(name);
      return [node, name];
    }),
  );
}
