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
  /**
   * The alpha of the vertex colours says how much of the character's tint multiplies them; the material's `extras`
   * tell it.
   * @default false
   */
  readonly hasTintMask?: boolean;
}

/** Meshes on one skeleton as a GLB: every part is a node of its own under the skeleton's root, all share one skin. */
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
    // The topmost joint: some importers put meshes beside what this names, which then is under the root, too.
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
    // Under the root that scales centimetres to metres, so that whoever measures a mesh without its skin sees metres, too.
    bones[0].addChild(node);
  }
  return new WebIO().setVertexLayout(VertexLayout.SEPARATE).writeBinary(document);
}

/** glTF's 4×4 by columns from affine 3×4 by rows. */
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
 * Steps of what files hold of normals (at most 0.2° off) and of colours, in sRGB, where equal steps look equally large. A
 * value that occurs often compresses well: brotli leaves 174 kB of the master file, and 207 with the steps of the meshes
 * themselves, which stay finer, since simplification chooses vertices by them. Bytes (`KHR_mesh_quantization`) would leave
 * less, but not every importer knows the extension.
 */
const NORMAL_STEPS = 256;
const COLOR_STEPS = 127;

export function roundNormals(normals: Float32Array): Float32Array {
  return normals.map((value) => Math.round(value * NORMAL_STEPS) / NORMAL_STEPS);
}

/** Linear red, green and blue, and the share of the tint, which is all or nothing and stays as it is. */
export function roundColors(colors: Uint16Array): Uint16Array {
  return colors.map((value, i) =>
    i % 4 === 3 ? value : Math.round(roundColor(value / FULL_SCALE) * FULL_SCALE),
  );
}

function roundColor(linear: number): number {
  return srgbToLinear(Math.round(linearToSrgb(linear) * COLOR_STEPS) / COLOR_STEPS);
}
