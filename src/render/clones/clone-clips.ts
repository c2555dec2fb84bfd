import {
  AnimationClip,
  InterpolateDiscrete,
  type KeyframeTrack,
  type Object3D,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import {
  AFFINE_SIZE,
  decomposeAffine,
  invertAffine,
  multiplyAffine,
  setAffineIdentity,
} from '../../math/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import {
  type BoneTexture,
  type Build,
  locateFrame,
  readBoneMatrix,
  type Skin,
  STEP_TOLERANCE,
  TRS_SIZE,
} from '../../rig/index.js';
import { type LayeredRig, matrixFromJoint } from './layered-bones.js';

/** A clip as a clone's mixer plays it. */
export interface CloneClip {
  /** Two equal clips: a mixer plays a clip once at a time, and a fade may go from a clip to itself. */
  readonly animations: readonly [newer: AnimationClip, older: AnimationClip];
  /** Time within the animation, `seconds` after the clip's start. */
  timeAt(seconds: number): number;
}

/** A joint of the skin, once for each bone. */
interface Joint {
  readonly bone: Object3D;
  /** Number of the joint in the texture. */
  readonly column: number;
  /** Index in the list of the nearest joint above; −1 for none. */
  readonly above: number;
  /** Inverse of the matrices of all objects between the two joints, which may be nodes that are no joints. */
  readonly between: Float64Array;
  /** Inverse of the inverse bind matrix. */
  readonly bind: Float64Array;
}

/** Animated properties, with their offsets in translation, rotation and scale. */
const PROPERTIES = [
  { name: 'position', offset: 0, size: 3, Track: VectorKeyframeTrack },
  { name: 'quaternion', offset: 3, size: 4, Track: QuaternionKeyframeTrack },
  { name: 'scale', offset: 7, size: 3, Track: VectorKeyframeTrack },
] as const;

/** Relative difference up to which two numbers count as equal: the texture has single floats. */
const TOLERANCE = 1e-5;

/**
 * The clips as three plays them, by the numbers that rows use; each is made when first played. They are made from the
 * bone texture, so that clones are posed as instances are and need no file of their own.
 */
export class CloneClips {
  readonly #texture: BoneTexture;
  readonly #joints: readonly Joint[];
  readonly #builds: readonly Build[] | undefined;
  /** By build and number. */
  readonly #made: CloneClip[] = [];

  /**
   * @param texture whose `clipInfo` has each clip as it is, then each with its looping inverted
   * @param rig its joints are the master scene's objects
   */
  constructor(texture: BoneTexture, skin: Skin, { joints, builds }: Pick<LayeredRig, 'joints' | 'builds'>) {
    this.#texture = texture;
    this.#joints = listJoints(skin, joints);
    this.#builds = builds;
  }

  /** A clip as characters of a build play it. */
  get(number: number, build: number): CloneClip {
    const { clipInfo } = this.#texture.manifest;
    const k = build * clipInfo.length + number;
    this.#made[k] ??= this.#make(clipInfo[number], this.#builds?.[build].offsets);
    return this.#made[k];
  }

  #make(info: ClipInfo, offsets: Float32Array | undefined): CloneClip {
    const { name, startFrame, frameCount, duration } = info;
    const secondsAFrame = duration / frameCount;
    const frames = [0, 0, 0];
    const animation = this.#animate(info, secondsAFrame, offsets);
    // The mixer holds steps itself.
    const blended = { ...info, isStepped: false };
    const early = info.isStepped ? STEP_TOLERANCE : 0;
    return {
      animations: [animation, new AnimationClip(name, animation.duration, animation.tracks)],
      timeAt: (seconds) => {
        locateFrame(blended, seconds, frames, 0);
        return (frames[0] - startFrame + frames[2] + early) * secondsAFrame;
      },
    };
  }

  #animate(
    { name, startFrame, frameCount, loop, end, isStepped }: ClipInfo,
    secondsAFrame: number,
    offsets: Float32Array | undefined,
  ): AnimationClip {
    // The end of a clip is stored behind its last frame, or is its first frame.
    const leadsOn = end !== undefined || (loop && frameCount > 1);
    const keys = leadsOn ? frameCount + 1 : frameCount;
    const framesOfClip = end === 'stored' ? frameCount + 1 : frameCount;
    const poses = new Float64Array(keys * this.#joints.length * TRS_SIZE);
    for (let key = 0; key < keys; key++) {
      const frame = startFrame + (key % framesOfClip);
      this.#poseFrame(frame, offsets, poses, key * this.#joints.length * TRS_SIZE);
    }
    const times = Float32Array.from({ length: keys }, (_, key) => key * secondsAFrame);
    const tracks = this.#joints.flatMap((_, j) => this.#tracksOf(j, poses, times));
    if (isStepped) for (const track of tracks) track.setInterpolation(InterpolateDiscrete);
    return new AnimationClip(name, times[keys - 1], tracks);
  }

  /** Writes translation, rotation and scale of all joints, each relative to its bone's parent. */
  #poseFrame(frame: number, offsets: Float32Array | undefined, out: Float64Array, o: number): void {
    const local = new Float64Array(AFFINE_SIZE);
    const worlds = this.#joints.map(({ column, bind }) => {
      const world = new Float64Array(AFFINE_SIZE);
      readBoneMatrix(this.#texture, frame, column, world, 0);
      multiplyAffine(world, 0, world, 0, bind, 0);
      return world;
    });
    for (const [j, { column, above, between }] of this.#joints.entries()) {
      setAffineIdentity(local, 0);
      // Below a joint of scale 0, there is nothing to see.
      if (above >= 0) invertAffine(local, 0, worlds[above], 0);
      multiplyAffine(local, 0, local, 0, worlds[j], 0);
      for (let k = 0; k < 3; k++) local[4 * k + 3] += offsets?.[column * 3 + k] ?? 0;
      multiplyAffine(local, 0, between, 0, local, 0);
      decomposeAffine(out, o + j * TRS_SIZE, local, 0);
    }
  }

  /** Tracks of a joint: one key for a constant property, none for one that rests. A mixer takes time for each. */
  #tracksOf(j: number, poses: Float64Array, times: Float32Array): KeyframeTrack[] {
    const { bone } = this.#joints[j];
    const stride = this.#joints.length * TRS_SIZE;
    return PROPERTIES.flatMap(({ name, offset, size, Track }) => {
      const o = j * TRS_SIZE + offset;
      const values = new Float32Array(times.length * size);
      for (let i = 0; i < values.length; i++) {
        const value = poses[Math.floor(i / size) * stride + o + (i % size)];
        // A rotation is not a number where a scale is 0.
        values[i] = Number.isFinite(value) ? value : i < size ? bone[name].toArray()[i] : values[i - size];
      }
      const path = `${bone.name}.${name}`;
      if (values.some((value, i) => !isSame(value, values[i % size]))) return new Track(path, times, values);
      const rest = bone[name].toArray();
      if (rest.every((value, k) => isSame(value, values[k]))) return [];
      return new Track(path, times.slice(0, 1), values.slice(0, size));
    });
  }
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
}

/** The joints, except joints with a singular inverse bind matrix: these draw nothing, and their bones rest. */
function listJoints({ inverseBind }: Skin, bones: readonly Object3D[]): Joint[] {
  const listed = new Map<Object3D, { readonly column: number; readonly bind: Float64Array }>();
  for (const [column, bone] of bones.entries()) {
    const bind = new Float64Array(AFFINE_SIZE);
    const hasInverse = invertAffine(bind, 0, inverseBind, column * AFFINE_SIZE);
    if (hasInverse && !listed.has(bone)) listed.set(bone, { column, bind });
  }
  const order = [...listed.keys()];
  return Array.from(listed, ([bone, { column, bind }]) => {
    let above = bone.parent;
    while (above && !listed.has(above)) above = above.parent;
    const { elements } = matrixFromJoint(bone, above ?? undefined);
    const between = Float64Array.from({ length: AFFINE_SIZE }, (_, k) => elements[(k % 4) * 4 + (k >> 2)]);
    return { bone, column, bind, above: above ? order.indexOf(above) : -1, between };
  });
}
