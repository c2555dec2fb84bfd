import { AFFINE_SIZE, invertAffine, multiplyAffine, slerpQuaternions } from '../../math/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import {
  type BoneTexture,
  composeLocal,
  type Floats,
  type LocalPoses,
  locateFrame,
  type Skin,
} from '../../rig/index.js';
import { type CharacterTable, createAnimationState, fadeWeight } from '../characters/index.js';
import { characterMatrix } from './affine-matrices.js';

/** What poses are computed from. */
export interface CpuPoseOptions {
  readonly table: CharacterTable;
  /** By the numbers that the table's rows use. */
  readonly clips: readonly ClipInfo[];
  readonly boneTexture: BoneTexture;
  readonly skin: Skin;
  /** Undefined where poses come straight from the matrices, and without fades. */
  readonly localPoses: LocalPoses | undefined;
}

/**
 * Poses single characters on the CPU by the arithmetic of the shaders, in double precision and with true slerps: for
 * picking and sockets, which must not wait for the GPU. Allocates nothing after it is made.
 */
export class CpuPose {
  readonly joints: number;
  readonly #source: CpuPoseOptions;
  readonly #motion = createAnimationState();
  /** Frame, next frame and blend: of the clip, then of the one it fades from. */
  readonly #frames = new Float64Array(6);
  /** Local pose of the joint at hand: of the clip, then of the one it fades from. */
  readonly #local: Float64Array;
  readonly #oldLocal: Float64Array;
  /** Matrix of each joint relative to its parent. */
  readonly #locals: Float64Array;
  readonly #placed = new Float64Array(AFFINE_SIZE);
  readonly #bind = new Float64Array(AFFINE_SIZE);
  /** Of the newer clip. */
  #share = 1;

  constructor(source: CpuPoseOptions) {
    this.#source = source;
    this.joints = source.boneTexture.manifest.nBones;
    const size = source.localPoses?.size ?? 0;
    this.#local = new Float64Array(size);
    this.#oldLocal = new Float64Array(size);
    this.#locals = new Float64Array(this.joints * AFFINE_SIZE);
  }

  /**
   * What the palette holds for character `i` at `seconds` of the crowd's clock: 12 numbers a joint from `out[o]` on,
   * from the vertex as stored to the crowd's space.
   */
  skinMatrices(i: number, seconds: number, out: Floats, o = 0): void {
    this.#locate(i, seconds);
    const { localPoses } = this.#source;
    if (localPoses) for (let j = 0; j < this.joints; j++) this.#blendLocal(j, localPoses);
    for (let j = 0; j < this.joints; j++) this.#skinMatrix(j, out, o + j * AFFINE_SIZE);
  }

  /** From joint `joint`'s own space to the crowd's, 12 numbers at `out[o]`; the rig's own scale is part of it. */
  jointMatrix(i: number, joint: number, seconds: number, out: Floats, o = 0): void {
    const { localPoses, skin } = this.#source;
    this.#locate(i, seconds);
    if (localPoses) for (let j = joint; j >= 0; j = localPoses.parents[j]) this.#blendLocal(j, localPoses);
    this.#skinMatrix(joint, out, o);
    invertAffine(this.#bind, 0, skin.inverseBind, joint * AFFINE_SIZE);
    multiplyAffine(out, o, out, o, this.#bind, 0);
  }

  #locate(i: number, seconds: number): void {
    const { table, clips } = this.#source;
    const motion = table.motion(i, this.#motion);
    this.#share = fadeWeight(motion, seconds);
    locateFrame(clips[motion.clip], (seconds - motion.start) * motion.speed, this.#frames, 0);
    if (this.#share < 1) {
      locateFrame(clips[motion.oldClip], (seconds - motion.oldStart) * motion.oldSpeed, this.#frames, 3);
    }
    characterMatrix(table, i, this.#placed, 0);
  }

  #skinMatrix(joint: number, out: Floats, o: number): void {
    const { localPoses, skin } = this.#source;
    if (localPoses) {
      multiplyAffine(out, o, this.#locals, joint * AFFINE_SIZE, skin.inverseBind, joint * AFFINE_SIZE);
      for (let j = localPoses.parents[joint]; j >= 0; j = localPoses.parents[j]) {
        multiplyAffine(out, o, this.#locals, j * AFFINE_SIZE, out, o);
      }
    } else this.#blendMatrix(joint, out, o);
    multiplyAffine(out, o, this.#placed, 0, out, o);
  }

  /** A joint's local pose between two frames, and between two clips. */
  #blendLocal(joint: number, poses: LocalPoses): void {
    const local = this.#local;
    this.#sampleLocal(joint, 0, poses, local);
    if (this.#share < 1) {
      this.#sampleLocal(joint, 3, poses, this.#oldLocal);
      mixLocals(local, this.#oldLocal, 0, local, 0, this.#share);
    }
    composeLocal(this.#locals, joint * AFFINE_SIZE, local, poses.size);
  }

  #sampleLocal(joint: number, frames: number, { data, size }: LocalPoses, out: Float64Array): void {
    const a = (this.#frames[frames] * this.joints + joint) * size;
    const b = (this.#frames[frames + 1] * this.joints + joint) * size;
    mixLocals(out, data, a, data, b, this.#frames[frames + 2]);
  }

  #blendMatrix(joint: number, out: Floats, o: number): void {
    const { data } = this.#source.boneTexture;
    const frames = this.#frames;
    const a = (frames[0] * this.joints + joint) * AFFINE_SIZE;
    const b = (frames[1] * this.joints + joint) * AFFINE_SIZE;
    const blend = frames[2];
    for (let k = 0; k < AFFINE_SIZE; k++) out[o + k] = data[a + k] + (data[b + k] - data[a + k]) * blend;
  }
}

/** Part of the way from one local pose to another: the turn on its arc, the numbers after it straight. */
function mixLocals(out: Floats, a: Floats, i: number, b: Floats, j: number, t: number): void {
  slerpQuaternions(out, 0, a, i, b, j, t);
  for (let k = 4; k < out.length; k++) out[k] = a[i + k] + (b[j + k] - a[i + k]) * t;
}
