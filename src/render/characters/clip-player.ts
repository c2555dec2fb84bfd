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
  secondsToLastFrame,
  shortenFade,
} from './animation-state.js';
import type { CharacterTable } from './character-table.js';
import type { ClipRegistry } from './clip-registry.js';
import { type ClipRequest, NEXT_FADE } from './clip-request.js';
import { TimeQueue } from './time-queue.js';

/** What a character does when it is told nothing else. */
export interface PlaybackDefaults {
  /** 0 to 1. */
  phase(i: number): number;
  /** Number of its idle, where there is one. */
  idle(i: number): number | undefined;
}

/** What is to be played later: asked for already and waiting for a running fade to end, or after a clip's end. */
type PendingClip =
  | { readonly isAskedFor: true; readonly request: ClipRequest }
  | { readonly isAskedFor: false; readonly request: NonNullable<ClipRequest['next']> };

/** What a character plays, or is about to: `clip` by its number. */
export interface PlayState {
  readonly clip: number;
  /** Fraction of the clip's length. */
  readonly phase: number;
  readonly speed: number;
  /** Weight of the clip against the one it fades from. */
  readonly weight: number;
}

/** Share of a new fade that the end of the one it interrupts may take. */
const INTERRUPTED_FRACTION = 0.5;

/**
 * Writes who plays what into the character table, and keeps what is to follow.
 *
 * A row knows two clips, so a fade can't start in the middle of another. What is asked for then neither jumps nor takes
 * longer than it would have: turning back to the clip that is being left turns the fade round; for any other clip, the
 * running fade is first brought to its end, within half the seconds asked for, and the new one takes the rest. A cut (no
 * seconds at all) cuts.
 */
export class ClipPlayer {
  readonly #table: CharacterTable;
  readonly #clips: ClipRegistry;
  readonly #habits: PlaybackDefaults;
  readonly #later = new TimeQueue<PendingClip>();
  readonly #motion = createAnimationState();
  /** Seconds that the crowd's clock was moved back by so far; the queue's times are not. */
  #rebased = 0;

  constructor(table: CharacterTable, clips: ClipRegistry, habits: PlaybackDefaults) {
    this.#table = table;
    this.#clips = clips;
    this.#habits = habits;
  }

  /** Characters that something is to happen to. */
  get waiting(): number {
    return this.#later.size;
  }

  /** @param now crowd seconds */
  play(i: number, request: ClipRequest, now: number): void {
    this.#later.delete(i);
    const motion = this.#table.motion(i, this.#motion);
    const isFading = fadeWeight(motion, now) < 1;
    if (request.fade > 0 && this.#goesOn(request, motion.clip)) {
      changeSpeed(motion, request.speed || STILL_SPEED, now);
      this.#table.setAnimation(i, motion);
    } else if (request.fade > 0 && isFading && this.#goesOn(request, motion.oldClip)) {
      reverseFade(motion, now, request.fade);
      changeSpeed(motion, request.speed || STILL_SPEED, now);
      this.#table.setAnimation(i, motion);
    } else if (request.fade > 0 && isFading) {
      const seconds = shortenFade(motion, now, request.fade * INTERRUPTED_FRACTION);
      this.#table.setAnimation(i, motion);
      const rest = { ...request, fade: request.fade - seconds };
      this.#later.set(i, now + seconds + this.#rebased, { request: rest, isAskedFor: true });
    } else {
      this.#start(i, request, now);
    }
  }

  /** Changes the speed of what is played, or faded into; its phase goes on. */
  setSpeed(i: number, speed: number, now: number): void {
    const later = this.#later.get(i);
    if (later?.value.isAskedFor) {
      const request = { ...later.value.request, speed };
      this.#later.set(i, later.time, { request, isAskedFor: true });
      return;
    }
    const motion = this.#table.motion(i, this.#motion);
    changeSpeed(motion, speed || STILL_SPEED, now);
    this.#table.setAnimation(i, motion);
    if (later) this.#follow(i, motion, later.value.request, now);
  }

  /** Starts what was to start by `now`, at the very time it was to. */
  advance(now: number): void {
    const until = now + this.#rebased;
    for (let due = this.#later.takeDue(until); due; due = this.#later.takeDue(until)) {
      const request = this.#resolve(due.id, due.value.request);
      const time = due.time - this.#rebased;
      if (!request) continue;
      if (due.value.isAskedFor) this.#start(due.id, request, time);
      else this.play(due.id, request, time);
    }
  }

  /** Moves the clock back by `seconds`; `now` is the clock before. */
  rebase(now: number, seconds: number): void {
    this.#table.rebase(now, seconds, this.#clips.infos);
    this.#rebased += seconds;
  }

  /** Forgets what was to happen to a character. */
  forget(i: number): void {
    this.#later.delete(i);
  }

  state(i: number, now: number): PlayState {
    const motion = this.#table.motion(i, this.#motion);
    const later = this.#later.get(i)?.value;
    if (later?.isAskedFor) {
      const { clip, speed } = later.request;
      return { clip, phase: this.#phase(i, later.request, motion, now), speed, weight: 0 };
    }
    return {
      clip: motion.clip,
      phase: clipPhase(motion, this.#clips.infos[motion.clip], now),
      speed: motion.speed > STILL_SPEED ? motion.speed : 0,
      weight: fadeWeight(motion, now),
    };
  }

  /** Whether a request is for a loop that plays already and may go on as it is. */
  #goesOn({ clip, at }: ClipRequest, playing: number): boolean {
    return clip === playing && this.#clips.infos[clip].loop && typeof at !== 'number';
  }

  #start(i: number, request: ClipRequest, now: number): void {
    const motion = this.#table.motion(i, this.#motion);
    const { duration } = this.#clips.infos[request.clip];
    const speed = request.speed || STILL_SPEED;
    const start = now - (this.#phase(i, request, motion, now) * duration) / speed;
    const playback = { clip: request.clip, start, speed };
    if (request.fade > 0) fadeTo(motion, playback, now, request.fade);
    else cutTo(motion, playback);
    this.#table.setAnimation(i, motion);
    if (request.next) this.#follow(i, motion, request.next, now);
  }

  /** Puts down what follows the clip being played. */
  #follow(i: number, motion: AnimationState, request: NonNullable<ClipRequest['next']>, now: number): void {
    const end = motion.start + secondsToLastFrame(this.#clips.infos[motion.clip]) / motion.speed;
    this.#later.set(i, Math.max(now, end) + this.#rebased, { request, isAskedFor: false });
  }

  #phase(i: number, { clip, at }: ClipRequest, motion: AnimationState, now: number): number {
    const { infos } = this.#clips;
    if (typeof at === 'number') return at;
    if (at === 'keep' || (infos[clip].loop && infos[motion.clip].loop)) {
      return clipPhase(motion, infos[motion.clip], now);
    }
    return infos[clip].loop ? this.#habits.phase(i) : 0;
  }

  #resolve(i: number, request: NonNullable<ClipRequest['next']>): ClipRequest | undefined {
    if (request !== 'idle') return request;
    const clip = this.#habits.idle(i);
    return clip === undefined
      ? undefined
      : { clip, fade: NEXT_FADE, speed: 1, at: undefined, next: undefined };
  }
}
