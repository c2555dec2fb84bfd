import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { type Build, EVEN_TRANSFORM_SIZE, type LocalPoses } from '../../rig/index.js';
import type { CharacterTable } from '../characters/index.js';
import type { CpuPose } from '../poses/index.js';

/** Applies layers to real skeletons. */
export interface LayeredRig {
  readonly table: CharacterTable;
  /** The master scene's object of each joint. */
  readonly joints: readonly Object3D[];
  /** Undefined if all characters have the file's own build. */
  readonly builds: readonly Build[] | undefined;
  /** Both are created at first use, since many crowds have no layers. */
  poses(): LocalPoses | undefined;
  pose(): CpuPose;
}

/** A joint that layers move. */
interface LayeredBone {
  readonly joint: number;
  readonly bone: Object3D;
  /** Inverse of the transform from the joint above to the bone's parent: nodes that are no joints may stand between. */
  readonly fromJoint: Matrix4;
  readonly isUpper: boolean;
}

/** The bones of one clone that layers move. Sets them to the poses of `CpuPose`. */
export class LayeredBones {
  readonly #rig: LayeredRig;
  readonly #copies: ReadonlyMap<Object3D, Object3D>;
  #bones: readonly LayeredBone[] | undefined;

  /** @param copies of the objects of the master scene */
  constructor(rig: LayeredRig, copies: ReadonlyMap<Object3D, Object3D>) {
    this.#rig = rig;
    this.#copies = copies;
  }

  /**
   * To be called after the clips have posed the bones.
   *
   * @param i row of the character
   * @param seconds of the crowd's clock
   */
  apply(i: number, seconds: number): void {
    const { table, pose } = this.#rig;
    if (!table.layers || table.layers.isEmpty(i)) return;
    const locals = pose().localPoses(i, seconds);
    const hasUpper = table.layers.upper(i) !== undefined;
    this.#bones ??= this.#findBones();
    for (const { joint, bone, fromJoint, isUpper } of this.#bones) {
      if (isUpper && !hasUpper) continue;
      const o = joint * EVEN_TRANSFORM_SIZE;
      rotation.set(locals[o], locals[o + 1], locals[o + 2], locals[o + 3]);
      position.set(locals[o + 4], locals[o + 5], locals[o + 6]);
      matrix.compose(position, rotation, scale.setScalar(locals[o + 7])).premultiply(fromJoint);
      matrix.decompose(bone.position, bone.quaternion, bone.scale);
    }
  }

  #findBones(): LayeredBone[] {
    const { joints } = this.#rig;
    const poses = this.#rig.poses();
    if (!poses?.limbs) return [];
    const { parents, limbs } = poses;
    const { hips, legs, head } = limbs;
    const moved = new Set([
      hips,
      ...legs.flatMap(({ thigh, shin, foot }) => [thigh, shin, foot]),
      ...(head ? [head.head, head.neck] : []),
    ]);
    return joints.flatMap((master, joint) => {
      const bone = this.#copies.get(master);
      const isUpper = limbs.isUpper[joint] === 1 && !moved.has(joint);
      if (!bone || !(moved.has(joint) || isUpper)) return [];
      const fromJoint = matrixFromJoint(master, joints[parents[joint]]);
      return { joint, bone, fromJoint, isUpper };
    });
  }
}

/** The inverse of the matrices of all objects from below `above`, or from the scene, down to the parent of `bone`. */
export function matrixFromJoint(bone: Object3D, above: Object3D | undefined): Matrix4 {
  const between = new Matrix4();
  for (let object = bone.parent; object && object !== above; object = object.parent) {
    object.updateMatrix();
    between.premultiply(object.matrix);
  }
  return between.invert();
}

const matrix = new Matrix4();
const rotation = new Quaternion();
const position = new Vector3();
const scale = new Vector3();
