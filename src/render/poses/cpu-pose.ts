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
  /** Undefined where poses are sampled from the baked matrices, which allow no fades. */
  readonly localPoses: LocalPoses | undefined;
}

/**
 * Poses single characters on the CPU with the arithmetic of the shaders, in double precision and with exact slerps: for
 * picking and sockets, which must not wait for the GPU. Allocates nothing after its construction.
 */
export class CpuPose {
  readonly joints: number;
  readonly #options: CpuPoseOptions;
  readonly #animation = createAnimationState();
  /** Frame, next frame and blend between them: of the newer clip at 0, of the one that fades out at 3. */
  readonly #frames = new Float64Array(6);
  /** Local pose of one joint at a time: in the newer clip, and in the one that fades out. */
  readonly #local: Float64Array;
  readonly #oldLocal: Float64Array;
  /** Matrix of each joint relative to its parent. */
  readonly #locals: Float64Array;
  /** From the character's own space to the crowd's. */
  readonly #characterMatrix = new Float64Array(AFFINE_SIZE);
  readonly #bind = new Float64Array(AFFINE_SIZE);
  /** Weight of the newer clip. */
  #weight = 1;

  constructor(options: CpuPoseOptions) {
    this.#options = options;
    this.joints = options.boneTexture.manifest.nBones;
    const size = options.localPoses?.size ?? 0;
    this.#local = new Float64Array(size);
    this.#oldLocal = new Float64Array(size);
    this.#locals = new Float64Array(this.joints * AFFINE_SIZE);
  }

  /**
   * The skin matrices of character `i` at `seconds` of the crowd's clock, as the palette holds them: 12 numbers a joint
   * from `out[o]` on, which take a vertex as it is stored to the crowd's space.
   */
  skinMatrices(i: number, seconds: number, out: Floats, o = 0): void {
    this.#locate(i, seconds);
    const { localPoses } = this.#options;
    if (localPoses) for (let j = 0; j < this.joints; j++) this.#blendLocal(j, localPoses);
    for (let j = 0; j < this.joints; j++) this.#skinMatrix(j, out, o + j * AFFINE_SIZE);
  }

  /** From a joint's own space to the crowd's: 12 numbers at `out[o]`, which contain the rig's own scale. */
  jointMatrix(i: number, joint: number, seconds: number, out: Floats, o = 0): void {
    const { localPoses, skin } = this.#options;
    this.#locate(i, seconds);
    if (localPoses) for (let j = joint; j >= 0; j = localPoses.parents[j]) this.#blendLocal(j, localPoses);
    this.#skinMatrix(joint, out, o);
    // A skin matrix ends with the inverse bind matrix; the bind matrix takes that away.
    invertAffine(this.#bind, 0, skin.inverseBind, joint * AFFINE_SIZE);
    multiplyAffine(out, o, out, o, this.#bind, 0);
  }

  /** Finds frames, weight and position of a character. */
  #locate(i: number, seconds: number): void {
    const { table, clips } = this.#options;
    const { clip, start, speed, oldClip, oldStart, oldSpeed } = table.animation(i, this.#animation);
    this.#weight = fadeWeight(this.#animation, seconds);
    locateFrame(clips[clip], (seconds - start) * speed, this.#frames, 0);
    if (this.#weight < 1) locateFrame(clips[oldClip], (seconds - oldStart) * oldSpeed, this.#frames, 3);
    characterMatrix(table, i, this.#characterMatrix, 0);
  }

  /** Of a joint whose locals, and those of all joints above it, are blended. */
  #skinMatrix(joint: number, out: Floats, o: number): void {
    const { localPoses, skin } = this.#options;
    if (localPoses) {
      multiplyAffine(out, o, this.#locals, joint * AFFINE_SIZE, skin.inverseBind, joint * AFFINE_SIZE);
      for (let j = localPoses.parents[joint]; j >= 0; j = localPoses.parents[j]) {
        multiplyAffine(out, o, this.#locals, j * AFFINE_SIZE, out, o);
      }
    } else this.#blendMatrix(joint, out, o);
    multiplyAffine(out, o, this.#characterMatrix, 0, out, o);
  }

  /** Blends a joint's local pose between two frames, and between two clips during a fade. */
  #blendLocal(joint: number, poses: LocalPoses): void {
    const local = this.#local;
    this.#sampleLocal(joint, 0, poses, local);
    if (this.#weight < 1) {
      this.#sampleLocal(joint, 3, poses, this.#oldLocal);
      mixLocals(local, this.#oldLocal, 0, local, 0, this.#weight);
    }
    composeLocal(this.#locals, joint * AFFINE_SIZE, local, poses.size);
  }

  #sampleLocal(joint: number, frames: number, { data, size }: LocalPoses, out: Float64Array): void {
    const a = (this.#frames[frames] * this.joints + joint) * size;
    const b = (this.#frames[frames + 1] * this.joints + joint) * size;
    mixLocals(out, data, a, data, b, this.#frames[frames + 2]);
  }

  #blendMatrix(joint: number, out: Floats, o: number): void {
    const { data } = this.#options.boneTexture;
    const frames = this.#frames;
    const a = (frames[0] * this.joints + joint) * AFFINE_SIZE;
    const b = (frames[1] * this.joints + joint) * AFFINE_SIZE;
    const blend = frames[2];
    for (let k = 0; k < AFFINE_SIZE; k++) out[o + k] = data[a + k] + (data[b + k] - data[a + k]) * blend;
  }
}

/** Interpolates two local poses: the rotation by slerp, translation and scales after it linearly. */
function mixLocals(out: Floats, a: Floats, i: number, b: Floats, j: number, t: number): void {
  slerpQuaternions(out, 0, a, i, b, j, t);
  for (let k = 4; k < out.length; k++) out[k] = a[i + k] + (b[j + k] - a[i + k]) * t;
}
