import {
  Accessor,
  Document,
  type GLTF,
  type Node,
  type Skin,
  type TypedArray,
  VertexLayout,
  WebIO,
} from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  type InstancedMesh as Instances,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import { PNG } from 'pngjs';
import {
  type AnimationClip,
  Color,
  DoubleSide,
  InstancedMesh,
  Matrix4,
  Mesh,
  type MeshStandardMaterial,
  type Object3D,
  Quaternion,
  SkinnedMesh,
  Vector3,
} from 'three';
import type { PixelTexture } from './materials.js';

/**
 * Writes an object of three as a GLB file: meshes, their standard materials, textures of pixels, instanced meshes by
 * `EXT_mesh_gpu_instancing`, and skinned ones with the root's clips. Normals are bytes (`KHR_mesh_quantization`), as vertex
 * colours are. Each attribute has a buffer view of its own, which compresses better than interleaved ones. Nodes and
 * materials keep their names. Runs in Node; three's own exporter needs a page's canvas.
 */
export function writeGlb(root: Object3D): Promise<Uint8Array> {
  const document = new Document();
  document.createBuffer();
  document.createExtension(KHRMeshQuantization).setRequired(true);
  const toNode = nodeWriter(document);
  document.createScene().addChild(toNode(root));
  for (const clip of root.animations) addClip(document, clip);
  return new WebIO()
    .setVertexLayout(VertexLayout.SEPARATE)
    .registerExtensions([EXTMeshGPUInstancing, KHRMeshQuantization])
    .writeBinary(document);
}

/** Converts objects of three to nodes of one document; writes shared resources once. */
function nodeWriter(document: Document): (object: Object3D) => Node {
  const [buffer] = document.getRoot().listBuffers();

  const addAccessor = (type: GLTF.AccessorType, array: TypedArray): Accessor =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const addVectors = (vectors: ArrayLike<number>): Accessor =>
    addAccessor(Accessor.Type.VEC3, Float32Array.from(vectors));

  const textureOf = once(({ image: { data, width, height } }: PixelTexture) => {
    const png = Object.assign(new PNG({ width, height }), { data: Buffer.from(data.buffer) });
    return document.createTexture().setImage(PNG.sync.write(png)).setMimeType('image/png');
  });

  const materialOf = once((source: MeshStandardMaterial) => {
    const { name, color, emissive, emissiveMap, roughness, metalness, map, side } = source;
    const material = document
      .createMaterial(name)
      .setBaseColorFactor([color.r, color.g, color.b, 1])
      .setRoughnessFactor(roughness)
      .setMetallicFactor(metalness)
      .setDoubleSided(side === DoubleSide);
    if (map) material.setBaseColorTexture(textureOf(map as PixelTexture));
    if (emissiveMap) {
      material
        .setEmissiveTexture(textureOf(emissiveMap as PixelTexture))
        .setEmissiveFactor([emissive.r, emissive.g, emissive.b]);
    }
    return material;
  });

  const addMesh = ({ geometry, material }: Mesh) => {
    const source = material as MeshStandardMaterial;
    const { position, normal, uv, color } = geometry.attributes;
    const primitive = document
      .createPrimitive()
      .setMaterial(materialOf(source))
      .setAttribute('POSITION', addVectors(position.array));
    // A mesh without normals is flat, by the specification.
    if (!source.flatShading) {
      const bytes = Int8Array.from(normal.array, (value) => Math.round(value * 127));
      primitive.setAttribute('NORMAL', addAccessor(Accessor.Type.VEC3, bytes).setNormalized(true));
    }
    if (uv && (source.map ?? source.emissiveMap)) {
      primitive.setAttribute('TEXCOORD_0', addAccessor(Accessor.Type.VEC2, Float32Array.from(uv.array)));
    }
    if (color) {
      const bytes = Uint8Array.from(color.array, (value) => Math.round(value * 255));
      primitive.setAttribute('COLOR_0', addAccessor(Accessor.Type.VEC3, bytes).setNormalized(true));
    }
    const { skinIndex, skinWeight } = geometry.attributes;
    if (skinIndex) {
      primitive
        .setAttribute('JOINTS_0', addAccessor(Accessor.Type.VEC4, skinIndex.array as TypedArray))
        .setAttribute(
          'WEIGHTS_0',
          addAccessor(Accessor.Type.VEC4, skinWeight.array as TypedArray).setNormalized(
            skinWeight.normalized,
          ),
        );
    }
    if (geometry.index) {
      const Indices = position.count < 0xffff ? Uint16Array : Uint32Array;
      primitive.setIndices(addAccessor(Accessor.Type.SCALAR, Indices.from(geometry.index.array)));
    }
    return document.createMesh().addPrimitive(primitive);
  };

  const addInstances = (mesh: InstancedMesh): Instances => {
    const [positions, rotations, scales, colors]: number[][] = [[], [], [], []];
    const [matrix, position, rotation, scale] = [
      new Matrix4(),
      new Vector3(),
      new Quaternion(),
      new Vector3(),
    ];
    const color = new Color();
    for (let i = 0; i < mesh.count; i++) {
      mesh.getMatrixAt(i, matrix);
      matrix.decompose(position, rotation, scale);
      positions.push(...position.toArray());
      rotations.push(...rotation.toArray());
      scales.push(...scale.toArray());
      if (mesh.instanceColor) {
        mesh.getColorAt(i, color);
        colors.push(...color.toArray());
      }
    }
    const instances = document
      .createExtension(EXTMeshGPUInstancing)
      .setRequired(true)
      .createInstancedMesh()
      .setAttribute('TRANSLATION', addVectors(positions))
      .setAttribute('ROTATION', addAccessor(Accessor.Type.VEC4, Float32Array.from(rotations)))
      .setAttribute('SCALE', addVectors(scales));
    // The name by which three's loader knows instance colours.
    if (colors.length > 0) instances.setAttribute('_COLOR_0', addVectors(colors));
    return instances;
  };

  const written = new Map<Object3D, Node>();
  /** Of a mesh whose bones are written: they are below it. */
  const addSkin = ({ skeleton }: SkinnedMesh): Skin => {
    const matrices = skeleton.boneInverses.flatMap((inverse) => inverse.toArray());
    const skin = document
      .createSkin()
      .setInverseBindMatrices(addAccessor(Accessor.Type.MAT4, Float32Array.from(matrices)));
    for (const bone of skeleton.bones) skin.addJoint(written.get(bone) as Node);
    return skin;
  };

  const toNode = (object: Object3D): Node => {
    const node = document
      .createNode(object.name)
      .setTranslation(object.position.toArray())
      .setRotation(object.quaternion.toArray())
      .setScale(object.scale.toArray());
    written.set(object, node);
    if (object instanceof Mesh) node.setMesh(addMesh(object));
    if (object instanceof InstancedMesh) node.setExtension('EXT_mesh_gpu_instancing', addInstances(object));
    for (const child of object.children) node.addChild(toNode(child));
    if (object instanceof SkinnedMesh) node.setSkin(addSkin(object));
    return node;
  };
  return toNode;
}

/** Linear keys of nodes by name, as three has them: `Hips.position`. */
function addClip(document: Document, { name, tracks }: AnimationClip): void {
  const [buffer] = document.getRoot().listBuffers();
  const nodes = new Map(
    document
      .getRoot()
      .listNodes()
      .map((node) => [node.getName(), node]),
  );
  const addKeys = (type: GLTF.AccessorType, array: Float32Array): Accessor =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const animation = document.createAnimation(name);
  for (const { name: target, times, values } of tracks) {
    const [node, property] = target.split('.');
    const path = property === 'quaternion' ? 'rotation' : 'translation';
    const sampler = document
      .createAnimationSampler()
      .setInput(addKeys(Accessor.Type.SCALAR, times))
      .setOutput(addKeys(path === 'rotation' ? Accessor.Type.VEC4 : Accessor.Type.VEC3, values));
    const channel = document
      .createAnimationChannel()
      .setTargetNode(nodes.get(node) ?? null)
      .setTargetPath(path)
      .setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }
}

/** The same result for the same source, made once. */
function once<Source, Result>(create: (source: Source) => Result): (source: Source) => Result {
  const results = new Map<Source, Result>();
  return (source) => {
    const result = results.get(source) ?? create(source);
    results.set(source, result);
    return result;
  };
}
