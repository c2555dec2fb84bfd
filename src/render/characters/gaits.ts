import type { ClipRegistry } from './clip-registry.js';

/** Gaits, each with a clip of its own. */
export const GAIT = { standing: 0, walking: 1, jogging: 2, stopping: 3 } as const;

/** A gait's clip, and the ground that it covers at playback speed 1 and scale 1, metres a second. */
export interface GaitClip {
  readonly name: string;
  /** Number of the clip; −1 where the crowd has none that can be played. */
  readonly clip: number;
  readonly speed: number;
}

/** Start of `walk_stop` for one phase of the walk. */
export interface StopEntry {
  /** Clip seconds at which the feet are as in the walk at that phase. */
  readonly seconds: number;
  /** Remaining distance of the clip from there, metres at scale 1, and its duration, seconds. */
  readonly distance: number;
  readonly walkingSeconds: number;
}

/** The clip of agents that come to a stop. */
export interface StopClip {
  readonly clip: number;
  /** Clip seconds at which it reaches its last frame. */
  readonly seconds: number;
  /** For phases of the walk, evenly spaced from 0 on. */
  readonly entries: readonly StopEntry[];
}

/** Range of the distance of `walk_stop` within which it starts, in multiples of the agent's braking distance. */
export const STOP_SHARES = { least: 0.55, most: 2.5 } as const;
/** Least speed at which `walk_stop` starts, as a share of the walk's speed. */
export const STOP_SPEED_SHARE = 0.4;
/** Limits of the playback speed of `walk_stop`, which is chosen so that clip and agent stop together; and the agent's last speed, metres a second. */
export const STOP_PLAYBACK = { slowest: 0.6, fastest: 1.6 } as const;
export const STOP_LAST_SPEED = 0.14;

/** Speed below which agents take shorter steps, as a share of the walk's speed. */
export const WHOLE_STRIDE_ABOVE = 0.8;
/** Shortest step, as a share of a whole stride. */
export const SHORTEST_STRIDE = 0.5;
/** Shares of a whole stride, beside 1, for which the positions of the feet are stored; evenly spaced. */
export const STRIDE_LEVELS = [0.5, 0.75] as const;
/** Resolution of shares of a stride, and their largest change in a step of the simulation, in units of 1 / `STRIDE_PARTS`. */
export const STRIDE_PARTS = 256;
export const STRIDE_PARTS_A_STEP = 8;
/** Duration of a fade whose weights stay constant, seconds. A power of two, which a row stores exactly. */
export const FROZEN_FADE_SECONDS = 2 ** 20;

/** Fade between gaits, seconds. */
export const FADE_SECONDS = { toStand: 0.35, toWalk: 0.25, toStop: 0.2 } as const;

/** Steps that an agent stands before the idle starts, so that a short halt does not start and stop it. */
export const STEPS_BEFORE_IDLE = 2;

/** Shares of the way from the walk's speed to the jog's: above the first an agent jogs, below the second it walks again. */
export const JOG_ABOVE = 0.55;
export const WALK_BELOW = 0.35;

/** Speed of a clip that stands, since a row of the character table cannot store 0. */
export const SLOWEST_PLAYBACK = 1e-6;

/** The clips that characters walk and jog with. */
export class GaitClips {
  readonly walk: GaitClip;
  readonly jog: GaitClip;
  /** By `walk_clip`. */
  readonly #ownWalks = new Map<string, GaitClip>();
  readonly #find: (name: string) => GaitClip;

  /** @param groundSpeed of a clip, metres a second at scale 1 */
  constructor(clips: ClipRegistry, groundSpeed: (clip: number) => number) {
    this.#find = (name) => {
      const clip = clips.tryFind(name);
      const speed = clip === undefined ? 0 : groundSpeed(clip);
      return clip !== undefined && speed > 0 ? { name, clip, speed } : { name, clip: -1, speed: 0 };
    };
    this.walk = this.#find('walk');
    this.jog = this.#find('jog');
  }

  /** The clip of a `walk_clip`; `walk` for none, and for one that the crowd lacks or that covers no ground. */
  walkNamed(name: string | undefined): GaitClip {
    if (name === undefined) return this.walk;
    const own = this.#ownWalks.get(name) ?? this.#find(name);
    this.#ownWalks.set(name, own);
    return own.clip < 0 ? this.walk : own;
  }
}
