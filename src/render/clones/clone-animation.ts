import { type AnimationAction, type AnimationClip, AnimationMixer, type Object3D } from 'three';
import { type AnimationState, fadeWeight } from '../characters/index.js';
import type { CloneClip, CloneClips } from './clone-clips.js';
import { replaceAction } from './three-internals.js';

/** Plays the animation of a character's row on a real skeleton, with three's own mixer. */
export class CloneAnimation {
  readonly mixer: AnimationMixer;
  readonly #root: Object3D;
  readonly #clips: CloneClips;
  /** The clip being played, and the one it fades from. */
  readonly #actions: [newer: AnimationAction | undefined, older: AnimationAction | undefined] = [
    undefined,
    undefined,
  ];

  constructor(root: Object3D, clips: CloneClips) {
    this.#root = root;
    this.mixer = new AnimationMixer(root);
    this.#clips = clips;
  }

  /**
   * Poses the skeleton as an instance is posed at the same time. Times and weights are set, never advanced, so that a
   * character keeps its phase when it becomes a hero, and back.
   *
   * @param deltaSeconds by which other actions of the mixer advance
   */
  pose(state: AnimationState, build: number, seconds: number, deltaSeconds = 0): void {
    const weight = fadeWeight(state, seconds);
    this.#play(0, this.#clips.get(state.clip, build), (seconds - state.start) * state.speed, weight);
    if (weight < 1) {
      const time = (seconds - state.oldStart) * state.oldSpeed;
      this.#play(1, this.#clips.get(state.oldClip, build), time, 1 - weight);
    } else this.#change(1, undefined);
    this.mixer.update(deltaSeconds);
  }

  dispose(): void {
    this.mixer.stopAllAction();
    this.mixer.uncacheRoot(this.#root);
  }

  #play(index: 0 | 1, clip: CloneClip, seconds: number, weight: number): void {
    const action = this.#change(index, clip.animations[index]) as AnimationAction;
    action.time = clip.timeAt(seconds);
    action.setEffectiveWeight(weight);
  }

  #change(index: 0 | 1, animation: AnimationClip | undefined): AnimationAction | undefined {
    const old = this.#actions[index];
    if (old?.getClip() === animation) return old;
    const action = animation && this.mixer.clipAction(animation);
    this.#actions[index] = action;
    replaceAction(old, action);
    return action;
  }
}
