import {
  BufferAttribute,
  type BufferGeometry,
  type Material,
  Matrix3,
  Matrix4,
  type Object3D,
  type SkinnedMesh,
  Vector3,
} from 'three';
import type { GltfPiece } from '../../gltf/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import type { Tint } from '../../protocol/index.js';
import type { SkinnedVertices } from '../../rig/index.js';

/** A part of a character's surface with a colour of its own. */
export interface Zone {
  /** The material; where all meshes have the same one, the mesh, or `body` for those of trunk and limbs. */
  readonly name: string;
  /** Decides which colours are natural. */
  readonly kind: 'cloth' | 'skin' | 'hair';
  /** The colour of a character that it takes. */
  readonly tint: Tint;
  /** The material's own colour in linear light. A texture multiplies it. */
  readonly color: readonly [r: number, g: number, b: number];
  /** True if a texture or vertex colours vary within it. */
  readonly isPatterned: boolean;
  /** In the file's units, squared. */
  readonly area: number;
}

/** One body, face, hair or shared part: a mesh node of the master file. */
export interface Part {
  /** The node's name in the file. */
  readonly name: string;
  /** In bind pose: before any bone or root scale. The morph targets at `morphWeights` are applied to it. */
  readonly geometry: BufferGeometry;
  /** Weights of the geometry's morph targets that the file shows. @default all 0 */
  readonly morphWeights?: readonly number[];
  /** Of all of it, or of the geometry's first group. */
  readonly material: Material;
  /** One for each of the geometry's groups, where the part has several materials. @default `material` for all of it */
  readonly materials?: readonly Material[];
  /** In the master scene. */
  readonly mesh: SkinnedMesh;
  /** True if the alpha of the vertex colours is the weight of the tint. */
  readonly tintMask: boolean;
  /** The colour of a character that tints the part. @default the colour of its slot: body, face or hair */
  readonly tint?: Tint;
  /**
   * Its zone in a crowd with the option `vary`.
   *
   * @default none
   * @internal
   */
  readonly zone?: Zone;
  /** `always` ignores the tint; `untilTinted` draws the material's colour while the tint is white. @default the tint replaces the colour */
  readonly keepsColor?: 'always' | 'untilTinted';
  /** The geometry's positions, joints and weights as plain arrays, which are ten times as quick to read. */
  readonly vertices: SkinnedVertices;
  /** True for a mesh without a skin that hangs on a bone. @default false */
  readonly isRigid?: boolean;
  /** The meshes that were joined into it, by their vertices: each with the number of the first one after its last. @default its own */
  readonly joined?: readonly { readonly name: string; readonly end: number }[];
  /** The further primitives of the node, until they are joined. @default none */
  readonly pieces?: readonly Part[];
  /**
   * Levels of detail that the file brings (`MSFT_lod`), finest first.
   *
   * @default none
   * @internal
   */
  readonly levels?: readonly PartLevel[];
}

/** A simpler geometry of a part, with the same joints and material. */
export interface PartLevel extends Pick<Part, 'geometry' | 'vertices'> {
  /** Largest distance to the part's surface in the bind pose, in the unit of the positions. */
  readonly error: number;
}

/** Copies a page's settings of a mesh: its order, its layers and its shadows. */
export function copySettings(from: Object3D, to: Object3D): void {
  to.renderOrder = from.renderOrder;
  to.layers.mask = from.layers.mask;
  to.castShadow = from.castShadow;
  to.receiveShadow = from.receiveShadow;
  copyShadowMaterials(from, to);
}

/** Copies the materials of a mesh's shadow, which three's `copy` leaves out (r187). */
export function copyShadowMaterials(from: Object3D, to: Object3D): void {
  to.customDepthMaterial = from.customDepthMaterial;
  to.customDistanceMaterial = from.customDistanceMaterial;
}

type Attribute = BufferGeometry['attributes'][string];
type Morphs = BufferGeometry['morphAttributes'];

/** Changes to the geometry of the loader. */
type Bind = Pick<GltfPiece, 'vertices' | 'rebase'> & Partial<Pick<GltfPiece, 'isMirrored' | 'morphWeights'>>;

/** A primitive's geometry in the bind pose of the file's one skin; the loader's own where it is in it already. */
export function bindGeometry(
  geometry: BufferGeometry,
  { vertices, rebase, isMirrored = false, morphWeights = [] }: Bind,
): BufferGeometry {
  const { skinIndex } = geometry.attributes;
  const hasSameJoints =
    skinIndex?.count * 4 === vertices.joints.length &&
    vertices.joints.every((joint, k) => skinIndex.getComponent(k >> 2, k & 3) === joint);
  const isMorphed = morphWeights.length > 0;
  if (hasSameJoints && !rebase && !isMirrored && !isMorphed) return geometry;
  const bound = geometry.clone();
  if (isMorphed) makeMorphsRelative(bound);
  bound.setAttribute('skinIndex', new BufferAttribute(vertices.joints, 4));
  bound.setAttribute('skinWeight', new BufferAttribute(vertices.weights, 4));
  if (rebase || isMorphed) {
    bound.setAttribute('position', new BufferAttribute(vertices.positions, 3));
    bound.boundingBox = bound.boundingSphere = null;
  }
  if (isMorphed) morphNormals(bound, morphWeights);
  if (rebase) {
    turnVectors(bound, rebase);
    turnMorphs(bound, rebase);
  }
  if (isMirrored) reverseTriangles(bound);
  return bound;
}

/** A morph target as offsets, which that of another loader than glTF's need not be. */
export function morphOffsets(
  geometry: BufferGeometry,
  kind: keyof Morphs,
  target: number,
): Attribute | undefined {
  const stored = geometry.morphAttributes[kind]?.[target];
  const own = geometry.attributes[kind];
  if (!stored || geometry.morphTargetsRelative || !own) return stored;
  const offsets = new BufferAttribute(new Float32Array(stored.count * stored.itemSize), stored.itemSize);
  offsets.name = stored.name;
  for (let i = 0; i < offsets.array.length; i++) {
    const [v, k] = [Math.floor(i / stored.itemSize), i % stored.itemSize];
    offsets.array[i] = stored.getComponent(v, k) - own.getComponent(v, k);
  }
  return offsets;
}

function makeMorphsRelative(geometry: BufferGeometry): void {
  const { morphAttributes } = geometry;
  for (const kind of Object.keys(morphAttributes) as (keyof Morphs)[]) {
    morphAttributes[kind] = morphAttributes[kind]?.map((_, k) => morphOffsets(geometry, kind, k)!);
  }
  geometry.morphTargetsRelative = true;
}

/** Adds to the normals what the morph targets do. Not normalised here: shaders do it. */
function morphNormals(geometry: BufferGeometry, weights: readonly number[]): void {
  const { normal } = geometry.attributes;
  if (!normal) return;
  const numbers = new Float32Array(normal.count * 3);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = normal.getComponent(Math.floor(i / 3), i % 3);
    for (const [target, offsets] of (geometry.morphAttributes.normal ?? []).entries()) {
      numbers[i] += (weights[target] ?? 0) * offsets.getComponent(Math.floor(i / 3), i % 3);
    }
  }
  geometry.setAttribute('normal', new BufferAttribute(numbers, 3));
}

/** Swaps two corners of each triangle, so that the front of a mirrored one stays in front. */
function reverseTriangles(geometry: BufferGeometry): void {
  const { index } = geometry;
  const corners = new Uint32Array(index?.count ?? geometry.attributes['position'].count);
  for (let k = 0; k < corners.length; k++) {
    const from = k % 3 === 0 ? k : k + (k % 3 === 1 ? 1 : -1);
    corners[k] = index?.getX(from) ?? from;
  }
  geometry.setIndex(new BufferAttribute(corners, 1));
}

/** Turns morph targets. Those that are no offsets are moved, too. */
function turnMorphs({ morphAttributes, morphTargetsRelative }: BufferGeometry, affine: Float64Array): void {
  const matrix = toMatrix(affine);
  const normalMatrix = new Matrix3().getNormalMatrix(matrix);
  if (morphTargetsRelative) matrix.setPosition(0, 0, 0);
  const turned = (target: Attribute, turn: (vector: Vector3) => Vector3): BufferAttribute => {
    const numbers = new Float32Array(target.count * 3);
    for (let v = 0; v < target.count; v++)
      turn(vector.fromBufferAttribute(target, v)).toArray(numbers, v * 3);
    return new BufferAttribute(numbers, 3);
  };
  const vector = new Vector3();
  const { position, normal } = morphAttributes;
  if (position) {
    morphAttributes.position = position.map((target) =>
      turned(target, (place) => place.applyMatrix4(matrix)),
    );
  }
  if (normal) {
    morphAttributes.normal = normal.map((target) => turned(target, (way) => way.applyMatrix3(normalMatrix)));
  }
}

function toMatrix(affine: Float64Array): Matrix4 {
  const matrix = new Matrix4();
  for (let k = 0; k < AFFINE_SIZE; k++) matrix.elements[(k % 4) * 4 + (k >> 2)] = affine[k];
  return matrix;
}

/** Takes normals and tangents along. They are stored as floats, since the file's may be small integers. */
function turnVectors(geometry: BufferGeometry, affine: Float64Array): void {
  const matrix = toMatrix(affine);
  const normalMatrix = new Matrix3().getNormalMatrix(matrix);
  const vector = new Vector3();
  for (const name of ['normal', 'tangent']) {
    const attribute = geometry.attributes[name];
    if (!attribute) continue;
    const numbers = new Float32Array(attribute.count * attribute.itemSize);
    for (let v = 0; v < attribute.count; v++) {
      vector.fromBufferAttribute(attribute, v);
      if (name === 'normal') vector.applyMatrix3(normalMatrix).normalize();
      else vector.transformDirection(matrix);
      vector.toArray(numbers, v * attribute.itemSize);
      if (attribute.itemSize === 4) numbers[v * 4 + 3] = attribute.getComponent(v, 3);
    }
    geometry.setAttribute(name, new BufferAttribute(numbers, attribute.itemSize));
  }
}
