import { Accessor, Document, type GLTF, VertexLayout, WebIO } from '@gltf-transform/core';
import { AFFINE_SIZE, linearToSrgb, srgbToLinear } from '../../math/index.js';
import type { Skeleton, Skin } from '../../rig/index.js';
import { FULL_SCALE, type PackedMesh } from '../mesh/pack.js';
import { addSkeletonNodes } from './skeleton-nodes.js';

export interface SkinnedPart {
  /** Name of the node. */
  readonly name: string;
  readonly mesh: PackedMesh;
  /** 0 to 1. */
  readonly roughness: number;
  /** Marks the alpha of vertex colours as tint weight, by `extras.tintMask` of the material. @default false */
  readonly hasTintMask?: boolean;
}

/** Writes meshes on one skeleton as a GLB. Every part is a node under the skeleton's root; all share one skin. */
export async function writeSkinnedGlb(
  skeleton: Skeleton,
  skin: Skin,
  parts: readonly SkinnedPart[],
): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const bones = addSkeletonNodes(document, skeleton);
  const accessor = (type: GLTF.AccessorType, numbers: Float32Array | Uint16Array | Uint8Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(numbers as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  const gltfSkin = document
    .createSkin()
    .setInverseBindMatrices(accessor(Accessor.Type.MAT4, columnMatrices(skin.inverseBind)))
    // Names the topmost joint, since some importers attach meshes beside this node.
    .setSkeleton(bones[skin.joints[0]]);
  for (const joint of skin.joints) gltfSkin.addJoint(bones[joint]);

  for (const { name, mesh, roughness, hasTintMask } of parts) {
    const material = document.createMaterial(name).setRoughnessFactor(roughness).setMetallicFactor(0);
    if (hasTintMask) material.setExtras({ tintMask: 'COLOR_0.a' });
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
 * simplification needs the finer values: 174 kB after brotli for the master file, against 207 kB. Bytes
 * (`KHR_mesh_quantization`) would be smaller, but some importers do not support them.
 */
const NORMAL_STEPS = 256;
const COLOR_STEPS = 127;

export function roundNormals(normals: Float32Array): Float32Array {
  return normals.map((value) => Math.round(value * NORMAL_STEPS) / NORMAL_STEPS);
}

/** Quantizes colours in sRGB. The tint weight stays as it is. */
export function roundColors(colors: Uint16Array): Uint16Array {
  return colors.map((value, i) =>
    i % 4 === 3 ? value : Math.round(roundColor(value / FULL_SCALE) * FULL_SCALE),
  );
}

function roundColor(linear: number): number {
  return srgbToLinear(Math.round(linearToSrgb(linear) * COLOR_STEPS) / COLOR_STEPS);
}
