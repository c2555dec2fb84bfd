import type { ClipInfo } from '../../protocol/index.js';

/** A clip being played. */
export interface Playback {
  /** Number of the clip. */
  readonly clip: number;
  /** Crowd seconds at which it stood at its beginning. */
  readonly start: number;
  /** Clip seconds a crowd second; above 0. */
  readonly speed: number;
}

/** What a row says about animation: a clip, and the one it fades from. All times are crowd seconds. */
export interface AnimationState {
  clip: number;
  start: number;
  speed: number;
  oldClip: number;
  oldStart: number;
  oldSpeed: number;
  fadeStart: number;
  /** 0 where nothing fades. */
  fadeSeconds: number;
}

/**
 * The speed that stands for none: a thousandth of a second in eleven days. A row has no place for a clip's time beside
 * its start and speed, so what holds its pose plays very slowly and started long ago.
 */
export const STILL_SPEED = 1e-9;

export function createAnimationState(): AnimationState {
  return { clip: 0, start: 0, speed: 1, oldClip: 0, oldStart: 0, oldSpeed: 1, fadeStart: 0, fadeSeconds: 0 };
}

/** Weight of the newer clip, 0 to 1, as three's `crossFadeTo` has it: linear over the fade. */
export function fadeWeight({ fadeStart, fadeSeconds }: AnimationState, now: number): number {
  return fadeSeconds > 0 ? Math.min(1, Math.max(0, (now - fadeStart) / fadeSeconds)) : 1;
}

/** Where the newer clip stands, as a fraction of its length: 0 to 1, below 1 for a loop. */
export function clipPhase(
  { start, speed }: AnimationState,
  { duration, loop }: ClipInfo,
  now: number,
): number {
  const turns = ((now - start) * speed) / duration;
  return loop ? turns - Math.floor(turns) : Math.min(1, Math.max(0, turns));
}

/** Clip seconds after which a clip that does not loop stands at its last frame. */
export function secondsToLastFrame({ duration, frameCount }: ClipInfo): number {
  return (duration * (frameCount - 1)) / frameCount;
}

/** Plays `next` and nothing else. */
export function cutTo(motion: AnimationState, next: Playback): void {
  motion.clip = motion.oldClip = next.clip;
  motion.start = motion.oldStart = next.start;
  motion.speed = motion.oldSpeed = next.speed;
  motion.fadeStart = motion.fadeSeconds = 0;
}

/** Fades from the newer clip to `next`. Whatever that one was still fading from is gone at once. */
export function fadeTo(motion: AnimationState, next: Playback, now: number, seconds: number): void {
  motion.oldClip = motion.clip;
  motion.oldStart = motion.start;
  motion.oldSpeed = motion.speed;
  motion.clip = next.clip;
  motion.start = next.start;
  motion.speed = next.speed;
  motion.fadeStart = now;
  motion.fadeSeconds = seconds;
}

/** Turns a running fade round: back to the older clip from its present weight, `seconds` for the whole way. */
export function reverseFade(motion: AnimationState, now: number, seconds: number): void {
  const share = fadeWeight(motion, now);
  const { oldClip, oldStart, oldSpeed } = motion;
  fadeTo(motion, { clip: oldClip, start: oldStart, speed: oldSpeed }, now - (1 - share) * seconds, seconds);
}

/** Ends a running fade within `seconds`, going on from its present weight. Returns the seconds it still takes. */
export function shortenFade(motion: AnimationState, now: number, seconds: number): number {
  const share = fadeWeight(motion, now);
  const left = (1 - share) * motion.fadeSeconds;
  if (left <= seconds) return left;
  motion.fadeSeconds = seconds / (1 - share);
  motion.fadeStart = now - share * motion.fadeSeconds;
  return seconds;
}

/** Changes the newer clip's speed; it goes on from where it stands. */
export function changeSpeed(motion: AnimationState, speed: number, now: number): void {
  motion.start = now - ((now - motion.start) * motion.speed) / speed;
  motion.speed = speed;
}

/**
 * Moves the clock back by `seconds` and looping starts into the last turn of their loop. The pose stays as it is.
 *
 * @param now the clock before it is moved
 */
export function rebaseAnimation(
  motion: AnimationState,
  now: number,
  seconds: number,
  clips: readonly ClipInfo[],
): void {
  if (fadeWeight(motion, now) === 1) motion.fadeSeconds = 0;
  motion.start = now - seconds - secondsIntoLoop(now - motion.start, motion.speed, clips[motion.clip]);
  motion.oldStart =
    now - seconds - secondsIntoLoop(now - motion.oldStart, motion.oldSpeed, clips[motion.oldClip]);
  motion.fadeStart -= seconds;
}

/** Seconds since a loop last began; all seconds where there is no loop. */
function secondsIntoLoop(elapsed: number, speed: number, { duration, loop }: ClipInfo): number {
  const turn = duration / speed;
  return loop ? elapsed - turn * Math.floor(elapsed / turn) : elapsed;
}
