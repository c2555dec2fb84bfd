import { type AnimationState, STRIDE_LEVELS } from '../../render/characters/index.js';
import {
  type Limbs,
  type LocalPoses,
  locateFrame,
  measureBlendedFootPaths,
  measureFootPaths,
  measureGroundSpeeds,
  PATH,
  PATH_STRIDE,
  type PacedClip,
} from '../../rig/index.js';

/** Position of a foot in a clip, in the character's space at scale 1. */
export interface SampledFoot {
  /** Toe joint, metres. */
  x: number;
  y: number;
  z: number;
  /** True if it stands on the ground. */
  stands: boolean;
}

/** Foot paths of a walk that is blended with standing, for several shares of a whole stride. */
interface ShortPaths {
  /** Paths for each of {@link STRIDE_LEVELS}, followed by those of the walk itself. */
  readonly levels: readonly Float32Array[];
  /** Height of the toe joint of a foot that stands, metres. */
  readonly standingHeight: number;
}

/** Samples the positions of feet in clips. Allocates nothing after its construction, but for the first short stride of each walk. */
export class FootSampler {
  readonly #clips: readonly PacedClip[];
  readonly #paths: Float32Array;
  /** For each frame, the number of frames until a foot starts or stops standing; the length of the clip if none does. */
  readonly #framesToChange: Uint16Array;
  readonly #poses: LocalPoses;
  readonly #limbs: Limbs;
  /** By the number of the walk. */
  readonly #short = new Map<number, ShortPaths>();
  /** As `locateFrame` writes them: of the newer clip at 0, and of the one that fades out at 3. */
  readonly #frames = new Float64Array(6);

  /** @param clips by the numbers that rows use, with the ground that each covers, metres a second */
  constructor(poses: LocalPoses, limbs: Limbs, clips: readonly PacedClip[]) {
    this.#clips = clips;
    this.#poses = poses;
    this.#limbs = limbs;
    this.#paths = measureFootPaths(poses, limbs, clips);
    this.#framesToChange = countFramesToChange(this.#paths, clips);
  }

  /** True if a clip covers no ground. */
  isStanding(clip: number): boolean {
    return this.#clips[clip].speed === 0;
  }

  /**
   * Finds the frames that {@link readNewer}, {@link readOlder} and {@link readShort} read, for both feet of a character.
   *
   * @param hasOlder whether the clip that fades out is read, too
   */
  locate(state: AnimationState, now: number, hasOlder: boolean): void {
    locateFrame(this.#clips[state.clip], (now - state.start) * state.speed, this.#frames, 0);
    if (!hasOlder) return;
    locateFrame(this.#clips[state.oldClip], (now - state.oldStart) * state.oldSpeed, this.#frames, 3);
  }

  /** Seconds until a foot starts or stops standing in the newer clip, at most the duration of that clip. */
  secondsToChange({ clip, speed }: AnimationState): number {
    const { duration, frameCount } = this.#clips[clip];
    const frames = this.#framesToChange[this.#frames[0]] - this.#frames[2];
    return (frames * duration) / (frameCount * speed);
  }

  /** A foot in the newer clip. */
  readNewer(foot: 0 | 1, target: SampledFoot): void {
    this.#read(0, foot, target);
  }

  /** A foot in the clip that fades out. */
  readOlder(foot: 0 | 1, target: SampledFoot): void {
    this.#read(3, foot, target);
  }

  /**
   * A foot in a walk that is blended with standing. The first call for a walk measures it.
   *
   * @param clip number of the walk
   * @param standing number of the other clip, which is the same in all calls
   * @param share of the walk
   * @returns how much too low the foot is, against as much of the walk's height above the ground; metres
   */
  readShort(clip: number, standing: number, foot: 0 | 1, share: number, target: SampledFoot): number {
    this.readNewer(foot, target);
    const short = this.#short.get(clip) ?? this.#measureShortStrides(clip, standing);
    const height = short.standingHeight + (target.y - short.standingHeight) * share;
    const { startFrame, frameCount } = this.#clips[clip];
    const frames = this.#frames;
    const a = (frames[0] - startFrame) * PATH_STRIDE + foot * PATH.foot;
    const b = ((frames[1] - startFrame) % frameCount) * PATH_STRIDE + foot * PATH.foot;
    const blend = frames[2];
    const at = levelAt(share);
    const below = short.levels[Math.floor(at)];
    const above = short.levels[Math.min(short.levels.length - 1, Math.floor(at) + 1)];
    const part = at - Math.floor(at);
    target.x = between(below, above, a, b, blend, part);
    target.y = between(below, above, a + 1, b + 1, blend, part);
    target.z = between(below, above, a + 2, b + 2, blend, part);
    return Math.max(0, height - target.y);
  }

  /** Metres at scale 1 that a clip that ends has covered by each of its frames. */
  groundCovered(clip: number): Float64Array {
    const { duration, frameCount } = this.#clips[clip];
    let covered = 0;
    return measureGroundSpeeds(this.#paths, this.#clips[clip]).map((speed, frame, speeds) => {
      if (frame > 0) covered += ((speeds[frame - 1] + speed) / 2) * (duration / frameCount);
      return covered;
    });
  }

  /** A foot so many seconds into a clip. */
  sampleClip(clip: number, seconds: number, foot: 0 | 1, target: SampledFoot): void {
    locateFrame(this.#clips[clip], seconds, this.#frames, 0);
    this.#read(0, foot, target);
  }

  /** Foot paths of a walk that is blended with standing; both are numbers of clips. */
  #measureShortStrides(walk: number, standing: number): ShortPaths {
    const { startFrame, frameCount } = this.#clips[walk];
    const first = startFrame * PATH_STRIDE;
    const whole = this.#paths.slice(first, first + frameCount * PATH_STRIDE);
    const levels = STRIDE_LEVELS.map((share) =>
      measureBlendedFootPaths(this.#poses, this.#limbs, this.#clips[walk], this.#clips[standing], share),
    );
    let standingHeight = Number.POSITIVE_INFINITY;
    for (let o = 1; o < whole.length; o += PATH.foot) standingHeight = Math.min(standingHeight, whole[o]);
    const short = { levels: [...levels, whole], standingHeight };
    this.#short.set(walk, short);
    return short;
  }

  #read(o: number, foot: 0 | 1, target: SampledFoot): void {
    const frames = this.#frames;
    const paths = this.#paths;
    const a = frames[o] * PATH_STRIDE + foot * PATH.foot;
    const b = frames[o + 1] * PATH_STRIDE + foot * PATH.foot;
    const blend = frames[o + 2];
    target.x = paths[a] + (paths[b] - paths[a]) * blend;
    target.y = paths[a + 1] + (paths[b + 1] - paths[a + 1]) * blend;
    target.z = paths[a + 2] + (paths[b + 2] - paths[a + 2]) * blend;
    target.stands = paths[a + PATH.stands] + paths[b + PATH.stands] === 2;
  }
}

/** @returns by frame, as the paths */
function countFramesToChange(paths: Float32Array, clips: readonly PacedClip[]): Uint16Array {
  const counts = new Uint16Array(paths.length / PATH_STRIDE);
  for (const { startFrame, frameCount } of clips) {
    // A foot stands between two frames where it does in both.
    const standing = Array.from({ length: frameCount }, (_, frame) => {
      const stands = (foot: number): boolean =>
        [frame, (frame + 1) % frameCount].every(
          (at) => paths[(startFrame + at) * PATH_STRIDE + foot * PATH.foot + PATH.stands] === 1,
        );
      return `${stands(0)} ${stands(1)}`;
    });
    for (let frame = 0; frame < frameCount; frame++) {
      let frames = 1;
      while (frames < frameCount && standing[(frame + frames) % frameCount] === standing[frame]) frames += 1;
      counts[startFrame + frame] = frames;
    }
  }
  return counts;
}

/** Between two frames of two levels. */
function between(
  below: Float32Array,
  above: Float32Array,
  a: number,
  b: number,
  blend: number,
  part: number,
): number {
  const lower = below[a] + (below[b] - below[a]) * blend;
  return lower + (above[a] + (above[b] - above[a]) * blend - lower) * part;
}

/** The number of a share's level, with fractions between levels. */
function levelAt(share: number): number {
  return Math.max(0, (share - STRIDE_LEVELS[0]) / (STRIDE_LEVELS[1] - STRIDE_LEVELS[0]));
}
