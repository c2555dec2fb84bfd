import { type Document, WebIO } from '@gltf-transform/core';

/**
 * A GLB whose one skin has other joints.
 *
 * @param order numbers of the joints to have, in their new order; vertices of the others go to the joint above
 */
export async function editJoints(
  bytes: Uint8Array,
  order: (names: readonly string[]) => readonly number[],
): Promise<Uint8Array> {
  const io = new WebIO();
  const document = await io.readBinary(bytes as Uint8Array<ArrayBuffer>);
  const [skin] = document.getRoot().listSkins();
  const joints = skin.listJoints();
  const kept = order(joints.map((joint) => joint.getName()));
  const renumbered = joints.map((joint) => {
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
  renumber(document, renumbered);
  return io.writeBinary(document);
}

function renumber(document: Document, numbers: readonly number[]): void {
  const attributes = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .map((primitive) => primitive.getAttribute('JOINTS_0')!);
  for (const attribute of new Set(attributes)) {
    attribute.setArray(
      attribute.getArray()!.map((joint: number) => numbers[joint]) as Uint8Array<ArrayBuffer>,
    );
  }
}

/** A GLB with other names of nodes that are joints. */
export async function renameJoints(bytes: Uint8Array, rename: (name: string) => string): Promise<Uint8Array> {
  const io = new WebIO();
  const document = await io.readBinary(bytes as Uint8Array<ArrayBuffer>);
  for (const skin of document.getRoot().listSkins()) {
    for (const joint of skin.listJoints()) joint.setName(rename(joint.getName()));
  }
  return io.writeBinary(document);
}
