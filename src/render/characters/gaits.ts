import type { ClipRegistry } from './clip-registry.js';

/** How someone moves, each with a clip of its own. */
export const GAIT = { standing: 0, walking: 1, jogging: 2, stopping: 3 } as const;

/** A gait's clip, and the ground that it covers at playback speed 1 and scale 1, metres a second. */
export interface GaitClip {
  readonly name: string;
  /** Number of the clip; −1 where the crowd has none that can be played. */
  readonly clip: number;
  readonly speed: number;
}

/** Where `walk_stop` can be begun by somebody whose walk is at one phase. */
export interface StopEntry {
  /** Seconds into the clip at which feet are as they are in the walk then. */
  readonly seconds: number;
  /** Metres at scale 1 that the clip still covers from there, and seconds that this takes. */
  readonly distance: number;
  readonly walkingSeconds: number;
}

/** The clip of those who come to a stop. */
export interface StopClip {
  /** Number of the clip. */
  readonly clip: number;
  /** Clip seconds at which it reaches its last frame. */
  readonly seconds: number;
  /** For phases of the walk, evenly spaced from 0 on. */
  readonly entries: readonly StopEntry[];
}

/**
 * `walk_stop` is begun where it covers no less and no more ground than these shares of the way on which somebody comes to a
 * stop, …
 */
export const STOP_SHARES = { least: 0.55, most: 2.5 } as const;
/** … by those who are at least so fast, as a share of the walk's speed. */
export const STOP_SPEED_SHARE = 0.4;
/** It is played so much slower or faster that both come to an end together: up to this speed, metres a second. */
export const STOP_PLAYBACK = { slowest: 0.6, fastest: 1.6 } as const;
export const STOP_LAST_SPEED = 0.14;

/** Who walks slower than this share of the walk's speed takes shorter steps … */
export const WHOLE_STRIDE_ABOVE = 0.8;
/** … down to this share of a whole stride. */
export const SHORTEST_STRIDE = 0.5;
/** Shares of the walk at which it is known where feet are; evenly spaced, up to the whole walk. */
export const STRIDE_LEVELS = [0.5, 0.75] as const;
/** Shares of a stride are multiples of one over this, and change by so many of them a step of the simulation at most. */
export const STRIDE_PARTS = 256;
export const STRIDE_PARTS_A_STEP = 8;
/**
 * A fade that takes so long, seconds, stands still: both of its clips are shown with the weights that they have. A power of
 * two, which a row holds exactly.
 */
export const HELD_FADE_SECONDS = 2 ** 20;

/** Seconds over which one gait fades into the other. */
export const FADE_SECONDS = { toStand: 0.35, toWalk: 0.25, toStop: 0.2 } as const;

/** Steps that someone stands before the idle begins, so that a short halt does not start and stop it. */
export const STEPS_BEFORE_IDLE = 2;

/** Someone jogs from this part of the way between the speeds of the two clips on, and walks again below the other. */
export const JOG_ABOVE = 0.55;
export const WALK_BELOW = 0.35;

/** Speed of a clip that stands: a row of the character table has no place for a speed of 0. */
export const SLOWEST_PLAYBACK = 1e-6;

/** @param groundSpeed of a clip, metres a second at scale 1 */
export function gaitClip(name: string, clips: ClipRegistry, groundSpeed: (clip: number) => number): GaitClip {
  const clip = clips.tryFind(name);
  const speed = clip === undefined ? 0 : groundSpeed(clip);
  return clip !== undefined && speed > 0 ? { name, clip, speed } : { name, clip: -1, speed: 0 };
}
