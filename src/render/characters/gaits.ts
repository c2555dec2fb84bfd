import type { ClipRegistry } from './clip-registry.js';

/** How someone moves, each with a clip of its own. */
export const GAIT = { standing: 0, walking: 1, jogging: 2 } as const;

/** A gait's clip, and the ground that it covers at playback speed 1 and scale 1, metres a second. */
export interface GaitClip {
  readonly name: string;
  /** Number of the clip; −1 where the crowd has none that can be played. */
  readonly clip: number;
  readonly speed: number;
}

/** Seconds over which one gait fades into the other. */
export const FADE_SECONDS = { toStand: 0.35, toWalk: 0.25 } as const;

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
