import { wrapAngle } from '../../math/index.js';
import { FRAME, FRAME_STATE, FRAME_STRIDE } from '../../simulate/index.js';
import {
  type CharacterTable,
  createAnimationState,
  fadeWeight,
  type LayerTable,
} from '../characters/index.js';
import type { FootRange } from './foot-range.js';
import type { FootSampler, SampledFoot } from './foot-sampler.js';

/** Metres above the crowd's plane of the ground at a point. */
export type GroundHeight = (x: number, z: number) => number;

/** What a foot does. */
const STATE = {
  /** Moves as its clip has it, and leaves behind what it was displaced by. */
  free: 0,
  /** Stands on its place, however the body moves. */
  planted: 1,
  /** Moves to where its clip has it, for somebody who stands. */
  stepping: 2,
} as const;

/** Over this time a foot that has left the ground comes back to where its clip has it, seconds. */
const RELEASE_SECONDS = 0.22;
/** A step on the spot takes this long, seconds, and is this high, metres. */
const STEP_SECONDS = 0.35;
const STEP_HEIGHT = 0.05;
/** A foot that leaves the ground while one clip fades into another is lifted by this much, metres. */
const FADE_HEIGHT = 0.05;
/** Who stands takes a step where a foot is this far, metres at scale 1, or radians, from where the clip has it … */
const STEP_DISTANCE = 0.08;
const STEP_YAW = 0.45;
/** … and who walks lifts a foot early that is this far away: a leg is no longer than that. */
const LONGEST_STRETCH = 0.45;
/** Farther from its place than this, a foot was set down elsewhere together with its owner, metres. */
const JUMP_DISTANCE = 1;
/** Feet are turned by this much at most, radians: farther, they turn about their toes. */
const MAX_YAW = 0.95;
/** The distance over which the slope under a foot is measured, metres, and the steepest that a foot follows. */
const SLOPE_SPAN = 0.1;
const MAX_TILT = 0.4;
/** About how far an ankle is behind the toe joint, metres at scale 1: uphill it stands so much lower. */
const ANKLE_BEHIND = 0.13;
/** How fast hips go down and up, a second. */
const HIPS_RATE = 20;

/** Numbers of a foot's state. */
const FOOT_STRIDE = 10;
const FOOT = {
  /** Where it stands, or where a step began, metres in the crowd's space; its heading then. */
  x: 0,
  z: 1,
  heading: 2,
  /** Of a foot that is free: how far it was from its clip when it left the ground; radians likewise. */
  awayX: 3,
  awayZ: 4,
  awayYaw: 5,
  /** Seconds since it left the ground, and how high it is lifted meanwhile, metres. */
  elapsed: 6,
  height: 7,
  /** x and z of the ground's normal under it, in the crowd's space. */
  normalX: 8,
  normalZ: 9,
} as const;

/** What {@link FootPlanting} goes on from. */
export interface FeetState {
  readonly states: Uint8Array;
  readonly feet: Float64Array;
  readonly clips: Int16Array;
  readonly hips: Float64Array;
  readonly isSettled: Uint8Array;
  readonly near: Uint32Array;
  readonly nearCount: number;
  readonly places: Float64Array;
}

/**
 * Keeps the feet of those who walk on their places: it decides on the CPU, from a table of where clips have feet, and
 * writes where each foot stands into the layer table; the legs are bent to it where poses are computed.
 *
 * Without it, a planted toe slides by 23 cm (95th percentile of random walks with turns and stops; 4 mm with it): phase
 * by distance holds the ground only for those who walk straight on. Not measured, and rejected: turning only while no
 * foot stands, which needs no inverse kinematics. The simulation turns people when their neighbours make them.
 */
export class FootPlanting {
  readonly #table: CharacterTable;
  readonly #layers: LayerTable;
  readonly #sampler: FootSampler;
  readonly #groundHeight: GroundHeight | undefined;
  #states: Uint8Array;
  #feet: Float64Array;
  /** Of each character: the newer clip, and how low the hips are. */
  #clips: Int16Array;
  #hips: Float64Array;
  /** 1 for each character whose feet both stand near enough to where the clip has them. */
  #isSettled: Uint8Array;
  /** Whose feet are followed until the next step, and how many they are. */
  #near: Uint32Array;
  #nearCount: number;
  /** Where each character was, x, z and heading: who stands as before needs nothing. */
  #places: Float64Array;
  readonly #animation = createAnimationState();
  readonly #newer: SampledFoot = { x: 0, y: 0, z: 0, stands: false };
  readonly #older: SampledFoot = { x: 0, y: 0, z: 0, stands: false };
  readonly #placement = { x: 0, z: 0, weight: 0, lift: 0, yaw: 0, tiltX: 0, tiltZ: 0 };

  /**
   * @param size number of characters to make room for at first
   * @param groundHeight undefined for even ground
   */
  constructor(
    table: CharacterTable,
    sampler: FootSampler,
    size: number,
    groundHeight: GroundHeight | undefined,
  ) {
    this.#table = table;
    this.#layers = table.useLayers();
    this.#sampler = sampler;
    this.#groundHeight = groundHeight;
    this.#states = new Uint8Array(2 * size);
    this.#feet = new Float64Array(2 * size * FOOT_STRIDE);
    this.#clips = new Int16Array(size).fill(-1);
    this.#hips = new Float64Array(size);
    this.#isSettled = new Uint8Array(size);
    // Everybody, until the first step.
    this.#near = Uint32Array.from({ length: size }, (_, i) => i);
    this.#nearCount = size;
    this.#places = new Float64Array(3 * size).fill(Number.NaN);
  }

  /**
   * Decides whose feet are followed from now on; the others' are left to their clips. To be called when a step was made:
   * in every frame it would be a loop over the whole crowd.
   *
   * @param current everybody, as a frame of the simulation
   * @param range whose feet are near enough to be worth it
   */
  choose(current: Float32Array, range: FootRange): void {
    const table = this.#table;
    const count = Math.min(current.length / FRAME_STRIDE, table.count);
    if (this.#clips.length < count) this.#grow(count);
    this.#nearCount = 0;
    for (let i = 0; i < count; i++) {
      const o = i * FRAME_STRIDE;
      if (current[o + FRAME.state] === FRAME_STATE.gone || table.isFree(i)) continue;
      const isNear = range.has(current[o + FRAME.x], current[o + FRAME.y], current[o + FRAME.z]);
      if (isNear) this.#near[this.#nearCount++] = i;
      else this.#leaveToClip(i);
    }
  }

  /**
   * Follows those who were chosen; rows say where they are at `now`.
   *
   * @param now crowd seconds
   * @param deltaSeconds since the last call, of the time that walkers walk by
   */
  follow(now: number, deltaSeconds: number): void {
    for (let k = 0; k < this.#nearCount; k++) {
      if (!this.#table.isFree(this.#near[k])) this.#update(this.#near[k], now, deltaSeconds);
    }
  }

  takeState(): FeetState {
    return {
      states: this.#states.slice(),
      feet: this.#feet.slice(),
      clips: this.#clips.slice(),
      hips: this.#hips.slice(),
      isSettled: this.#isSettled.slice(),
      near: this.#near.slice(),
      nearCount: this.#nearCount,
      places: this.#places.slice(),
    };
  }

  restoreState({ states, feet, clips, hips, isSettled, near, nearCount, places }: FeetState): void {
    this.#states = states.slice();
    this.#feet = feet.slice();
    this.#clips = clips.slice();
    this.#hips = hips.slice();
    this.#isSettled = isSettled.slice();
    this.#near = near.slice();
    this.#nearCount = nearCount;
    this.#places = places.slice();
  }

  /** Whether a foot is in the air for a step on the spot, which no clip knows of. */
  isStepping(i: number, foot: 0 | 1): boolean {
    return this.#states[2 * i + foot] === STATE.stepping;
  }

  #update(i: number, now: number, deltaSeconds: number): void {
    if (this.#standsAsBefore(i, now)) return;
    const state = this.#table.animation(i, this.#animation);
    const isNewClip = state.clip !== this.#clips[i];
    this.#clips[i] = state.clip;
    let drop = 0;
    this.#isSettled[i] = 1;
    for (const foot of [0, 1] as const) {
      const lift = this.#updateFoot(i, foot, now, deltaSeconds, isNewClip);
      drop = Math.max(drop, -lift);
    }
    if (!this.#groundHeight) return;
    const wanted = drop / this.#table.scale(i);
    this.#hips[i] += (wanted - this.#hips[i]) * Math.min(1, HIPS_RATE * deltaSeconds);
    this.#layers.setHips(i, this.#hips[i]);
  }

  /** Leaves both feet to the clip, as they are at first. */
  #leaveToClip(i: number): void {
    if (this.#clips[i] === -1) return;
    this.#clips[i] = -1;
    this.#places[3 * i] = Number.NaN;
    for (const foot of [0, 1] as const) {
      this.#states[2 * i + foot] = STATE.free;
      this.#feet[(2 * i + foot) * FOOT_STRIDE + FOOT.elapsed] = RELEASE_SECONDS;
      this.#layers.setFoot(i, foot, LEFT_TO_CLIP);
    }
    this.#hips[i] = 0;
    this.#layers.setHips(i, 0);
  }

  /** Whether both feet stand, and nothing has moved or changed that could move them. */
  #standsAsBefore(i: number, now: number): boolean {
    const table = this.#table;
    const state = table.animation(i, this.#animation);
    const x = table.x(i);
    const z = table.z(i);
    const heading = table.heading(i);
    const places = this.#places;
    const isSame = places[3 * i] === x && places[3 * i + 1] === z && places[3 * i + 2] === heading;
    places[3 * i] = x;
    places[3 * i + 1] = z;
    places[3 * i + 2] = heading;
    return (
      isSame &&
      this.#states[2 * i] === STATE.planted &&
      this.#states[2 * i + 1] === STATE.planted &&
      this.#clips[i] === state.clip &&
      this.#sampler.isStanding(state.clip) &&
      fadeWeight(state, now) === 1 &&
      this.#isSettled[i] === 1
    );
  }

  #grow(count: number): void {
    const grown = <T extends Uint8Array | Uint32Array | Float64Array | Int16Array>(target: T, old: T): T => {
      target.set(old);
      return target;
    };
    this.#states = grown(new Uint8Array(2 * count), this.#states);
    this.#feet = grown(new Float64Array(2 * count * FOOT_STRIDE), this.#feet);
    this.#clips = grown(new Int16Array(count).fill(-1), this.#clips);
    this.#hips = grown(new Float64Array(count), this.#hips);
    this.#isSettled = grown(new Uint8Array(count), this.#isSettled);
    this.#near = grown(new Uint32Array(count), this.#near);
    this.#places = grown(new Float64Array(3 * count).fill(Number.NaN), this.#places);
  }

  /** Returns how much higher than under the character the ground under foot and ankle is. */
  #updateFoot(i: number, foot: 0 | 1, now: number, deltaSeconds: number, isNewClip: boolean): number {
    const table = this.#table;
    const state = this.#animation;
    const feet = this.#feet;
    const o = (2 * i + foot) * FOOT_STRIDE;
    const x = table.x(i);
    const z = table.z(i);
    const heading = table.heading(i);
    const scale = table.scale(i);
    const sine = Math.sin(heading) * scale;
    const cosine = Math.cos(heading) * scale;
    const weight = fadeWeight(state, now);
    const { clip } = state;

    this.#sampler.sampleNewer(state, foot, now, this.#newer);
    const goalX = x + cosine * this.#newer.x + sine * this.#newer.z;
    const goalZ = z - sine * this.#newer.x + cosine * this.#newer.z;
    let clipX = goalX;
    let clipZ = goalZ;
    if (weight < 1) {
      this.#sampler.sampleOlder(state, foot, now, this.#older);
      const oldX = x + cosine * this.#older.x + sine * this.#older.z;
      const oldZ = z - sine * this.#older.x + cosine * this.#older.z;
      clipX = oldX + (goalX - oldX) * weight;
      clipZ = oldZ + (goalZ - oldZ) * weight;
    }
    const { stands } = this.#newer;
    const isStanding = this.#sampler.isStanding(clip);
    const at = 2 * i + foot;
    const awayX = feet[o + FOOT.x] - goalX;
    const awayZ = feet[o + FOOT.z] - goalZ;
    const isFar = Math.hypot(awayX, awayZ) > STEP_DISTANCE * scale;
    const isTurned = Math.abs(wrapAngle(heading - feet[o + FOOT.heading])) > STEP_YAW;
    if (isFar || isTurned || this.#states[at] !== STATE.planted) this.#isSettled[i] = 0;

    if (this.#states[at] === STATE.planted) {
      const farX = feet[o + FOOT.x] - clipX;
      const farZ = feet[o + FOOT.z] - clipZ;
      const far = Math.hypot(farX, farZ);
      if (far > JUMP_DISTANCE) this.#land(at, clipX, clipZ, heading);
      else if (!stands || (!isStanding && far > LONGEST_STRETCH * scale)) {
        this.#release(at, farX, farZ, feet[o + FOOT.heading] - heading, 1 - weight);
      } else if (isStanding && this.#states[2 * i + 1 - foot] === STATE.planted && (isFar || isTurned)) {
        this.#step(at);
      }
    } else if (this.#states[at] === STATE.free) {
      feet[o + FOOT.elapsed] += deltaSeconds;
      if (stands) {
        const left = releaseWeight(feet[o + FOOT.elapsed]);
        this.#land(
          at,
          clipX + left * feet[o + FOOT.awayX],
          clipZ + left * feet[o + FOOT.awayZ],
          heading + left * feet[o + FOOT.awayYaw],
        );
        if (isStanding && isNewClip && weight < 1) this.#step(at);
      }
    } else {
      feet[o + FOOT.elapsed] += deltaSeconds;
      const done = smoothstep(feet[o + FOOT.elapsed] / STEP_SECONDS);
      if (!isStanding && !stands) {
        const shownX = feet[o + FOOT.x] + (goalX - feet[o + FOOT.x]) * done;
        const shownZ = feet[o + FOOT.z] + (goalZ - feet[o + FOOT.z]) * done;
        const yaw = wrapAngle(feet[o + FOOT.heading] - heading) * (1 - done);
        this.#release(at, shownX - clipX, shownZ - clipZ, yaw, 1 - weight);
      } else if (done === 1) this.#land(at, goalX, goalZ, heading);
    }
    return this.#write(i, foot, clipX, clipZ, goalX, goalZ, heading);
  }

  #land(at: number, x: number, z: number, heading: number): void {
    const o = at * FOOT_STRIDE;
    this.#states[at] = STATE.planted;
    this.#feet[o + FOOT.x] = x;
    this.#feet[o + FOOT.z] = z;
    this.#feet[o + FOOT.heading] = heading;
    this.#feet[o + FOOT.height] = 0;
  }

  #release(at: number, awayX: number, awayZ: number, awayYaw: number, fading: number): void {
    const o = at * FOOT_STRIDE;
    this.#states[at] = STATE.free;
    this.#feet[o + FOOT.awayX] = awayX;
    this.#feet[o + FOOT.awayZ] = awayZ;
    this.#feet[o + FOOT.awayYaw] = clamp(wrapAngle(awayYaw), MAX_YAW);
    this.#feet[o + FOOT.elapsed] = 0;
    const away = Math.hypot(awayX, awayZ);
    this.#feet[o + FOOT.height] = Math.max(fading * FADE_HEIGHT, Math.min(STEP_HEIGHT, away));
  }

  #step(at: number): void {
    const o = at * FOOT_STRIDE;
    this.#states[at] = STATE.stepping;
    this.#feet[o + FOOT.elapsed] = 0;
    this.#feet[o + FOOT.height] = STEP_HEIGHT;
  }

  #write(
    i: number,
    foot: 0 | 1,
    clipX: number,
    clipZ: number,
    goalX: number,
    goalZ: number,
    heading: number,
  ): number {
    const at = 2 * i + foot;
    const o = at * FOOT_STRIDE;
    const feet = this.#feet;
    const placement = this.#placement;
    const state = this.#states[at];
    if (state === STATE.free) {
      const left = releaseWeight(feet[o + FOOT.elapsed]);
      placement.x = clipX + feet[o + FOOT.awayX];
      placement.z = clipZ + feet[o + FOOT.awayZ];
      placement.weight = left;
      placement.yaw = feet[o + FOOT.awayYaw] * left;
      placement.lift = feet[o + FOOT.height] * arch(feet[o + FOOT.elapsed] / RELEASE_SECONDS);
      if (left === 0) placement.x = placement.z = 0;
    } else {
      const done = state === STATE.stepping ? smoothstep(feet[o + FOOT.elapsed] / STEP_SECONDS) : 0;
      placement.x = feet[o + FOOT.x] + (goalX - feet[o + FOOT.x]) * done;
      placement.z = feet[o + FOOT.z] + (goalZ - feet[o + FOOT.z]) * done;
      placement.weight = 1;
      placement.yaw = clamp(wrapAngle(feet[o + FOOT.heading] - heading) * (1 - done), MAX_YAW);
      placement.lift = done > 0 ? feet[o + FOOT.height] * arch(feet[o + FOOT.elapsed] / STEP_SECONDS) : 0;
    }
    const rise = this.#groundHeight ? this.#followGround(i, o, clipX, clipZ, heading) : 0;
    this.#layers.setFoot(i, foot, placement);
    return rise;
  }

  /** Lifts and tilts the foot like the ground under it, and returns how much higher the ankle stands for it. */
  #followGround(i: number, o: number, clipX: number, clipZ: number, heading: number): number {
    const groundHeight = this.#groundHeight as GroundHeight;
    const feet = this.#feet;
    const placement = this.#placement;
    const x = clipX + (placement.x - clipX) * placement.weight;
    const z = clipZ + (placement.z - clipZ) * placement.weight;
    const height = groundHeight(x, z);
    const slopeX = (groundHeight(x + SLOPE_SPAN, z) - height) / SLOPE_SPAN;
    const slopeZ = (groundHeight(x, z + SLOPE_SPAN) - height) / SLOPE_SPAN;
    const length = Math.hypot(slopeX, 1, slopeZ);
    feet[o + FOOT.normalX] = -slopeX / length;
    feet[o + FOOT.normalZ] = -slopeZ / length;
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    placement.tiltX = clamp(cosine * feet[o + FOOT.normalX] - sine * feet[o + FOOT.normalZ], MAX_TILT);
    placement.tiltZ = clamp(sine * feet[o + FOOT.normalX] + cosine * feet[o + FOOT.normalZ], MAX_TILT);
    const rise = height - this.#table.y(i);
    placement.lift += rise;
    return rise + ANKLE_BEHIND * this.#table.scale(i) * Math.min(0, placement.tiltZ);
  }
}

/** A foot that its clip moves alone. */
const LEFT_TO_CLIP = { x: 0, z: 0, weight: 0, lift: 0, yaw: 0, tiltX: 0, tiltZ: 0 };

/** How much of its displacement a foot still has, so long after it left the ground. */
function releaseWeight(seconds: number): number {
  return 1 - smoothstep(seconds / RELEASE_SECONDS);
}

function smoothstep(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return k * k * (3 - 2 * k);
}

/** Up and down again between 0 and 1, steep at both ends, so that a foot does not graze the ground. */
function arch(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return 4 * k * (1 - k);
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
