import { type AnimationAction, type AnimationClip, AnimationMixer, type Object3D } from 'three';
import type { ClipInfo } from '../../protocol/index.js';

/** One character with a real skeleton, played by three's own mixer. */
export class ClonedCharacter {
  readonly root: Object3D;
  readonly #mixer: AnimationMixer;
  readonly #action: AnimationAction;
  readonly #info: ClipInfo;
  readonly #start: number;
  readonly #speed: number;

  constructor(root: Object3D, clip: AnimationClip, info: ClipInfo, start: number, speed: number) {
    this.root = root;
    this.#mixer = new AnimationMixer(root);
    this.#action = this.#mixer.clipAction(clip).play();
    this.#info = info;
    this.#start = start;
    this.#speed = speed;
  }

  /**
   * Poses the character as the instanced tier does at the same moment: the time is set, never advanced, so that a
   * character keeps its phase across a change of tier.
   */
  setTime(seconds: number): void {
    const turns = ((seconds - this.#start) * this.#speed) / this.#info.duration;
    const fraction = this.#info.loop ? turns - Math.floor(turns) : Math.min(1, Math.max(0, turns));
    this.#action.time = fraction * this.#action.getClip().duration;
    this.#mixer.update(0);
  }

  dispose(): void {
    this.#mixer.stopAllAction();
    this.#mixer.uncacheRoot(this.root);
  }
}
