import { CrowdError } from '../../errors/index.js';
import type { ClipName } from '../../protocol/index.js';
import type { ClipRegistry, LoopMode } from './clip-registry.js';

/** Name of a clip of the interface, or of any other clip in the bone texture. */
export type ClipId = ClipName | (string & {});

/** Playback options of a clip. */
export interface SetClipOptions {
  /**
   * Seconds over which it fades in while the present clip fades out, both playing on, with the weights of three's
   * `crossFadeTo`; 0 or more.
   *
   * @default 0
   */
  readonly fade?: number;
  /**
   * Playback speed, 0 or more; 1 is the clip's own, 0 holds the pose.
   *
   * @default 1
   */
  readonly speed?: number;
  /**
   * The phase at which it begins: a fraction of its length, 0 to 1, or `keep` for the phase of the clip before.
   *
   * @default 0 for a clip that ends, `keep` for a loop after a loop, and the character's own `phase` for any other loop,
   *   so that the characters of a crowd do not move in step
   */
  readonly at?: number | 'keep';
  /**
   * True if it repeats.
   *
   * @default 'clip'
   */
  readonly loop?: LoopMode;
  /**
   * Clip that follows when this one ends; null to hold the last frame.
   *
   * @default motion's choice in a crowd that walks; in others the character's own idle after `walk_stop`, null after others
   */
  readonly next?: ClipId | NextClip | null;
}

/** A clip that follows another, with its options. A clip given by its name alone fades in over 0.3 s. */
export interface NextClip extends SetClipOptions {
  /** Name of the clip. */
  readonly clip: ClipId;
}

/** Checked {@link SetClipOptions}, with the clip's number. */
export interface ClipRequest {
  readonly clip: number;
  readonly fade: number;
  readonly speed: number;
  readonly at: number | 'keep' | undefined;
  /**
   * Clip that follows: `idle` for the character's own idle, `lastFrame` to hold that frame; undefined if not given, so that
   * motion, if any, continues.
   */
  readonly next: ClipRequest | 'idle' | 'lastFrame' | undefined;
}

/** Duration for which a clip that the user set keeps motion from playing another one. */
export const HOLD = {
  /** No time: motion plays the clip for the speed. */
  none: 0,
  /** Until it ends. */
  untilEnd: 1,
  /** Until the user returns the clips to motion. */
  lasting: 2,
} as const;

/** Fade of a clip that follows another and is given by its name alone, seconds. */
export const NEXT_FADE = 0.3;

/**
 * Checks a request and the clips that follow.
 *
 * @throws {UnknownClipError} for a clip that does not exist
 * @throws {CrowdError} for invalid options
 */
export function resolveRequest(clip: ClipId, options: SetClipOptions, clips: ClipRegistry): ClipRequest {
  const { fade = 0, speed = 1, at, loop = 'clip', next } = options;
  if (!(fade >= 0 && Number.isFinite(fade))) {
    throw new CrowdError(`fade is ${fade}; give seconds, 0 or more.`);
  }
  checkSpeed(speed);
  if (at !== undefined && at !== 'keep' && !(at >= 0 && at <= 1)) {
    throw new CrowdError(`at is ${at}; give a fraction of the clip, 0 to 1, or 'keep'.`);
  }
  if (loop !== 'clip' && loop !== 'repeat' && loop !== 'once') {
    throw new CrowdError(`loop is "${String(loop)}"; give 'clip', 'repeat' or 'once'.`);
  }
  const number = clips.find(clip, loop);
  return { clip: number, fade, speed, at, next: resolveNext(clip, clips.infos[number].loop, next, clips) };
}

/**
 * Duration for which a request holds, one of {@link HOLD}.
 *
 * @param isGait returns true for a gait, which motion may replace
 * @param isUsual likewise for a loop that follows a clip that ends; also true for the idle
 */
export function holdOf(
  { clip, next }: ClipRequest,
  clips: ClipRegistry,
  isGait: (clip: number) => boolean,
  isUsual: (clip: number) => boolean,
): number {
  if (clips.infos[clip].loop) return isGait(clip) ? HOLD.none : HOLD.lasting;
  if (next === 'lastFrame') return HOLD.lasting;
  if (next === undefined || next === 'idle') return HOLD.untilEnd;
  return Math.max(HOLD.untilEnd, holdOf(next, clips, isUsual, isUsual));
}

/** @throws {CrowdError} for a negative speed, or one that is not finite */
export function checkSpeed(speed: number): void {
  if (!(speed >= 0 && Number.isFinite(speed))) throw new CrowdError(`speed is ${speed}; give 0 or more.`);
}

function resolveNext(
  clip: ClipId,
  repeats: boolean,
  next: SetClipOptions['next'],
  clips: ClipRegistry,
): ClipRequest['next'] {
  if (next === undefined) return clip === 'walk_stop' && !repeats ? 'idle' : undefined;
  if (next === null) return 'lastFrame';
  if (repeats) {
    throw new CrowdError(
      `The clip "${clip}" repeats, so that no clip can follow it. Give loop: 'once', or leave \`next\` out.`,
    );
  }
  return typeof next === 'string'
    ? resolveRequest(next, { fade: NEXT_FADE }, clips)
    : resolveRequest(next.clip, next, clips);
}
