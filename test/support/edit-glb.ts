import {
  type Accessor,
  type Animation,
  type Document,
  type GLTF,
  type Node,
  type Primitive,
  type Skin,
  type TypedArray,
  WebIO,
} from '@gltf-transform/core';

/** Adds an accessor in a document's only buffer, which it creates if there is none. Plain numbers become floats. */
export function addAccessor(
  document: Document,
  type: GLTF.AccessorType,
  numbers: TypedArray | readonly number[],
): Accessor {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const array = ArrayBuffer.isView(numbers) ? numbers : Float32Array.from(numbers);
  return document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
}

/** Keys of one property of a node. */
export interface Keys {
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  /** Seconds. */
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** @default 'LINEAR' */
  readonly interpolation?: GLTF.AnimationSamplerInterpolation;
}

const VALUE_TYPES = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;

/** Adds a channel and its sampler to an animation. */
export function addTrack(document: Document, animation: Animation, node: Node, keys: Keys): void {
  const { path, times, values, interpolation = 'LINEAR' } = keys;
  const sampler = document
    .createAnimationSampler()
    .setInput(addAccessor(document, 'SCALAR', Array.from(times)))
    .setOutput(addAccessor(document, VALUE_TYPES[path], Array.from(values)))
    .setInterpolation(interpolation);
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path);
  animation.addSampler(sampler).addChannel(channel.setSampler(sampler));
}

/** A GLB with other content. */
export async function editGlb(
  bytes: Uint8Array,
  change: (document: Document) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const io = new WebIO();
  const document = await io.readBinary(bytes as Uint8Array<ArrayBuffer>);
  change(document);
  return io.writeBinary(document);
}

/** Numbers of the joints to have, in their new order; vertices of the others go to the joint above. */
export type JointOrder = (names: readonly string[]) => readonly number[];

/** Gives the one skin of a file other joints. */
export function reorderJoints(document: Document, order: JointOrder): void {
  const root = document.getRoot();
  const [skin] = root.listSkins();
  const numbers = reorder(skin, order);
  for (const mesh of root.listMeshes()) {
    for (const primitive of mesh.listPrimitives()) renumber(primitive, numbers);
  }
}

/** Gives each mesh a skin of its own with the joints backwards, as some exporters write them. */
export function separateSkins(document: Document): void {
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh();
    const skin = node.getSkin()?.clone();
    if (!mesh || !skin) continue;
    skin.setInverseBindMatrices(skin.getInverseBindMatrices()!.clone());
    const numbers = reorder(skin, (names) => [...names.keys()].reverse());
    for (const primitive of mesh.listPrimitives()) renumber(primitive, numbers);
    node.setSkin(skin);
  }
}

/** Adds a mesh with its own skeleton that no response names. */
export function addStranger(document: Document): void {
  const root = document.getRoot();
  const wearer = root.listNodes().find((node) => node.getSkin())!;
  const bone = document.createNode('stranger_bone');
  const primitive = wearer.getMesh()!.listPrimitives()[0].clone();
  renumber(primitive, new Array(256).fill(0));
  const stranger = document
    .createNode('stranger')
    .setMesh(document.createMesh('stranger').addPrimitive(primitive))
    .setSkin(document.createSkin().addJoint(bone));
  root.listScenes()[0].addChild(bone).addChild(stranger);
}

/** Adds a copy of the first part's mesh without a skin as a child of a bone. */
export function addRigidPart(document: Document, bone: string): void {
  const nodes = document.getRoot().listNodes();
  const [skinned] = nodes
    .find((node) => node.getSkin())!
    .getMesh()!
    .listPrimitives();
  const primitive = skinned.clone().setAttribute('JOINTS_0', null).setAttribute('WEIGHTS_0', null);
  const mesh = document.createMesh('carried').addPrimitive(primitive);
  nodes.find((node) => node.getName() === bone)!.addChild(document.createNode('carried').setMesh(mesh));
}

/** Gives half of a part's triangles another material, in a primitive of their own. */
export function addMaterial(document: Document, part: string): void {
  const mesh = document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === part)!
    .getMesh()!;
  const [whole] = mesh.listPrimitives();
  const corners = whole.getIndices()!.getArray()!;
  const half = Math.floor(corners.length / 6) * 3;
  const indices = (numbers: ArrayLike<number>) => addAccessor(document, 'SCALAR', Uint32Array.from(numbers));
  const shiny = document.createMaterial('shiny').setRoughnessFactor(0.1).setDoubleSided(true);
  mesh.addPrimitive(
    whole
      .clone()
      .setIndices(indices(corners.slice(half)))
      .setMaterial(shiny),
  );
  whole.setIndices(indices(corners.slice(0, half)));
}

/** Puts joints in another order; returns the new number of each old one. */
function reorder(skin: Skin, order: JointOrder): number[] {
  const joints = skin.listJoints();
  const kept = order(joints.map((joint) => joint.getName()));
  const numbers = joints.map((joint) => {
    for (let at = joint; ; at = at.getParentNode()!) {
      const number = kept.indexOf(joints.indexOf(at));
      if (number >= 0) return number;
    }
  });
  const inverse = skin.getInverseBindMatrices()!;
  const matrices = kept.map((joint) => inverse.getElement(joint, new Array(16).fill(0)));
  inverse.setArray(Float32Array.from(matrices.flat()));
  for (const joint of joints) skin.removeJoint(joint);
  for (const joint of kept) skin.addJoint(joints[joint]);
  return numbers;
}

function renumber(primitive: Primitive, numbers: readonly number[]): void {
  const attribute = primitive.getAttribute('JOINTS_0')!.clone();
  const joints = attribute.getArray()!.map((joint: number) => numbers[joint]);
  primitive.setAttribute('JOINTS_0', attribute.setArray(joints as Uint8Array<ArrayBuffer>));
}
