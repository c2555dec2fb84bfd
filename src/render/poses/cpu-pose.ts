import {
  AFFINE_SIZE,
  conjugateQuaternion,
  invertAffine,
  multiplyAffine,
  multiplyQuaternions,
  slerpQuaternions,
} from '../../math/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import {
  type BoneTexture,
  chainTransform,
  composeLocal,
  EVEN_TRANSFORM_SIZE,
  type Floats,
  type LocalPoses,
  locateFrame,
  type Skin,
  stretchedBind,
} from '../../rig/index.js';
import {
  type CharacterTable,
  createAnimationState,
  fadeWeight,
  type LayerTable,
  type UpperPlayback,
  upperWeight,
} from '../characters/index.js';
import { characterMatrix } from './affine-matrices.js';
import { PoseLayers } from './pose-layers.js';

export interface CpuPoseOptions {
  readonly table: CharacterTable;
  /** Clips by the numbers in the table's rows. */
  readonly clips: readonly ClipInfo[];
  readonly boneTexture: BoneTexture;
  readonly skin: Skin;
  /** Undefined if poses are sampled from the baked matrices, which allow no fades. */
  readonly localPoses: LocalPoses | undefined;
}

/**
 * Poses single characters on the CPU with the arithmetic of the shaders, in double precision and with exact slerps. Used
 * for picking and sockets, which do not wait for the GPU. Allocates nothing after construction.
 */
export class CpuPose {
  readonly joints: number;
  readonly #options: CpuPoseOptions;
  readonly #animation = createAnimationState();
  /** Frame, next frame and blend: of the newer clip at 0, of the one that fades out at 3, of the upper body's at 6. */
  readonly #frames = new Float64Array(9);
  /** Local poses: of all joints; of one joint in the newer clip; of one joint in another clip. */
  readonly #poses: Float64Array;
  readonly #local: Float64Array;
  readonly #otherLocal: Float64Array;
  /** Matrix of each joint relative to its parent. */
  readonly #locals: Float64Array;
  /** The inverse bind matrices of each build; of the file without builds. */
  readonly #binds: readonly Float32Array[];
  /** The inverse bind matrices of the character that is being posed, and the offsets of its joints. */
  #inverseBind: Float32Array;
  #offsets: Float32Array | undefined;
  /** From the character's own space to the crowd's. */
  readonly #characterMatrix = new Float64Array(AFFINE_SIZE);
  readonly #bind = new Float64Array(AFFINE_SIZE);
  /** Solves the limbs; undefined if none are found in the rig. */
  readonly #limbLayers: PoseLayers | undefined;
  readonly #dependencies: (Dependencies | undefined)[] = [];
  #weight = 1;
  /** Layers of the present character; undefined if it has none. */
  #layers: LayerTable | undefined;
  #upper: UpperPlayback | undefined;
  #upperWeight = 0;

  constructor(options: CpuPoseOptions) {
    this.#options = options;
    this.joints = options.boneTexture.manifest.nBones;
    const { localPoses } = options;
    const size = localPoses?.size ?? 0;
    this.#poses = new Float64Array(this.joints * size);
    this.#local = new Float64Array(size);
    this.#otherLocal = new Float64Array(size);
    this.#limbLayers = localPoses?.limbs && new PoseLayers(localPoses.limbs, localPoses.parents);
    this.#locals = new Float64Array(this.joints * AFFINE_SIZE);
    const { inverseBind } = options.skin;
    this.#binds = localPoses?.builds?.map((build) => stretchedBind(build, inverseBind)) ?? [inverseBind];
    [this.#inverseBind] = this.#binds;
  }

  /**
   * The skin matrices of character `i` at `seconds` of the crowd's clock, as the palette holds them: 12 numbers a joint
   * from `out[o]` on, which take a vertex as it is stored to the crowd's space.
   */
  skinMatrices(i: number, seconds: number, out: Floats, o = 0): void {
    const { localPoses } = this.#options;
    this.#locate(i, seconds);
    if (localPoses) {
      for (let j = 0; j < this.joints; j++) this.#blendLocal(j, localPoses);
      this.#applyLayers(i, seconds, BOTH, true);
      for (let j = 0; j < this.joints; j++) this.#composeLocal(j, localPoses);
    }
    for (let j = 0; j < this.joints; j++) this.#skinMatrix(j, out, o + j * AFFINE_SIZE);
  }

  /** Transform from a joint's own space to the crowd's, with the rig's own scale: 12 numbers at `out[o]`. */
  jointMatrix(i: number, joint: number, seconds: number, out: Floats, o = 0): void {
    const { localPoses } = this.#options;
    this.#locate(i, seconds);
    if (localPoses) this.#poseChain(i, joint, seconds, localPoses);
    if (localPoses?.size === EVEN_TRANSFORM_SIZE) {
      chainTransform(this.#local, 0, this.#poses, 0, joint, localPoses.parents);
      composeLocal(out, o, this.#local, EVEN_TRANSFORM_SIZE);
      multiplyAffine(out, o, this.#characterMatrix, 0, out, o);
      return;
    }
    for (let j = joint; localPoses && j >= 0; j = localPoses.parents[j]) this.#composeLocal(j, localPoses);
    this.#skinMatrix(joint, out, o);
    // Cancels the inverse bind matrix at the end of the skin matrix.
    invertAffine(this.#bind, 0, this.#inverseBind, joint * AFFINE_SIZE);
    multiplyAffine(out, o, out, o, this.#bind, 0);
  }

  /**
   * The local poses of all joints after layers, `LocalPoses.size` numbers each, in an array that the next call overwrites.
   * Empty for a rig without local poses.
   */
  localPoses(i: number, seconds: number): Float64Array {
    const { localPoses } = this.#options;
    if (!localPoses) return this.#poses;
    this.#locate(i, seconds);
    for (let j = 0; j < this.joints; j++) this.#blendLocal(j, localPoses);
    this.#applyLayers(i, seconds, BOTH, true);
    return this.#poses;
  }

  /** Blends the local poses of a joint and of all joints above it. */
  #poseChain(i: number, joint: number, seconds: number, localPoses: LocalPoses): void {
    if (this.#layers) {
      this.#dependencies[joint] ??= dependenciesOf(joint, localPoses);
      const { joints, isLeg, isHead } = this.#dependencies[joint];
      for (let k = 0; k < joints.length; k++) this.#blendLocal(joints[k], localPoses);
      this.#applyLayers(i, seconds, isLeg, isHead);
    } else {
      for (let j = joint; j >= 0; j = localPoses.parents[j]) this.#blendLocal(j, localPoses);
    }
  }

  #applyLayers(i: number, seconds: number, isLeg: readonly [boolean, boolean], isHead: boolean): void {
    if (!this.#layers) return;
    this.#limbLayers?.apply(this.#poses, this.#layers, this.#options.table, i, seconds, isLeg, isHead);
  }

  /** Finds frames, weight, layers and position of a character. */
  #locate(i: number, seconds: number): void {
    const { table, clips, localPoses } = this.#options;
    // A restored row may have the number of a build, though this crowd has none.
    const build = localPoses?.builds ? table.build(i) : 0;
    this.#inverseBind = this.#binds[build];
    this.#offsets = localPoses?.builds?.[build].offsets;
    const { clip, start, speed, oldClip, oldStart, oldSpeed } = table.animation(i, this.#animation);
    this.#weight = fadeWeight(this.#animation, seconds);
    locateFrame(clips[clip], (seconds - start) * speed, this.#frames, 0);
    if (this.#weight < 1) locateFrame(clips[oldClip], (seconds - oldStart) * oldSpeed, this.#frames, 3);
    characterMatrix(table, i, this.#characterMatrix, 0);
    this.#layers = table.layers?.isEmpty(i) === false ? table.layers : undefined;
    this.#upper = this.#layers?.upper(i);
    this.#upperWeight = this.#upper ? upperWeight(this.#upper, seconds) : 0;
    if (this.#upper && this.#upperWeight > 0) {
      locateFrame(
        clips[this.#upper.clip],
        (seconds - this.#upper.start) * this.#upper.speed,
        this.#frames,
        6,
      );
    }
  }

  /** Matrix of a joint; its local pose and those of all joints above it have to be blended. */
  #skinMatrix(joint: number, out: Floats, o: number): void {
    const { localPoses } = this.#options;
    if (localPoses) {
      multiplyAffine(out, o, this.#locals, joint * AFFINE_SIZE, this.#inverseBind, joint * AFFINE_SIZE);
      for (let j = localPoses.parents[joint]; j >= 0; j = localPoses.parents[j]) {
        multiplyAffine(out, o, this.#locals, j * AFFINE_SIZE, out, o);
      }
    } else this.#blendMatrix(joint, out, o);
    multiplyAffine(out, o, this.#characterMatrix, 0, out, o);
  }

  /** Blends a joint's local pose between two frames, between two clips during a fade, and with the upper body's clip. */
  #blendLocal(joint: number, poses: LocalPoses): void {
    const local = this.#local;
    this.#sampleLocal(joint, 0, poses, local);
    if (this.#weight < 1) {
      this.#sampleLocal(joint, 3, poses, this.#otherLocal);
      mixLocals(local, this.#otherLocal, 0, local, 0, this.#weight);
    }
    if (this.#upperWeight > 0 && poses.limbs?.isUpper[joint]) this.#blendUpper(joint, poses);
    if (this.#offsets) for (let k = 0; k < 3; k++) local[4 + k] += this.#offsets[joint * 3 + k];
    // A loop over eight numbers is faster than `set`.
    for (let k = 0; k < local.length; k++) this.#poses[joint * local.length + k] = local[k];
  }

  /** The upper body's clip changes only rotations, so that bones keep their lengths. */
  #blendUpper(joint: number, poses: LocalPoses): void {
    const { clip, isAdditive } = this.#upper as UpperPlayback;
    const other = this.#otherLocal;
    this.#sampleLocal(joint, 6, poses, other);
    if (isAdditive) {
      // Rotation of the joint since the clip's first frame, as three's `makeClipAdditive` computes it.
      const first = (this.#options.clips[clip].startFrame * this.joints + joint) * poses.size;
      conjugateQuaternion(inverse, 0, poses.data, first);
      multiplyQuaternions(other, 0, inverse, 0, other, 0);
      multiplyQuaternions(other, 0, this.#local, 0, other, 0);
    }
    slerpQuaternions(this.#local, 0, this.#local, 0, other, 0, this.#upperWeight);
  }

  #composeLocal(joint: number, poses: LocalPoses): void {
    const { size } = poses;
    for (let k = 0; k < size; k++) this.#local[k] = this.#poses[joint * size + k];
    composeLocal(this.#locals, joint * AFFINE_SIZE, this.#local, size);
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

const inverse = new Float64Array(4);
const BOTH = [true, true] as const;

/** Dependencies of a joint's pose while layers change poses. */
interface Dependencies {
  /** The joints above it, those of its leg or of the head, and all above them. */
  readonly joints: readonly number[];
  readonly isLeg: readonly [boolean, boolean];
  readonly isHead: boolean;
}

function dependenciesOf(joint: number, { parents, limbs }: LocalPoses): Dependencies {
  const chain = (end: number): number[] => {
    const joints = [];
    for (let j = end; j >= 0; j = parents[j]) joints.push(j);
    return joints;
  };
  const own = chain(joint);
  const isLeg = [0, 1].map((side) => limbs !== undefined && own.includes(limbs.legs[side as 0 | 1].thigh));
  const head = limbs?.head;
  const isHead = head !== undefined && (own.includes(head.head) || own.includes(head.neck));
  const ends = [
    joint,
    ...(limbs?.legs ?? []).flatMap(({ toe }, side) => (isLeg[side] ? [toe] : [])),
    ...(isHead ? [head.head] : []),
  ];
  return { joints: [...new Set(ends.flatMap(chain))], isLeg: [isLeg[0], isLeg[1]], isHead };
}

/** Interpolates two local poses: the rotation by slerp, translation and scales after it linearly. */
function mixLocals(out: Floats, a: Floats, i: number, b: Floats, j: number, t: number): void {
  slerpQuaternions(out, 0, a, i, b, j, t);
  for (let k = 4; k < out.length; k++) out[k] = a[i + k] + (b[j + k] - a[i + k]) * t;
}
