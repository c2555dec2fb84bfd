import { inverse, multiply, type Quaternion, rotate } from '../math/quaternion.js';
import { add, subtract, type Vector } from '../math/vector.js';
import { BONE_INDEX, BONES, type BoneName, boneOffset, bonePosition } from '../skeleton/kit-skeleton.js';

const OFFSETS = BONES.map(boneOffset);
const PARENTS = BONES.map(({ parent }) => (parent === null ? -1 : BONE_INDEX.get(parent)!));
const HIPS = BONE_INDEX.get('hips')!;

/**
 * A pose of the kit's skeleton, in metres. Bones are not rotated at rest, so a world rotation is also the rotation from
 * the rest pose.
 */
export class Figure {
  /** Local rotation of each bone, in joint order. */
  readonly rotations: Quaternion[] = BONES.map(() => [0, 0, 0, 1]);
  /** Position of the hips. */
  hips: Vector = bonePosition('hips');

  get(bone: BoneName): Quaternion {
    return this.rotations[BONE_INDEX.get(bone)!];
  }

  set(bone: BoneName, turn: Quaternion): void {
    this.rotations[BONE_INDEX.get(bone)!] = turn;
  }

  /** Sets a bone's rotation in world space. */
  setWorld(bone: BoneName, turn: Quaternion): void {
    const index = BONE_INDEX.get(bone)!;
    this.rotations[index] = multiply(inverse(this.worldOf(PARENTS[index])), turn);
  }

  world(bone: BoneName): Quaternion {
    return this.worldOf(BONE_INDEX.get(bone)!);
  }

  position(bone: BoneName): Vector {
    return this.positionOf(BONE_INDEX.get(bone)!);
  }

  /** Returns the position of a point that rests at `rest` and moves with `bone`, in character space. */
  carry(bone: BoneName, rest: Vector): Vector {
    return add(this.position(bone), rotate(this.world(bone), subtract(rest, bonePosition(bone))));
  }

  private worldOf(index: number): Quaternion {
    if (index < 0) return [0, 0, 0, 1];
    return multiply(this.worldOf(PARENTS[index]), this.rotations[index]);
  }

  private positionOf(index: number): Vector {
    if (index === HIPS) return this.hips;
    const parent = PARENTS[index];
    if (parent < 0) return OFFSETS[index];
    return add(this.positionOf(parent), rotate(this.worldOf(parent), OFFSETS[index]));
  }
}
