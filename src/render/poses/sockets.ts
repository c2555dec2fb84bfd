import { Matrix4, type Object3D } from 'three';
import { RigError } from '../../errors/index.js';
import { AFFINE_SIZE, closestName } from '../../math/index.js';
import { findBone, type Skeleton, type Skin } from '../../rig/index.js';
import type { CharacterTable } from '../characters/index.js';
import { affineToMatrix, characterMatrix } from './affine-matrices.js';
import type { CpuPose } from './cpu-pose.js';

export interface SocketRig {
  readonly scene: Object3D;
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  /** The scene's object of each bone of `skeleton`. */
  readonly bones: readonly Object3D[];
}

/** Matrix of a bone or node relative to a joint. */
interface Socket {
  /** Number of the joint: the bone itself, or the nearest joint above it; −1 if there is none. */
  readonly joint: number;
  /** Transform from the bone's space to the joint's, or to the character's without a joint; undefined for a joint. */
  readonly offset: Matrix4 | undefined;
}

/** Matrices of the bones of single characters, for props and name tags. */
export class Sockets {
  readonly #rig: SocketRig;
  readonly #table: CharacterTable;
  readonly #pose: CpuPose;
  readonly #sockets = new Map<string, Socket>();
  readonly #affine = new Float64Array(AFFINE_SIZE);

  constructor(rig: SocketRig, table: CharacterTable, pose: CpuPose) {
    this.#rig = rig;
    this.#table = table;
    this.#pose = pose;
  }

  /**
   * From a bone's own space to the crowd's, written to `target`.
   *
   * @param name of a bone, or of a plain node below one
   * @param now crowd seconds
   * @throws {RigError} for a name that the rig does not have
   */
  matrix(character: number, name: string, now: number, target: Matrix4): Matrix4 {
    let socket = this.#sockets.get(name);
    if (!socket) {
      socket = this.#find(name);
      this.#sockets.set(name, socket);
    }
    const { joint, offset } = socket;
    if (joint >= 0) this.#pose.jointMatrix(character, joint, now, this.#affine);
    else characterMatrix(this.#table, character, this.#affine, 0);
    affineToMatrix(this.#affine, 0, target);
    return offset ? target.multiply(offset) : target;
  }

  #find(name: string): Socket {
    const { scene, skeleton, skin, bones } = this.#rig;
    const bone = findBone(skeleton, name);
    let object: Object3D | null = bone >= 0 ? bones[bone] : (scene.getObjectByName(name) ?? null);
    // Collects the local matrices on the way up to the nearest joint.
    let offset: Matrix4 | undefined;
    for (; object; object = object.parent) {
      const joint = skin.joints.indexOf(bones.indexOf(object));
      if (joint >= 0) return { joint, offset };
      object.updateMatrix();
      offset = object.matrix.clone().multiply(offset ?? new Matrix4());
    }
    if (bone >= 0) return { joint: -1, offset };
    const near = closestName(name, skeleton.names);
    throw new RigError(
      `The rig has no bone "${name}"${near ? ` (did you mean "${near}"?)` : ''}; it has ${skeleton.names.join(', ')}.`,
    );
  }
}
