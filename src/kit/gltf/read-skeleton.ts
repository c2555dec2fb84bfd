import type { Document, Skin as GltfSkin, Node } from '@gltf-transform/core';
import { RigError } from '../../errors/index.js';
import { AFFINE_SIZE, setAffineIdentity } from '../../math/index.js';
import { type Skeleton, type Skin, TRS_SIZE } from '../../rig/index.js';

/** The joints of a skin and every node above them, parents first, in the order of the file. */
export function listBones(document: Document, skin: GltfSkin): Node[] {
  const needed = new Set<Node>();
  for (const joint of skin.listJoints()) {
    for (let node: Node | null = joint; node !== null; node = node.getParentNode()) needed.add(node);
  }
  const bones: Node[] = [];
  const visit = (node: Node): void => {
    if (!needed.has(node)) return;
    bones.push(node);
    node.listChildren().forEach(visit);
  };
  for (const node of document.getRoot().listNodes()) {
    if (node.getParentNode() === null) visit(node);
  }
  return bones;
}

/** @throws RigError where two bones share a name, or one has none */
export function readSkeleton(bones: readonly Node[]): Skeleton {
  const names = bones.map((bone) => bone.getName());
  const nameless = names.indexOf('');
  if (nameless >= 0) {
    throw new RigError(
      `bone ${nameless} has no name, and clips find bones by name; name it and export again`,
    );
  }
  const twin = names.find((name, i) => names.indexOf(name) !== i);
  if (twin !== undefined) {
    throw new RigError(`two bones are called "${twin}", and clips find bones by name; rename one of them`);
  }
  const rest = new Float32Array(bones.length * TRS_SIZE);
  bones.forEach((bone, i) => {
    rest.set([...bone.getTranslation(), ...bone.getRotation(), ...bone.getScale()], i * TRS_SIZE);
  });
  const parents = Int16Array.from(bones, (bone) => bones.indexOf(bone.getParentNode()!));
  return { names, parents, rest };
}

export function readSkin(skin: GltfSkin, bones: readonly Node[]): Skin {
  const joints = skin.listJoints();
  const inverseBind = new Float32Array(joints.length * AFFINE_SIZE);
  joints.forEach((_, joint) => {
    inverseBind.set(inverseBindOf(skin, joint), joint * AFFINE_SIZE);
  });
  return { joints: Uint16Array.from(joints, (joint) => bones.indexOf(joint)), inverseBind };
}

/** Affine 3×4 by rows, from glTF's 4×4 by columns; the identity where the file leaves it out. */
export function inverseBindOf(skin: GltfSkin, joint: number): number[] {
  const matrices = skin.getInverseBindMatrices();
  const affine = new Array<number>(AFFINE_SIZE);
  setAffineIdentity(affine, 0);
  if (matrices === null) return affine;
  const columns = matrices.getElement(joint, []);
  return affine.map((_, i) => columns[(i % 4) * 4 + Math.floor(i / 4)]);
}
