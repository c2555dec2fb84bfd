import { Matrix4, type Object3D, type SkinnedMesh } from 'three';
import { RigError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import { type Skeleton, type Skin, TRS_SIZE } from '../rig/index.js';
import { type Glb, nodeName } from './glb.js';
import type { Part } from './part.js';

/** Largest difference between two inverse bind matrices that count as one, as a fraction of the larger number. */
const BIND_TOLERANCE = 1e-4;

export interface SkeletonNodes {
  readonly skeleton: Skeleton;
  /** The scene's object of each bone. */
  readonly bones: readonly Object3D[];
}

/**
 * A file's skeleton as arrays: its joints and everything above them. A file without a skin, as a rest reference may
 * be, gives all its nodes.
 *
 * @throws {RigError} where two bones have the same name, or a joint is not in the scene
 */
export function readSkeleton(glb: Glb): SkeletonNodes {
  const needed = neededNodes(glb);
  const bones: Object3D[] = [];
  glb.scene.traverse((object) => {
    if (needed.has(object)) bones.push(object);
  });
  const indexOf = new Map(bones.map((bone, index) => [bone, index]));
  const names = bones.map((bone) => nodeName(glb, glb.nodeOf.get(bone)!));
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) {
    throw new RigError(`${glb.url} has two bones named "${duplicate}". Give each bone a name of its own.`);
  }
  const parents = Int16Array.from(bones, (bone) => (bone.parent ? (indexOf.get(bone.parent) ?? -1) : -1));
  const rest = new Float32Array(bones.length * TRS_SIZE);
  for (const [index, bone] of bones.entries()) {
    bone.position.toArray(rest, index * TRS_SIZE);
    bone.quaternion.toArray(rest, index * TRS_SIZE + 3);
    bone.scale.toArray(rest, index * TRS_SIZE + 7);
  }
  return { skeleton: { names, parents, rest }, bones };
}

/**
 * How the parts hang on the skeleton. The bind matrix is folded in: three skins a vertex as
 * `bindMatrixInverse · Σ weight · boneWorld · boneInverse · bindMatrix`, and the first factor only undoes the mesh
 * node's own place, which glTF ignores for skinned meshes.
 *
 * @throws {RigError} where the parts do not all hang on the same joints in the same order and in the same way
 */
export function readSkin(glb: Glb, parts: Iterable<Part>, bones: readonly Object3D[]): Skin {
  const [first, ...others] = parts;
  if (!first) throw new RigError(`${glb.url} has no skinned mesh.`);
  const indexOf = new Map(bones.map((bone, index) => [bone, index]));
  const { skeleton } = first.mesh;
  const joints = Uint16Array.from(skeleton.bones, (bone) => indexOf.get(bone)!);
  const inverseBind = readInverseBind(first.mesh);
  for (const part of others) {
    const hasSameJoints =
      part.mesh.skeleton.bones.length === skeleton.bones.length &&
      part.mesh.skeleton.bones.every((bone, index) => bone === skeleton.bones[index]);
    if (!hasSameJoints || !isSameBind(readInverseBind(part.mesh), inverseBind)) {
      const difference = hasSameJoints
        ? 'other inverse bind matrices'
        : 'other joints, or another order of them,';
      throw new RigError(
        `Part "${part.name}" of ${glb.url} has ${difference} than part "${first.name}". Bind all parts to one skeleton before exporting.`,
      );
    }
  }
  return { joints, inverseBind };
}

/** Whether two lists of inverse bind matrices are the same but for rounding. */
export function isSameBind(a: Float32Array, b: Float32Array): boolean {
  const near = (x: number, y: number) =>
    Math.abs(x - y) <= BIND_TOLERANCE * Math.max(1, Math.abs(x), Math.abs(y));
  return a.length === b.length && a.every((value, index) => near(value, b[index]));
}

function neededNodes(glb: Glb): ReadonlySet<Object3D> {
  const joints = new Set<Object3D>();
  glb.scene.traverse((object) => {
    const mesh = object as Partial<SkinnedMesh>;
    if (mesh.isSkinnedMesh) for (const bone of mesh.skeleton?.bones ?? []) joints.add(bone);
  });
  if (joints.size === 0) return new Set(glb.nodeOf.keys());
  const needed = new Set<Object3D>();
  for (const joint of joints) {
    let object: Object3D | null = joint;
    while (object && object !== glb.scene && !needed.has(object)) {
      needed.add(object);
      object = object.parent;
    }
    if (!object) throw new RigError(`A joint of ${glb.url} is not in its scene. Export the whole skeleton.`);
  }
  return needed;
}

function readInverseBind({ skeleton, bindMatrix }: SkinnedMesh): Float32Array {
  const inverseBind = new Float32Array(skeleton.bones.length * AFFINE_SIZE);
  const matrix = new Matrix4();
  for (const [joint, inverse] of skeleton.boneInverses.entries()) {
    const columns = matrix.multiplyMatrices(inverse, bindMatrix).elements;
    for (let k = 0; k < AFFINE_SIZE; k++)
      inverseBind[joint * AFFINE_SIZE + k] = columns[(k % 4) * 4 + (k >> 2)];
  }
  return inverseBind;
}
