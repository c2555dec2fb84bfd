import { resized } from '../../math/index.js';
import {
  arch,
  type FootRelease,
  MOST_YAW,
  RELEASE_SECONDS,
  releaseWeight,
  type ShownFoot,
  smoothstep,
} from '../../render/characters/index.js';
import type { FootGoal } from './foot-goal.js';

/** State of a foot. */
export const FOOT_STATE = {
  /** Moves with its clip, while its offset from the clip fades out. */
  free: 0,
  /** Stands in its place, however the body moves. */
  planted: 1,
  /** Steps to the place in its clip, of a standing character. */
  stepping: 2,
} as const;

/** Duration of a step on the spot, seconds. */
const FOOTSTEP_SECONDS = 0.35;
/** Height of a step on the spot, metres. */
const STEP_HEIGHT = 0.05;
/** Lift of a foot that leaves the ground while one clip fades into another, metres. */
const FADE_HEIGHT = 0.05;
/** Seconds after which a lifted foot is about two centimetres above the ground. */
const RISE_SECONDS = 0.03;

/** Sines up to this one, of 17 degrees, belong to small angles. */
const SMALL_SINE = 0.3;

/** Numbers of a foot. */
const FOOT_STRIDE = 9;
const FOOT = {
  /**
   * Place of a planted foot, or the start of a step, metres in the crowd's space, and the sine and cosine of its
   * heading there.
   */
  x: 0,
  z: 1,
  sine: 2,
  cosine: 3,
  /** Offset of a free foot from its clip when it left the ground, metres and radians. */
  awayX: 4,
  awayZ: 5,
  awayYaw: 6,
  /** Seconds since it left the ground, and its lift, metres. */
  elapsed: 7,
  height: 8,
} as const;

/** Return of a foot to its clip; an output parameter. */
export type ReleasedFoot = { -readonly [K in keyof FootRelease]: FootRelease[K] };

/** Saved state of {@link FootStates}. */
export interface FootStatesCopy {
  readonly states: Uint8Array;
  readonly feet: Float64Array;
}

/** States and positions of all feet of a crowd. Foot f of character i has the index 2i + f. */
export class FootStates {
  #states: Uint8Array;
  #feet: Float64Array;

  /** @param size number of characters */
  constructor(size: number) {
    this.#states = new Uint8Array(2 * size);
    this.#feet = new Float64Array(2 * size * FOOT_STRIDE);
  }

  grow(size: number): void {
    this.#states = resized(this.#states, 2 * size);
    this.#feet = resized(this.#feet, 2 * size * FOOT_STRIDE);
  }

  takeState(): FootStatesCopy {
    return { states: this.#states.slice(), feet: this.#feet.slice() };
  }

  restoreState({ states, feet }: FootStatesCopy): void {
    this.#states = states.slice();
    this.#feet = feet.slice();
  }

  /** One of {@link FOOT_STATE}. */
  stateOf(at: number): number {
    return this.#states[at];
  }

  /** True if a foot stands, or is exactly where its clip has it. */
  rests(at: number): boolean {
    const state = this.#states[at];
    if (state === FOOT_STATE.planted) return true;
    return state === FOOT_STATE.free && this.#feet[at * FOOT_STRIDE + FOOT.elapsed] >= RELEASE_SECONDS;
  }

  /** True while a foot returns to its clip. */
  isReleased(at: number): boolean {
    return (
      this.#states[at] === FOOT_STATE.free && this.#feet[at * FOOT_STRIDE + FOOT.elapsed] < RELEASE_SECONDS
    );
  }

  /** True while a foot moves close to the ground: it has just left it, or takes a step on the spot. */
  isLow(at: number): boolean {
    const state = this.#states[at];
    if (state === FOOT_STATE.stepping) return true;
    return state === FOOT_STATE.free && this.#feet[at * FOOT_STRIDE + FOOT.elapsed] < RISE_SECONDS;
  }

  /** Metres along X from a point to where a foot was put down. */
  fromX(x: number, at: number): number {
    return this.#feet[at * FOOT_STRIDE + FOOT.x] - x;
  }

  /** Metres along Z likewise. */
  fromZ(z: number, at: number): number {
    return this.#feet[at * FOOT_STRIDE + FOOT.z] - z;
  }

  /** Radians from its owner's heading to the one that a foot was put down with, −π to π. */
  fromHeading({ sine, cosine }: FootGoal, at: number): number {
    const o = at * FOOT_STRIDE;
    const feet = this.#feet;
    const sin = feet[o + FOOT.sine] * cosine - feet[o + FOOT.cosine] * sine;
    const cos = feet[o + FOOT.cosine] * cosine + feet[o + FOOT.sine] * sine;
    // The first terms of the arcsine are good to 2e-4 there, and are what most feet need.
    if (cos > 0 && Math.abs(sin) < SMALL_SINE) return sin + (sin * sin * sin) / 6;
    return Math.atan2(sin, cos);
  }

  /** Advances the time of a foot off the ground. */
  advance(at: number, deltaSeconds: number): void {
    this.#feet[at * FOOT_STRIDE + FOOT.elapsed] += deltaSeconds;
  }

  /** Progress of a step on the spot, 0 to 1. */
  stepShareOf(at: number): number {
    return smoothstep(this.#feet[at * FOOT_STRIDE + FOOT.elapsed] / FOOTSTEP_SECONDS);
  }

  /** Returns a foot to its clip, the initial state. */
  leave(at: number): void {
    this.#states[at] = FOOT_STATE.free;
    this.#feet[at * FOOT_STRIDE + FOOT.elapsed] = RELEASE_SECONDS;
  }

  /** Puts a foot down, at its clip plus the rest of its offset. */
  landFreely(at: number, goal: FootGoal): void {
    const o = at * FOOT_STRIDE;
    const feet = this.#feet;
    const left = releaseWeight(feet[o + FOOT.elapsed]);
    const x = goal.clipX + left * feet[o + FOOT.awayX];
    const z = goal.clipZ + left * feet[o + FOOT.awayZ];
    this.land(at, x, z, goal, left * feet[o + FOOT.awayYaw]);
  }

  /** Puts a foot down, turned away by `yaw` from its owner's heading; radians. */
  land(at: number, x: number, z: number, { sine, cosine }: FootGoal, yaw = 0): void {
    const o = at * FOOT_STRIDE;
    this.#states[at] = FOOT_STATE.planted;
    this.#feet[o + FOOT.x] = x;
    this.#feet[o + FOOT.z] = z;
    this.#feet[o + FOOT.sine] = sine * Math.cos(yaw) + cosine * Math.sin(yaw);
    this.#feet[o + FOOT.cosine] = cosine * Math.cos(yaw) - sine * Math.sin(yaw);
    this.#feet[o + FOOT.height] = 0;
  }

  /**
   * Lifts a foot, which returns to its clip.
   *
   * @param fading weight of the older clip
   */
  release(at: number, awayX: number, awayZ: number, awayYaw: number, fading: number): void {
    const o = at * FOOT_STRIDE;
    this.#states[at] = FOOT_STATE.free;
    this.#feet[o + FOOT.awayX] = awayX;
    this.#feet[o + FOOT.awayZ] = awayZ;
    this.#feet[o + FOOT.awayYaw] = clamp(awayYaw, MOST_YAW);
    this.#feet[o + FOOT.elapsed] = 0;
    const away = Math.sqrt(awayX * awayX + awayZ * awayZ);
    this.#feet[o + FOOT.height] = Math.max(fading * FADE_HEIGHT, Math.min(STEP_HEIGHT, away));
  }

  /** Begins a step on the spot. */
  step(at: number): void {
    const o = at * FOOT_STRIDE;
    this.#states[at] = FOOT_STATE.stepping;
    this.#feet[o + FOOT.elapsed] = 0;
    this.#feet[o + FOOT.height] = STEP_HEIGHT;
  }

  /** Writes the return of a foot that {@link isReleased}, without `lift`; `now` is in crowd seconds. */
  placeReleased(at: number, now: number, out: ReleasedFoot): void {
    const o = at * FOOT_STRIDE;
    const feet = this.#feet;
    out.x = feet[o + FOOT.awayX];
    out.z = feet[o + FOOT.awayZ];
    out.yaw = feet[o + FOOT.awayYaw];
    out.rise = feet[o + FOOT.height];
    out.start = now - feet[o + FOOT.elapsed];
  }

  /** Writes the place at which a foot is shown. */
  place(at: number, goal: FootGoal, out: ShownFoot): void {
    const o = at * FOOT_STRIDE;
    const feet = this.#feet;
    if (this.#states[at] === FOOT_STATE.free) {
      const left = releaseWeight(feet[o + FOOT.elapsed]);
      out.isPlaced = false;
      out.x = feet[o + FOOT.awayX] * left;
      out.z = feet[o + FOOT.awayZ] * left;
      out.yaw = feet[o + FOOT.awayYaw] * left;
      out.lift = feet[o + FOOT.height] * arch(feet[o + FOOT.elapsed] / RELEASE_SECONDS);
      return;
    }
    out.isPlaced = true;
    out.x = feet[o + FOOT.x];
    out.z = feet[o + FOOT.z];
    out.sine = feet[o + FOOT.sine];
    out.cosine = feet[o + FOOT.cosine];
    out.lift = 0;
    if (this.#states[at] === FOOT_STATE.planted) return;
    const done = this.stepShareOf(at);
    const yaw = this.fromHeading(goal, at) * (1 - done);
    out.x += (goal.x - out.x) * done;
    out.z += (goal.z - out.z) * done;
    out.sine = goal.sine * Math.cos(yaw) + goal.cosine * Math.sin(yaw);
    out.cosine = goal.cosine * Math.cos(yaw) - goal.sine * Math.sin(yaw);
    out.lift = feet[o + FOOT.height] * arch(feet[o + FOOT.elapsed] / FOOTSTEP_SECONDS);
  }
}

/** Limits a value to −most to most. */
export function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
