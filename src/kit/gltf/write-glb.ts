import { Accessor, Document, type GLTF, type Node, VertexLayout, WebIO } from '@gltf-transform/core';
import { AFFINE_SIZE, linearToSrgb, srgbToLinear } from '../../math/index.js';
import { type Clip, findBone, type Skeleton, type Skin, TRS_SIZE } from '../../rig/index.js';
import { FULL_SCALE, type PackedMesh } from '../mesh/pack.js';

/** Adds a scene with one node per bone. Returns the nodes in bone order. `decimal` shortens the numbers of rest poses. */
function addSkeletonNodes(
  document: Document,
  { names, parents, rest }: Skeleton,
  decimal: (float: number, k: number) => number = shortest,
): Node[] {
  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  const nodes = names.map((name, bone) => {
    const [tx, ty, tz, qx, qy, qz, qw, sx, sy, sz] = Array.from(
      rest.subarray(bone * TRS_SIZE, (bone + 1) * TRS_SIZE),
      decimal,
    );
    return document
      .createNode(name)
      .setTranslation([tx, ty, tz])
      .setRotation([qx, qy, qz, qw])
      .setScale([sx, sy, sz]);
  });
  nodes.forEach((node, bone) => {
    if (parents[bone] < 0) scene.addChild(node);
    else nodes[parents[bone]].addChild(node);
  });
  return nodes;
}

/** Returns a function that adds accessors to one buffer of a document. */
function accessorsOf(document: Document) {
  const buffer = document.createBuffer();
  return (type: GLTF.AccessorType, numbers: Float32Array | Uint16Array | Uint8Array): Accessor =>
    document
      .createAccessor()
      .setType(type)
      .setArray(numbers as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
}

/** Returns the shortest decimal for a 32-bit float: 0.01 for 0.009999999776482582. */
function shortest(float: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const decimal = Number(float.toPrecision(digits));
    if (Math.fround(decimal) === float) return decimal;
  }
  return float;
}

/**
 * Steps per unit of rest poses in files of clips, which nothing is posed on: their skeleton is that of the base mesh. Centimetres, and
 * rotations and scales.
 */
const CLIP_REST_STEPS = { translation: 2, others: 200 };

/**
 * Writes clips as a GLB: the skeleton's nodes, and an animation for each clip with `loop` and `speed` in its `extras`.
 * Equal times and equal values are written once.
 */
export async function writeClipsGlb(clips: readonly Clip[], skeleton: Skeleton): Promise<Uint8Array> {
  const document = new Document();
  const nodes = addSkeletonNodes(document, skeleton, (value, k) => {
    const steps = k < 3 ? CLIP_REST_STEPS.translation : CLIP_REST_STEPS.others;
    return Math.round(value * steps) / steps + 0;
  });
  const accessor = accessorsOf(document);
  const known = new Map<string, Accessor>();
  const shared = (type: GLTF.AccessorType, numbers: Float32Array): Accessor => {
    const key = `${type} ${numbers.join()}`;
    const written = known.get(key) ?? accessor(type, numbers);
    known.set(key, written);
    return written;
  };
  for (const clip of clips) {
    const animation = document
      .createAnimation(clip.name)
      .setExtras({ loop: clip.loop, speed: clip.speed ?? 0 });
    for (const { bone, path, interpolation, times, values } of clip.tracks) {
      const sampler = document
        .createAnimationSampler()
        .setInterpolation(interpolation)
        .setInput(shared(Accessor.Type.SCALAR, times))
        .setOutput(shared(path === 'rotation' ? Accessor.Type.VEC4 : Accessor.Type.VEC3, values));
      const channel = document
        .createAnimationChannel()
        .setTargetNode(nodes[findBone(skeleton, bone)])
        .setTargetPath(path)
        .setSampler(sampler);
      animation.addSampler(sampler).addChannel(channel);
    }
  }
  return new WebIO().writeBinary(document);
}

export interface SkinnedPart {
  /** Name of the node. */
  readonly name: string;
  readonly mesh: PackedMesh;
  /** 0 to 1. */
  readonly roughness: number;
  /** Marks the alpha of vertex colours as tint weight, by `extras.tintMask` of the material. @default false */
  readonly hasTintMask?: boolean;
  /** `extras.weave` of the material. @default none */
  readonly weave?: KitWeave | undefined;
}

/** Woven patterns of cloth: the size of a motif, centimetres, and numbers of patterns of which each character has one. */
export interface KitWeave {
  readonly size: number;
  readonly patterns: readonly number[];
}

/** Writes meshes on one skeleton as a GLB. Every part is a node under the skeleton's root; all share one skin. */
export async function writeSkinnedGlb(
  skeleton: Skeleton,
  skin: Skin,
  parts: readonly SkinnedPart[],
): Promise<Uint8Array> {
  const document = new Document();
  const bones = addSkeletonNodes(document, skeleton);
  const accessor = accessorsOf(document);
  const gltfSkin = document
    .createSkin()
    .setInverseBindMatrices(accessor(Accessor.Type.MAT4, columnMatrices(skin.inverseBind)))
    // Names the topmost joint, since some importers attach meshes beside this node.
    .setSkeleton(bones[skin.joints[0]]);
  for (const joint of skin.joints) gltfSkin.addJoint(bones[joint]);

  for (const { name, mesh, roughness, hasTintMask, weave } of parts) {
    const material = document.createMaterial(name).setRoughnessFactor(roughness).setMetallicFactor(0);
    if (hasTintMask) material.setExtras({ tintMask: 'COLOR_0.a', ...(weave && { weave }) });
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor(Accessor.Type.VEC3, mesh.positions))
      .setAttribute('NORMAL', accessor(Accessor.Type.VEC3, roundNormals(mesh.normals)))
      .setAttribute('COLOR_0', accessor(Accessor.Type.VEC4, roundColors(mesh.colors)).setNormalized(true))
      .setAttribute('JOINTS_0', accessor(Accessor.Type.VEC4, mesh.joints))
      .setAttribute('WEIGHTS_0', accessor(Accessor.Type.VEC4, mesh.weights).setNormalized(true))
      .setIndices(accessor(Accessor.Type.SCALAR, mesh.indices))
      .setMaterial(material);
    const node = document
      .createNode(name)
      .setMesh(document.createMesh(name).addPrimitive(primitive))
      .setSkin(gltfSkin);
    // Under the scaled root, so that bounds of the unskinned mesh are in metres.
    bones[0].addChild(node);
  }
  return new WebIO().setVertexLayout(VertexLayout.SEPARATE).writeBinary(document);
}

/** Converts affine 3×4 row-major matrices to glTF's 4×4 column-major ones. */
function columnMatrices(affine: Float32Array): Float32Array {
  const count = affine.length / AFFINE_SIZE;
  return Float32Array.from({ length: count * 16 }, (_, i) => {
    const row = i % 4;
    const column = Math.floor((i % 16) / 4);
    if (row === 3) return column === 3 ? 1 : 0;
    return affine[Math.floor(i / 16) * AFFINE_SIZE + row * 4 + column];
  });
}

/**
 * Quantization steps in files, for normals (error up to 0.2°) and for sRGB colours. Coarser than in meshes, since
 * simplification needs the finer values: eight times as many for normals take 33 kB more after brotli. Bytes
 * (`KHR_mesh_quantization`) would be smaller, but some importers do not support them.
 */
const NORMAL_STEPS = 256;
const COLOR_STEPS = 127;

function roundNormals(normals: Float32Array): Float32Array {
  return normals.map((value) => Math.round(value * NORMAL_STEPS) / NORMAL_STEPS);
}

/** Quantizes colours in sRGB. The tint weight stays as it is. */
function roundColors(colors: Uint16Array): Uint16Array {
  return colors.map((value, i) =>
    i % 4 === 3 ? value : Math.round(roundColor(value / FULL_SCALE) * FULL_SCALE),
  );
}

function roundColor(linear: number): number {
  return srgbToLinear(Math.round(linearToSrgb(linear) * COLOR_STEPS) / COLOR_STEPS);
}
