import {
  type Limbs,
  type LocalPoses,
  locateFrame,
  measureFootPaths,
  measureGroundSpeeds,
  PATH,
  PATH_STRIDE,
  type PacedClip,
} from '../../rig/index.js';
import type { AnimationState } from '../characters/index.js';

/** Where a clip has a foot, in the character's space at scale 1. */
export interface SampledFoot {
  /** Of the toe joint, metres. */
  x: number;
  y: number;
  z: number;
  /** Whether it stands on the ground. */
  stands: boolean;
}

/** Reads where feet are in a character's clips. Allocates nothing after its construction. */
export class FootSampler {
  readonly #clips: readonly PacedClip[];
  readonly #paths: Float32Array;
  readonly #frames = new Float64Array(3);

  /** @param clips by the numbers that rows use, with the ground that each covers, metres a second */
  constructor(poses: LocalPoses, limbs: Limbs, clips: readonly PacedClip[]) {
    this.#clips = clips;
    this.#paths = measureFootPaths(poses, limbs, clips);
  }

  /** Whether a clip covers no ground. */
  isStanding(clip: number): boolean {
    return this.#clips[clip].speed === 0;
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
    this.#sample(clip, seconds, foot, target);
  }

  /** A foot in the newer clip. */
  sampleNewer(state: AnimationState, foot: 0 | 1, now: number, target: SampledFoot): void {
    this.#sample(state.clip, (now - state.start) * state.speed, foot, target);
  }

  /** A foot in the clip that fades out. */
  sampleOlder(state: AnimationState, foot: 0 | 1, now: number, target: SampledFoot): void {
    this.#sample(state.oldClip, (now - state.oldStart) * state.oldSpeed, foot, target);
  }

  #sample(clip: number, seconds: number, foot: 0 | 1, target: SampledFoot): void {
    const frames = this.#frames;
    const paths = this.#paths;
    locateFrame(this.#clips[clip], seconds, frames, 0);
    const a = frames[0] * PATH_STRIDE + foot * PATH.foot;
    const b = frames[1] * PATH_STRIDE + foot * PATH.foot;
    const blend = frames[2];
    target.x = paths[a] + (paths[b] - paths[a]) * blend;
    target.y = paths[a + 1] + (paths[b + 1] - paths[a + 1]) * blend;
    target.z = paths[a + 2] + (paths[b + 2] - paths[a + 2]) * blend;
    target.stands = paths[a + PATH.stands] + paths[b + PATH.stands] === 2;
  }
}
