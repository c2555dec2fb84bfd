import { AnimationClip, type Object3D } from 'three';
import { CrowdError } from '../../errors/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import { type Clip, locateFrame } from '../../rig/index.js';
import { toAnimationClip } from './animation-clips.js';

/** A clip as a clone's mixer plays it. */
export interface CloneClip {
  /** Two of the same, since a mixer plays a clip once at a time and a fade may go from a clip to itself. */
  readonly animations: readonly [newer: AnimationClip, older: AnimationClip];
  /** The animation's own time, seconds, `seconds` after the clip's start. */
  timeAt(seconds: number): number;
}

/** The clips by the numbers that rows use, made when first played. */
export class CloneClips {
  readonly #infos: readonly ClipInfo[];
  readonly #clips: readonly (Clip | undefined)[];
  readonly #scene: Object3D;
  readonly #made: CloneClip[] = [];

  /**
   * @param infos each clip as it is, then each with its looping turned round
   * @param clips the same without the second half; undefined where there is none to play
   */
  constructor(infos: readonly ClipInfo[], clips: readonly (Clip | undefined)[], scene: Object3D) {
    this.#infos = infos;
    this.#clips = clips;
    this.#scene = scene;
  }

  /** True if a clip was loaded and can be played. */
  has(number: number): boolean {
    return this.#clips[number % this.#clips.length] !== undefined;
  }

  get(number: number): CloneClip {
    this.#made[number] ??= this.#make(number);
    return this.#made[number];
  }

  #make(number: number): CloneClip {
    const info = this.#infos[number];
    const original = number % this.#clips.length;
    const clip = this.#clips[original];
    if (!clip) throw new CrowdError(`The clip "${info.name}" was not loaded, so no clone can play it.`);
    // The baker's rule: a loop's frames lead up to its first, any other clip's up to its last.
    const steps = this.#infos[original].loop ? info.frameCount : Math.max(1, info.frameCount - 1);
    const secondsAFrame = clip.duration / steps;
    const closes = info.loop && !this.#infos[original].loop && info.frameCount > 1;
    const animation = toAnimationClip(
      clip,
      this.#scene,
      closes ? info.frameCount * secondsAFrame : undefined,
    );
    const frames = [0, 0, 0];
    // The mixer holds steps itself.
    const blended = { ...info, isStepped: false };
    return {
      animations: [animation, new AnimationClip(animation.name, animation.duration, animation.tracks)],
      timeAt: (seconds) => {
        locateFrame(blended, seconds, frames, 0);
        return (frames[0] - info.startFrame + frames[2]) * secondsAFrame;
      },
    };
  }
}
