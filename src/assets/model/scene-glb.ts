import {
  type AnimationClip,
  BufferAttribute,
  type BufferGeometry,
  DataUtils,
  DetachedBindMode,
  Group,
  type InterleavedBufferAttribute,
  type Interpolant,
  InterpolateDiscrete,
  InterpolateSmooth,
  type KeyframeTrack,
  type LOD,
  Matrix4,
  type Mesh,
  type Object3D,
  PropertyBinding,
  type SkinnedMesh,
  WrapAroundEnding,
} from 'three';
import { RigError } from '../../errors/index.js';
import type { GltfFile, GltfJson, Semantic } from '../../gltf/index.js';
import { type Glb, toNumbers } from './glb.js';
import { copyShadowMaterials } from './part.js';

type GltfNode = NonNullable<GltfJson['nodes']>[number];
type GltfAnimation = NonNullable<GltfJson['animations']>[number];

/** The used part of the result of a `GLTFLoader`, of any copy of it. */
export interface LoadedGltf {
  readonly scene: Object3D;
  readonly animations?: readonly AnimationClip[];
  readonly parser?: { readonly json: unknown };
}

/** A GLB's address, the file that somebody chose or dropped, or what three's `GLTFLoader` gave for one. */
export type GLTFSource = string | File | LoadedGltf;

const ATTRIBUTES: Readonly<Record<Semantic, string>> = {
  POSITION: 'position',
  JOINTS_0: 'skinIndex',
  WEIGHTS_0: 'skinWeight',
};

const PATHS: Readonly<Record<string, string>> = {
  position: 'translation',
  quaternion: 'rotation',
  scale: 'scale',
  morphTargetInfluences: 'weights',
};

/**
 * A file that the page's own loader has read, as its scene and its animations are now: the page may have moved, hidden, added,
 * renamed or taken out objects. The scene is left as it is.
 *
 * @param scene a copy of the file's scene, with objects in the same order
 */
export function sceneGlb(gltf: LoadedGltf, scene: Object3D, url: string): Glb {
  const originals = listObjects(gltf.scene);
  const copies = listObjects(scene);
  for (const [k, object] of copies.entries()) {
    copyShadowMaterials(originals[k], object);
    if (object.matrixAutoUpdate) object.updateMatrix();
    if (isMesh(object)) object.geometry = withinDrawRange(withoutHalves(object.geometry));
  }
  const numbers: Float32Array[] = [];
  const animations = (gltf.animations ?? []).map((clip) => toAnimation(clip, gltf, originals, numbers));
  const hidden = copies.filter((object) => isMesh(object) && !isShown(object));
  const primitives = copies.map((object) => (hidden.includes(object) ? [] : primitivesOf(object, hidden)));
  const children = new Set(primitives.flatMap((own, k) => own.filter((mesh) => mesh !== copies[k])));
  const skins: NonNullable<GltfJson['skins']>[number][] = [];
  const nodes = copies.map((object, k): GltfNode => {
    const [first] = children.has(object as Mesh) ? [] : primitives[k];
    return {
      name: nameOf(object),
      children: object.children.map((child) => copies.indexOf(child)),
      ...placeOf(object),
      ...(first && { mesh: k, weights: first.morphTargetInfluences ?? [] }),
      ...(first && isSkinned(first) && { skin: skins.push(toSkin(first, copies, numbers)) - 1 }),
    };
  });
  const { extensions, extensionsUsed } = (gltf.parser?.json ?? {}) as GltfJson;
  const root = nodes[0];
  // A scene that is moved, by the page or by a clip, or that is a mesh, is a node of its own below a new one.
  const isMoved =
    !scene.matrix.equals(new Matrix4()) ||
    isMesh(scene) ||
    animations.some(({ channels }) => channels.some(({ target }) => target.node === 0));
  const json: GltfJson = {
    nodes: isMoved ? nodes : [{}, ...nodes.slice(1)],
    meshes: primitives.map((own, k) => ({
      primitives: (hidden.includes(copies[k]) ? [copies[k]] : own).map(() => ({ attributes: {} })),
    })),
    skins,
    animations,
    scenes: [{ nodes: isMoved ? [0] : (root.children ?? []) }],
    ...(extensions && { extensions }),
    ...(extensionsUsed && { extensionsUsed }),
  };
  for (const object of hidden) if (object.children.length === 0) object.removeFromParent();
  return {
    url,
    scene: isMoved ? new Group().add(scene) : scene,
    file: toFile(url, json, primitives, numbers),
    objects: new Map(copies.entries()),
  };
}

function toFile(
  url: string,
  json: GltfJson,
  primitives: readonly (readonly Mesh[])[],
  numbers: readonly Float32Array[],
): GltfFile {
  return {
    url,
    json,
    readAccessor: async (index) => numbers[index],
    readAttribute: async (mesh, primitive, semantic) => {
      const object = primitives[mesh][primitive];
      const problem = describeUndrawable(object);
      if (problem) throw new RigError(problem);
      const attribute = object.geometry.attributes[ATTRIBUTES[semantic]];
      return attribute && toNumbers(attribute as BufferAttribute | InterleavedBufferAttribute);
    },
    readMorphTarget: async (mesh, primitive, target) =>
      morphOffsets(primitives[mesh][primitive].geometry, target),
  };
}

function morphOffsets(geometry: BufferGeometry, target: number): Float32Array | undefined {
  const stored = geometry.morphAttributes.position?.[target];
  const offsets = stored && toNumbers(stored);
  if (!offsets || geometry.morphTargetsRelative) return offsets;
  const base = toNumbers(geometry.attributes['position'] as BufferAttribute);
  return offsets.map((value, k) => value - base[k]);
}

/** The geometry with floats for halves, of which `getComponent` returns the bits (three r187). */
function withoutHalves(geometry: BufferGeometry): BufferGeometry {
  type Attribute = BufferGeometry['attributes'][string];
  const isHalf = (attribute: Attribute): boolean => 'isFloat16BufferAttribute' in attribute;
  const kinds = Object.keys(geometry.attributes);
  if (!kinds.some((kind) => isHalf(geometry.attributes[kind]))) return geometry;
  const toFloats = (attribute: Attribute) =>
    isHalf(attribute)
      ? new BufferAttribute(Float32Array.from(attribute.array, DataUtils.fromHalfFloat), attribute.itemSize)
      : attribute;
  const copy = geometry.clone();
  for (const kind of kinds) copy.setAttribute(kind, toFloats(geometry.attributes[kind]));
  return copy;
}

/** The geometry with an index of the drawn corners alone: crowds read the whole geometry. */
function withinDrawRange(geometry: BufferGeometry): BufferGeometry {
  const { index, drawRange, attributes } = geometry;
  const corners = index?.count ?? attributes['position']?.count ?? 0;
  const count = Math.max(0, Math.min(drawRange.count, corners - drawRange.start));
  if (count === corners) return geometry;
  const copy = geometry.clone();
  const drawn = Array.from({ length: count }, (_, k) => drawRange.start + k);
  copy.setIndex(drawn.map((corner) => index?.getX(corner) ?? corner));
  copy.setDrawRange(0, Number.POSITIVE_INFINITY);
  return copy;
}

/** Why an object is not drawn, in whole sentences; undefined for a mesh that is. */
function describeUndrawable(object: Mesh): string | undefined {
  if (!isMesh(object)) return 'It is points, lines or a sprite, not triangles.';
  if ('isInstancedMesh' in object || 'isBatchedMesh' in object)
    return 'It is an InstancedMesh or a BatchedMesh. Add its copies as meshes, or draw it beside the crowd.';
  if (isSkinned(object) && object.bindMode === DetachedBindMode) {
    object.updateWorldMatrix(true, false);
    if (!object.matrixWorld.equals(object.bindMatrix))
      return 'It is bound in detached mode and does not stand where it was bound. Bind it in attached mode.';
  }
  return Array.isArray(object.material)
    ? 'It has a list of materials. Give the triangles of each a mesh of their own.'
    : undefined;
}

/**
 * The drawn objects of a node: itself, or the children that the loader made of the primitives of one mesh, which are never
 * those of the scene.
 */
function primitivesOf(object: Object3D, hidden: readonly Object3D[]): Mesh[] {
  if (isMesh(object) || ['isPoints', 'isLine', 'isSprite'].some((flag) => flag in object))
    return [object as Mesh];
  const meshes = object.children.filter((child): child is Mesh => isMesh(child) && !hidden.includes(child));
  const [first, second] = meshes;
  const isOne =
    second !== undefined &&
    object.parent !== null &&
    'isGroup' in object &&
    meshes.every((mesh) => isOfSameMesh(mesh, first));
  return isOne ? object.children.map((child) => child as Mesh).filter((child) => meshes.includes(child)) : [];
}

/** True if the loader made two objects of one mesh: they are called `Body` and `Body_1`, and have no place of their own. */
function isOfSameMesh(a: Mesh, b: Mesh): boolean {
  const base = ({ name }: Mesh): string => name.replace(/_\d+$/, '');
  const skeletonOf = (mesh: Mesh): unknown => (mesh as Partial<SkinnedMesh>).skeleton;
  const isPlain = a.children.length === 0 && a.matrix.equals(new Matrix4());
  return isPlain && base(a) === base(b) && skeletonOf(a)?.constructor === skeletonOf(b)?.constructor;
}

function toSkin(mesh: SkinnedMesh, copies: readonly Object3D[], numbers: Float32Array[]) {
  const { bones, boneInverses } = mesh.skeleton;
  const matrix = new Matrix4();
  const inverses = boneInverses.flatMap((inverse) =>
    matrix.multiplyMatrices(inverse, mesh.bindMatrix).toArray(),
  );
  return {
    joints: bones.map((bone) => copies.indexOf(bone)),
    inverseBindMatrices: numbers.push(Float32Array.from(inverses)) - 1,
  };
}

function toAnimation(
  clip: AnimationClip,
  { scene, parser }: LoadedGltf,
  originals: readonly Object3D[],
  numbers: Float32Array[],
): GltfAnimation {
  const { name, duration, tracks } = clip;
  const channels: GltfAnimation['channels'][number][] = [];
  const samplers: GltfAnimation['samplers'][number][] = [];
  for (const track of tracks) {
    const { nodeName, objectName, objectIndex, propertyName, propertyIndex } = PropertyBinding.parseTrackName(
      track.name,
    );
    const isWhole = objectName === undefined || objectName === 'bones';
    const path = isWhole && propertyIndex === undefined ? PATHS[propertyName] : undefined;
    const moved: unknown = PropertyBinding.findNode(scene, objectName === 'bones' ? objectIndex : nodeName);
    const node = originals.indexOf(moved as Object3D);
    if (node < 0) continue;
    channels.push({ sampler: samplers.length, target: { node, path: path ?? track.name } });
    const { times, values, interpolation } = keysOf(track);
    samplers.push({
      input: numbers.push(Float32Array.from(times)) - 1,
      output: numbers.push(Float32Array.from(values)) - 1,
      interpolation,
    });
  }
  const authored = (parser?.json as GltfJson | undefined)?.animations?.find((other) => other.name === name);
  return { name, duration, extras: authored?.extras, channels, samplers };
}

/** Keys a second of tracks with a curve that glTF does not have. */
const CURVE_RATE = 120;

/** The keys of a track. Those of a curve that glTF does not have are sampled. */
function keysOf(track: KeyframeTrack): Pick<KeyframeTrack, 'times' | 'values'> & { interpolation: string } {
  const { times, values } = track;
  // The mark of three's GLTFLoader on its splines.
  const { createInterpolant } = track as {
    createInterpolant?: { isInterpolantFactoryMethodGLTFCubicSpline?: boolean };
  };
  if (createInterpolant?.isInterpolantFactoryMethodGLTFCubicSpline)
    return { times, values, interpolation: 'CUBICSPLINE' };
  const kind = track.getInterpolation();
  if (kind !== InterpolateSmooth)
    return { times, values, interpolation: kind === InterpolateDiscrete ? 'STEP' : 'LINEAR' };
  const curve = (track as unknown as { createInterpolant(): Interpolant }).createInterpolant();
  // The setting of three's actions from the second round on.
  Object.assign(curve, { settings: { endingStart: WrapAroundEnding, endingEnd: WrapAroundEnding } });
  const [first, last] = [times[0], times[times.length - 1]];
  const steps = Math.ceil((last - first) * CURVE_RATE);
  const moments = Float32Array.from({ length: steps + 1 }, (_, k) => first + k / CURVE_RATE).fill(
    last,
    steps,
  );
  return {
    times: moments,
    values: Float32Array.from([...moments].flatMap((moment) => [...curve.evaluate(moment)])),
    interpolation: 'LINEAR',
  };
}

/** The name in the file, which the loader keeps in `userData`, unless the page has renamed the object. */
function nameOf({ name, userData }: Object3D): string {
  const own: unknown = userData['name'];
  if (typeof own !== 'string') return name;
  const known = PropertyBinding.sanitizeNodeName(own);
  // Loaders append a number to a name that is taken.
  const isKept = name.startsWith(known) && /^(_\d+)?$/.test(name.slice(known.length));
  return isKept ? own : name;
}

function placeOf(object: Object3D): Partial<GltfNode> {
  if (!object.matrixAutoUpdate) return { matrix: object.matrix.toArray() };
  const { position, quaternion, scale } = object;
  return { translation: position.toArray(), rotation: quaternion.toArray(), scale: scale.toArray() };
}

function listObjects(root: Object3D): Object3D[] {
  const objects: Object3D[] = [];
  root.traverse((object) => objects.push(object));
  return objects;
}

function isShown(object: Object3D): boolean {
  for (let at: Object3D | null = object; at; at = at.parent)
    if (!at.visible || isLowerLevel(at)) return false;
  return true;
}

/** True for all levels of detail of an object but the one for the shortest distance. */
function isLowerLevel(object: Object3D): boolean {
  const { levels = [] } = (object.parent ?? {}) as Partial<LOD>;
  return levels.findIndex((level) => level.object === object) > 0;
}

function isMesh(object: Object3D): object is Mesh {
  return 'isMesh' in object;
}

function isSkinned(mesh: Mesh): mesh is SkinnedMesh {
  return 'isSkinnedMesh' in mesh;
}
