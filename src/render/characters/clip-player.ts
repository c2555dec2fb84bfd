import {
  type AnimationState,
  changeSpeed,
  clipPhase,
  createAnimationState,
  cutTo,
  fadeTo,
  fadeWeight,
  reverseFade,
  STILL_SPEED,
  secondsToEnd,
  shortenFade,
} from './animation-state.js';
import type { CharacterTable } from './character-table.js';
import type { ClipRegistry } from './clip-registry.js';
import { type ClipRequest, NEXT_FADE } from './clip-request.js';
import { type Timed, TimeQueue } from './time-queue.js';

/** Clips of each character, from its response. */
export interface PlaybackDefaults {
  /** Initial phase of its loops, 0 to 1. */
  phase(i: number): number;
  /** Number of its idle clip; undefined where there is none. */
  idle(i: number): number | undefined;
}

/**
 * A scheduled event of a character: the start of a clip that waits for the end of the running fade, or the end of the
 * present clip with the clip that follows; undefined to hold the last frame.
 */
type PendingClip =
  | { readonly isAskedFor: true; readonly request: ClipRequest }
  | { readonly isAskedFor: false; readonly request: ClipRequest['next'] };

/** Called when a character's clip has reached its last frame; the clip that follows, if any, plays already. */
export type OnFinished = (character: number, clip: number) => void;

/** State of a player beside the rows: plain data. */
export interface PlayerState {
  readonly pending: readonly Timed<PendingClip>[];
  readonly rebased: number;
}

/** Clip of a character, now or after the running fade. */
export interface PlayState {
  readonly clip: number;
  readonly phase: number;
  readonly speed: number;
  /** Weight of the clip during its fade, 0 to 1. */
  readonly weight: number;
}

/** Fraction of a new fade's duration in which the running fade that it interrupts ends. */
const INTERRUPTED_FRACTION = 0.5;

/**
 * Plays clips: writes the animation of each character into the character table, and schedules clips that start later.
 *
 * A row stores two clips, so a fade cannot start during another one. A request during a fade neither jumps nor takes
 * longer than requested. A fade back to the clip that is fading out reverses the running fade. For any other clip, the
 * running fade first ends within half the requested seconds, and the new fade takes the rest. A clip without a fade starts
 * at once.
 */
export class ClipPlayer {
  readonly #table: CharacterTable;
  readonly #clips: ClipRegistry;
  readonly #defaults: PlaybackDefaults;
  readonly #pending = new TimeQueue<PendingClip>();
  readonly #scratch = createAnimationState();
  /** Seconds by which the crowd's clock was moved back so far; the times in the queue are not moved. */
  #rebased = 0;

  constructor(table: CharacterTable, clips: ClipRegistry, defaults: PlaybackDefaults) {
    this.#table = table;
    this.#clips = clips;
    this.#defaults = defaults;
  }

  /** Schedules the end of the clip in a character's row, which the caller has written. */
  begin(i: number): void {
    const state = this.#table.animation(i, this.#scratch);
    if (!this.#clips.infos[state.clip].loop) this.#setEnd(i, state, undefined);
  }

  /**
   * Plays a clip now, or as soon as the running fade has ended.
   *
   * @param now crowd seconds
   */
  play(i: number, request: ClipRequest, now: number): void {
    this.#pending.delete(i);
    const state = this.#table.animation(i, this.#scratch);
    const isFading = fadeWeight(state, now) < 1;
    if (request.fade > 0 && this.#continues(request, state.clip)) {
      changeSpeed(state, request.speed || STILL_SPEED, now);
      this.#table.setAnimation(i, state);
    } else if (request.fade > 0 && isFading && this.#continues(request, state.oldClip)) {
      reverseFade(state, now, request.fade);
      changeSpeed(state, request.speed || STILL_SPEED, now);
      this.#table.setAnimation(i, state);
    } else if (request.fade > 0 && isFading) {
      const seconds = shortenFade(state, now, request.fade * INTERRUPTED_FRACTION);
      this.#table.setAnimation(i, state);
      const rest = { ...request, fade: request.fade - seconds };
      this.#pending.set(i, now + seconds + this.#rebased, { request: rest, isAskedFor: true });
    } else {
      this.#start(i, request, now);
    }
  }

  /** Changes the speed of the clip that plays or fades in; its phase goes on from where it is. */
  setPlaybackSpeed(i: number, speed: number, now: number): void {
    const pending = this.#pending.get(i);
    if (pending?.value.isAskedFor) {
      const request = { ...pending.value.request, speed };
      this.#pending.set(i, pending.time, { request, isAskedFor: true });
      return;
    }
    const state = this.#table.animation(i, this.#scratch);
    changeSpeed(state, speed || STILL_SPEED, now);
    this.#table.setAnimation(i, state);
    if (pending) this.#setEnd(i, state, pending.value.request, now);
  }

  /** Starts the clips that are due at `now`, each at its exact time. */
  advance(now: number, onFinished?: OnFinished): void {
    const until = now + this.#rebased;
    for (let due = this.#pending.takeDue(until); due; due = this.#pending.takeDue(until)) {
      const { id, value } = due;
      const time = due.time - this.#rebased;
      if (value.isAskedFor) {
        this.#start(id, value.request, time);
        continue;
      }
      const { clip } = this.#table.animation(id, this.#scratch);
      const next = value.request && this.#resolve(id, value.request);
      if (next) this.play(id, next, time);
      // Last, so that a listener may give the character another clip than the one that follows.
      onFinished?.(id, clip);
    }
  }

  /** Moves the clock back by `seconds`. `now` is the clock before that. */
  rebase(now: number, seconds: number): void {
    this.#table.rebase(now, seconds, this.#clips.infos);
    this.#rebased += seconds;
  }

  /** Cancels the scheduled clip of a character. */
  forget(i: number): void {
    this.#pending.delete(i);
  }

  takeState(): PlayerState {
    return { pending: this.#pending.list(), rebased: this.#rebased };
  }

  restoreState({ pending, rebased }: PlayerState): void {
    this.#pending.replace(pending);
    this.#rebased = rebased;
  }

  /** Clip of a character at `now`. */
  state(i: number, now: number): PlayState {
    const state = this.#table.animation(i, this.#scratch);
    const pending = this.#pending.get(i)?.value;
    if (pending?.isAskedFor) {
      const { clip, speed } = pending.request;
      return { clip, phase: this.#phase(i, pending.request, state, now), speed, weight: 0 };
    }
    return {
      clip: state.clip,
      phase: clipPhase(state, this.#clips.infos[state.clip], now),
      speed: state.speed > STILL_SPEED ? state.speed : 0,
      weight: fadeWeight(state, now),
    };
  }

  /** True if a request is for the loop `playing` and keeps its phase. */
  #continues({ clip, at }: ClipRequest, playing: number): boolean {
    return clip === playing && this.#clips.infos[clip].loop && typeof at !== 'number';
  }

  #start(i: number, request: ClipRequest, now: number): void {
    const state = this.#table.animation(i, this.#scratch);
    const { duration } = this.#clips.infos[request.clip];
    const speed = request.speed || STILL_SPEED;
    const start = now - (this.#phase(i, request, state, now) * duration) / speed;
    const playback = { clip: request.clip, start, speed };
    if (request.fade > 0) fadeTo(state, playback, now, request.fade);
    else cutTo(state, playback);
    this.#table.setAnimation(i, state);
    if (!this.#clips.infos[request.clip].loop) this.#setEnd(i, state, request.next, now);
  }

  /** Schedules the end of the present clip and the clip that follows; no sooner than `now`. */
  #setEnd(i: number, state: AnimationState, request: ClipRequest['next'], now = state.start): void {
    const end = state.start + secondsToEnd(this.#clips.infos[state.clip]) / state.speed;
    this.#pending.set(i, Math.max(now, end) + this.#rebased, { request, isAskedFor: false });
  }

  #phase(i: number, { clip, at }: ClipRequest, state: AnimationState, now: number): number {
    const { infos } = this.#clips;
    if (typeof at === 'number') return at;
    if (at === 'keep' || (infos[clip].loop && infos[state.clip].loop)) {
      return clipPhase(state, infos[state.clip], now);
    }
    return infos[clip].loop ? this.#defaults.phase(i) : 0;
  }

  #resolve(i: number, request: NonNullable<ClipRequest['next']>): ClipRequest | undefined {
    if (request === 'lastFrame') return undefined;
    if (request !== 'idle') return request;
    const clip = this.#defaults.idle(i);
    return clip === undefined
      ? undefined
      : { clip, fade: NEXT_FADE, speed: 1, at: undefined, next: undefined };
  }
}
