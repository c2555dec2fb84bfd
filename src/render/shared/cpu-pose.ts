import {
  AFFINE_SIZE,
  composeAffine,
  invertAffine,
  multiplyAffine,
  multiplyQuaternions,
  rotateVector,
  slerpQuaternions,
} from '../../math/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import {
  type BoneTexture,
  type Floats,
  LOCAL_SIZE,
  type LocalPoses,
  locateFrame,
  type Skin,
  TRS_SIZE,
} from '../../rig/index.js';
import type { CharacterTable } from './character-table.js';
import { emptyMotion, fadeShare } from './motion.js';
import { placeAffine } from './place-affine.js';

/** What poses are computed from. */
export interface CpuPoseSource {
  readonly table: CharacterTable;
  /** By the numbers that the table's rows use. */
  readonly clips: readonly ClipInfo[];
  readonly boneTexture: BoneTexture;
  readonly skin: Skin;
  /** Undefined where poses come straight from the matrices, and without fades. */
  readonly localPoses: LocalPoses | undefined;
}

/** Where a local pose keeps its translation and its scale, after the turn. */
const PLACE = 4;
const SCALE = 7;

/**
 * Poses single characters on the CPU by the arithmetic of the shaders, in double precision and with true slerps: for
 * picking and sockets, which must not wait for the GPU. Allocates nothing after it is made.
 */
export class CpuPose {
  readonly joints: number;
  readonly #source: CpuPoseSource;
  readonly #motion = emptyMotion();
  /** Frame, next frame and blend: of the clip, then of the one it fades from. */
  readonly #frames = new Float64Array(6);
  readonly #locals: Float64Array;
  readonly #oldLocal = new Float64Array(LOCAL_SIZE);
  readonly #joined = new Float64Array(TRS_SIZE);
  readonly #placed = new Float64Array(AFFINE_SIZE);
  readonly #bind = new Float64Array(AFFINE_SIZE);
  /** Of the newer clip. */
  #share = 1;

  constructor(source: CpuPoseSource) {
    this.#source = source;
    this.joints = source.boneTexture.manifest.nBones;
    this.#locals = new Float64Array(this.joints * LOCAL_SIZE);
  }

  /**
   * What the palette holds for character `i` at `seconds` of the crowd's clock: 12 numbers a joint from `out[o]` on,
   * from the vertex as stored to the crowd's space.
   */
  skinMatrices(i: number, seconds: number, out: Floats, o = 0): void {
    this.#locate(i, seconds);
    if (this.#source.localPoses) for (let j = 0; j < this.joints; j++) this.#blendLocal(j);
    for (let j = 0; j < this.joints; j++) this.#skinMatrix(j, out, o + j * AFFINE_SIZE);
  }

  /** From joint `joint`'s own space to the crowd's, 12 numbers at `out[o]`; the rig's own scale is part of it. */
  jointMatrix(i: number, joint: number, seconds: number, out: Floats, o = 0): void {
    const { localPoses, skin } = this.#source;
    this.#locate(i, seconds);
    if (localPoses) for (let j = joint; j >= 0; j = localPoses.parents[j]) this.#blendLocal(j);
    this.#skinMatrix(joint, out, o);
    invertAffine(this.#bind, 0, skin.inverseBind, joint * AFFINE_SIZE);
    multiplyAffine(out, o, out, o, this.#bind, 0);
  }

  #locate(i: number, seconds: number): void {
    const { table, clips } = this.#source;
    const motion = table.motion(i, this.#motion);
    this.#share = fadeShare(motion, seconds);
    locateFrame(clips[motion.clip], (seconds - motion.start) * motion.speed, this.#frames, 0);
    if (this.#share < 1) {
      locateFrame(clips[motion.oldClip], (seconds - motion.oldStart) * motion.oldSpeed, this.#frames, 3);
    }
    placeAffine(table, i, this.#placed, 0);
  }

  #skinMatrix(joint: number, out: Floats, o: number): void {
    const { localPoses, skin } = this.#source;
    if (localPoses) {
      this.#joinChain(joint, localPoses.parents);
      composeAffine(out, o, this.#joined, 0);
      multiplyAffine(out, o, out, o, skin.inverseBind, joint * AFFINE_SIZE);
    } else this.#blendMatrix(joint, out, o);
    multiplyAffine(out, o, this.#placed, 0, out, o);
  }

  /** A joint's local pose between two frames, and between two clips. */
  #blendLocal(joint: number): void {
    const o = joint * LOCAL_SIZE;
    this.#sampleLocal(joint, 0, this.#locals, o);
    if (this.#share < 1) {
      this.#sampleLocal(joint, 3, this.#oldLocal, 0);
      mixLocals(this.#locals, o, this.#oldLocal, 0, this.#locals, o, this.#share);
    }
  }

  #sampleLocal(joint: number, frames: number, out: Float64Array, o: number): void {
    const { data } = this.#source.localPoses as LocalPoses;
    const a = (this.#frames[frames] * this.joints + joint) * LOCAL_SIZE;
    const b = (this.#frames[frames + 1] * this.joints + joint) * LOCAL_SIZE;
    mixLocals(out, o, data, a, data, b, this.#frames[frames + 2]);
  }

  /** Joins local poses from a joint up to its root: translation, turn and scale in the character's own space. */
  #joinChain(joint: number, parents: Int16Array): void {
    const joined = this.#joined;
    const locals = this.#locals;
    joined.fill(0, 0, TRS_SIZE);
    joined[6] = 1;
    let scale = 1;
    for (let j = joint; j >= 0; j = parents[j]) {
      const local = j * LOCAL_SIZE;
      for (let k = 0; k < 3; k++) joined[k] *= locals[local + SCALE];
      rotateVector(joined, 0, locals, local, joined, 0);
      for (let k = 0; k < 3; k++) joined[k] += locals[local + PLACE + k];
      multiplyQuaternions(joined, 3, locals, local, joined, 3);
      scale *= locals[local + SCALE];
    }
    joined.fill(scale, 7, TRS_SIZE);
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

/** Part of the way from one local pose to another. */
function mixLocals(out: Floats, o: number, a: Floats, i: number, b: Floats, j: number, t: number): void {
  slerpQuaternions(out, o, a, i, b, j, t);
  for (let k = PLACE; k < LOCAL_SIZE; k++) out[o + k] = a[i + k] + (b[j + k] - a[i + k]) * t;
}
