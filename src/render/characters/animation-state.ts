import type { ClipInfo } from '../../protocol/index.js';

export interface Playback {
  readonly clip: number;
  /** Crowd seconds at which the clip was at its beginning. */
  readonly start: number;
  /** Clip seconds per crowd second; above 0. */
  readonly speed: number;
}

/**
 * The animation of a character, as its row stores it: the clip that plays or fades in, and the one that fades out. All
 * times are crowd seconds.
 */
export interface AnimationState {
  clip: number;
  start: number;
  speed: number;
  oldClip: number;
  oldStart: number;
  oldSpeed: number;
  fadeStart: number;
  /** Duration of the fade; 0 without a fade. */
  fadeSeconds: number;
}

/**
 * Stored in place of a speed of 0: the clip moves by a thousandth of a second in eleven days. A row stores no time within
 * the clip, only start and speed, so a held pose is a very slow clip that started long ago.
 */
export const STILL_SPEED = 1e-9;

export function createAnimationState(): AnimationState {
  return { clip: 0, start: 0, speed: 1, oldClip: 0, oldStart: 0, oldSpeed: 1, fadeStart: 0, fadeSeconds: 0 };
}

/** Weight of the newer clip, 0 to 1: linear over the fade, as in three's `crossFadeTo`. */
export function fadeWeight({ fadeStart, fadeSeconds }: AnimationState, now: number): number {
  return fadeSeconds > 0 ? Math.min(1, Math.max(0, (now - fadeStart) / fadeSeconds)) : 1;
}

/** Position within the newer clip, as a fraction of its length: 0 to 1, below 1 for a loop. */
export function clipPhase(
  { start, speed }: AnimationState,
  { duration, loop }: ClipInfo,
  now: number,
): number {
  const loops = ((now - start) * speed) / duration;
  return loop ? loops - Math.floor(loops) : Math.min(1, Math.max(0, loops));
}

/** Clip seconds at which a clip that does not loop ends: at the frame that its last one leads to, or at the last one. */
export function secondsToEnd({ duration, frameCount, end }: ClipInfo): number {
  return end ? duration : (duration * (frameCount - 1)) / frameCount;
}

export function cutTo(state: AnimationState, next: Playback): void {
  state.clip = state.oldClip = next.clip;
  state.start = state.oldStart = next.start;
  state.speed = state.oldSpeed = next.speed;
  state.fadeStart = state.fadeSeconds = 0;
}

/** Fades from the newer clip to `next`. A fade that is still running ends at once. */
export function fadeTo(state: AnimationState, next: Playback, now: number, seconds: number): void {
  state.oldClip = state.clip;
  state.oldStart = state.start;
  state.oldSpeed = state.speed;
  state.clip = next.clip;
  state.start = next.start;
  state.speed = next.speed;
  state.fadeStart = now;
  state.fadeSeconds = seconds;
}

/**
 * Reverses a running fade: back to the older clip from its present weight.
 *
 * @param seconds that a fade over the whole weight takes
 */
export function reverseFade(state: AnimationState, now: number, seconds: number): void {
  const weight = fadeWeight(state, now);
  const { oldClip, oldStart, oldSpeed } = state;
  fadeTo(state, { clip: oldClip, start: oldStart, speed: oldSpeed }, now - (1 - weight) * seconds, seconds);
}

/** Ends a running fade within `seconds`, from its present weight. Returns the remaining seconds. */
export function shortenFade(state: AnimationState, now: number, seconds: number): number {
  const weight = fadeWeight(state, now);
  const left = (1 - weight) * state.fadeSeconds;
  if (left <= seconds) return left;
  state.fadeSeconds = seconds / (1 - weight);
  state.fadeStart = now - weight * state.fadeSeconds;
  return seconds;
}

/** Changes the newer clip's speed; its phase goes on from where it is. */
export function changeSpeed(state: AnimationState, speed: number, now: number): void {
  state.start = now - ((now - state.start) * state.speed) / speed;
  state.speed = speed;
}

/**
 * Moves the clock back by `seconds`, and the starts of loops forward to where the present loop began. The pose stays as
 * it is.
 *
 * @param now the clock before it is moved
 */
export function rebaseAnimation(
  state: AnimationState,
  now: number,
  seconds: number,
  clips: readonly ClipInfo[],
): void {
  if (fadeWeight(state, now) === 1) state.fadeSeconds = 0;
  state.start = now - seconds - secondsIntoLoop(now - state.start, state.speed, clips[state.clip]);
  state.oldStart =
    now - seconds - secondsIntoLoop(now - state.oldStart, state.oldSpeed, clips[state.oldClip]);
  state.fadeStart -= seconds;
}

/** Seconds since the present loop began; all seconds for a clip that does not loop. */
function secondsIntoLoop(elapsed: number, speed: number, { duration, loop }: ClipInfo): number {
  const loopSeconds = duration / speed;
  return loop ? elapsed - loopSeconds * Math.floor(elapsed / loopSeconds) : elapsed;
}
