import { resized } from '../../math/index.js';
import {
  type CharacterTable,
  createAnimationState,
  createShownFoot,
  fadeWeight,
  type LayerTable,
} from '../../render/characters/index.js';
import type { PictureRange } from '../../render/poses/picture-range.js';
import { FRAME, FRAME_STATE, FRAME_STRIDE, frameState } from '../../simulate/index.js';
import type { SteadyGround } from '../ground.js';
import { FootGoal } from './foot-goal.js';
import { followGround } from './foot-ground.js';
import type { FootSampler } from './foot-sampler.js';
import { FOOT_STATE, FootStates, type FootStatesCopy } from './foot-states.js';
import { NearFeet, type NearFeetState } from './near-feet.js';

/** A standing character takes a step if a foot is this far from its clip, metres at scale 1, or radians … */
const STEP_DISTANCE = 0.08;
const STEP_YAW = 0.45;
/** … and a walking one lifts a foot early at this distance, the length of a leg. */
const LONGEST_STRETCH = 0.45;
/** Interval at which far characters are checked again, in steps: they are found a twentieth of a second late at most. */
const FAR_CHOICES = 2;
/** Farther from its place than this, a foot was set down elsewhere together with its owner, metres. */
const JUMP_DISTANCE = 1;
/** About how far an ankle is behind the toe joint, metres at scale 1: uphill it stands so much lower. */
const ANKLE_BEHIND = 0.13;
/** Rate at which hips move, per second. */
const HIPS_RATE = 20;
const FEET = [0, 1] as const;

/** Saved state of {@link FootPlanting}. */
export interface FeetState extends FootStatesCopy, NearFeetState {
  readonly clips: Int16Array;
  readonly hips: Float64Array;
  readonly isSettled: Uint8Array;
  readonly places: Float64Array;
  readonly timeScale: number;
}

/**
 * Keeps the feet of walking characters in their places. It decides on the CPU, from a table of where clips have feet,
 * and writes the place of each foot into the layer table; legs are bent to it where poses are computed.
 *
 * Notes: without it, a planted toe slides by 23 cm (95th percentile of random walks with turns and stops), with it by 4
 * mm: the phase by distance holds the ground only in a straight line. Most records are written only when a foot is
 * lifted or put down: of 354 near characters among 5,000 walkers, 87 are updated in a frame. Rejected, not measured:
 * turning only while no foot stands, since neighbours make people turn.
 */
export class FootPlanting {
  readonly #table: CharacterTable;
  readonly #layers: LayerTable;
  readonly #sampler: FootSampler;
  readonly #groundHeight: SteadyGround | undefined;
  readonly #feet: FootStates;
  readonly #goal: FootGoal;
  readonly #near: NearFeet;
  /** By character: the newer clip, and how low the hips are. */
  #clips: Int16Array;
  #hips: Float64Array;
  /** By foot: height of the ground above that under the character, metres. */
  #rises: Float32Array;
  /** 1 for each character whose feet both stand near enough to where the clip has them. */
  #isSettled: Uint8Array;
  /**
   * By character: x, z, sine and cosine of the heading at the last update. A standing character that has not moved
   * needs none.
   */
  #places: Float64Array;
  /** Simulated seconds a crowd second. */
  #timeScale = 1;
  readonly #animation = createAnimationState();
  readonly #placement = createShownFoot();
  readonly #release = { x: 0, z: 0, yaw: 0, lift: 0, rise: 0, start: 0 };

  /**
   * @param size number of characters to make room for at first
   * @param groundHeight undefined for even ground
   */
  constructor(
    table: CharacterTable,
    sampler: FootSampler,
    size: number,
    groundHeight: SteadyGround | undefined,
  ) {
    this.#table = table;
    this.#layers = table.useLayers();
    this.#sampler = sampler;
    this.#groundHeight = groundHeight;
    this.#feet = new FootStates(size);
    this.#goal = new FootGoal(table, sampler);
    // All characters, until the first step.
    this.#near = new NearFeet(size);
    this.#clips = new Int16Array(size).fill(-1);
    this.#hips = new Float64Array(size);
    this.#rises = new Float32Array(2 * size);
    this.#isSettled = new Uint8Array(size);
    this.#places = new Float64Array(4 * size).fill(Number.NaN);
  }

  /**
   * Chooses the characters whose feet are updated from now on; the clips move all other feet. Call it after a step: in
   * every frame it would be a loop over the whole crowd.
   *
   * @param current states of all characters, as a frame of the simulation
   * @param range how near characters are to a camera
   * @param turn another whole number in each step, one after the other
   */
  choose(current: Float32Array, range: PictureRange, turn: number): void {
    const table = this.#table;
    const count = Math.min(current.length / FRAME_STRIDE, table.count);
    if (this.#clips.length < count) this.#grow(count);
    this.#near.clear();
    for (let i = 0; i < count; i++) {
      const isFar = this.#clips[i] === -1 && this.#near.isFar(i);
      if (isFar && (i + turn) % FAR_CHOICES !== 0) continue;
      const o = i * FRAME_STRIDE;
      const closeness = range.closeness(current[o + FRAME.x], current[o + FRAME.y], current[o + FRAME.z]);
      // The most frequent case: not near before, and not now.
      if (closeness === 0 && isFar) continue;
      if (frameState(current, i) === FRAME_STATE.gone || table.isFree(i)) continue;
      this.#near.choose(i, closeness);
      if (closeness === 0) this.#leaveToClip(i);
      // With another clip, the feet no longer rest.
      else if (table.clip(i) !== this.#clips[i]) this.#near.setMoving(i, true);
    }
  }

  /** Height of the ground under a foot above that under its character, metres. */
  groundRise(i: number, foot: 0 | 1): number {
    return this.#rises[2 * i + foot] ?? 0;
  }

  /** True while a character's feet are planted. */
  keeps(i: number): boolean {
    return i < this.#clips.length && this.#clips[i] !== -1;
  }

  /**
   * Updates the feet of the chosen characters, whose rows say where they are at `now`.
   *
   * @param now crowd seconds
   * @param deltaSeconds since the last call
   * @param timeScale simulated seconds per crowd second
   */
  follow(now: number, deltaSeconds: number, timeScale: number): void {
    const near = this.#near;
    const isNewTimeScale = timeScale !== this.#timeScale;
    this.#timeScale = timeScale;
    for (let n = 0; n < near.count; n++) {
      const i = near.person(n);
      // Feet return to their clips by the clock of the crowd.
      if (isNewTimeScale) near.setMoving(i, true);
      const seconds = near.takeSeconds(i, deltaSeconds * timeScale);
      if (seconds >= 0 && !this.#table.isFree(i)) this.#update(i, now, seconds);
    }
  }

  /** Updates a character's feet in the next frame, after the page has moved it. */
  invalidate(i: number): void {
    this.#near.setMoving(i, true);
  }

  takeState(): FeetState {
    return {
      ...this.#feet.takeState(),
      ...this.#near.takeState(),
      clips: this.#clips.slice(),
      hips: this.#hips.slice(),
      isSettled: this.#isSettled.slice(),
      places: this.#places.slice(),
      timeScale: this.#timeScale,
    };
  }

  restoreState(state: FeetState): void {
    const { clips, hips, isSettled, places, timeScale } = state;
    this.#feet.restoreState(state);
    this.#near.restoreState(state);
    this.#clips = clips.slice();
    this.#hips = hips.slice();
    this.#isSettled = isSettled.slice();
    this.#places = places.slice();
    this.#timeScale = timeScale;
  }

  /** True while a foot takes a step on the spot, which no clip has. */
  isStepping(i: number, foot: 0 | 1): boolean {
    return this.#feet.stateOf(2 * i + foot) === FOOT_STATE.stepping;
  }

  #update(i: number, now: number, deltaSeconds: number): void {
    if (this.#standsAsBefore(i, now)) return;
    const state = this.#animation;
    const isNewClip = state.clip !== this.#clips[i];
    this.#clips[i] = state.clip;
    let drop = 0;
    this.#isSettled[i] = 1;
    this.#goal.play(state, now);
    for (const foot of FEET) {
      const lift = this.#updateFoot(i, foot, now, deltaSeconds, isNewClip);
      drop = Math.max(drop, -lift);
    }
    this.#setRest(i);
    if (!this.#groundHeight) return;
    const wanted = drop / this.#table.scale(i);
    this.#hips[i] += (wanted - this.#hips[i]) * Math.min(1, HIPS_RATE * deltaSeconds);
    this.#layers.setHips(i, this.#hips[i]);
  }

  /** Sets how long the feet of a character need no update. */
  #setRest(i: number): void {
    const feet = this.#feet;
    if (!this.#rests(2 * i) || !this.#rests(2 * i + 1)) {
      this.#near.setMoving(i, feet.isLow(2 * i) || feet.isLow(2 * i + 1));
      return;
    }
    // On uneven ground, feet in the air follow the ground.
    const seconds = this.#groundHeight ? 0 : this.#goal.secondsToChange(this.#animation) * this.#timeScale;
    this.#near.setResting(i, seconds);
  }

  /** True if a foot's record stays valid until it is lifted or put down. */
  #rests(at: number): boolean {
    const feet = this.#feet;
    return feet.rests(at) || (this.#comesBackAlone && !this.#goal.isShort && feet.isReleased(at));
  }

  /**
   * True if the shaders compute feet in the air from their records: on even ground, at a time scale of 1.
   */
  get #comesBackAlone(): boolean {
    return this.#groundHeight === undefined && this.#timeScale === 1;
  }

  /** Returns both feet to the clip. */
  #leaveToClip(i: number): void {
    if (this.#clips[i] === -1) return;
    this.#clips[i] = -1;
    this.#places[4 * i] = Number.NaN;
    for (const foot of FEET) {
      this.#feet.leave(2 * i + foot);
      this.#layers.setFoot(i, foot, LEFT_TO_CLIP);
    }
    this.#hips[i] = 0;
    this.#layers.setHips(i, 0);
  }

  /**
   * True if both feet stand, and neither the character's clip nor its place has changed.
   */
  #standsAsBefore(i: number, now: number): boolean {
    const state = this.#table.animation(i, this.#animation);
    this.#goal.begin(i);
    // A walking character plays another clip than the one that its feet stood with.
    if (!this.#sampler.isStanding(state.clip)) return false;
    const { characterX: x, characterZ: z, sine, cosine } = this.#goal;
    const places = this.#places;
    const o = 4 * i;
    const isSame =
      places[o] === x && places[o + 1] === z && places[o + 2] === sine && places[o + 3] === cosine;
    places[o] = x;
    places[o + 1] = z;
    places[o + 2] = sine;
    places[o + 3] = cosine;
    return (
      isSame &&
      this.#feet.stateOf(2 * i) === FOOT_STATE.planted &&
      this.#feet.stateOf(2 * i + 1) === FOOT_STATE.planted &&
      this.#clips[i] === state.clip &&
      fadeWeight(state, now) === 1 &&
      this.#isSettled[i] === 1
    );
  }

  #grow(count: number): void {
    this.#feet.grow(count);
    this.#near.grow(count);
    this.#clips = resized(this.#clips, count, -1);
    this.#hips = resized(this.#hips, count);
    this.#rises = resized(this.#rises, 2 * count);
    this.#isSettled = resized(this.#isSettled, count);
    this.#places = resized(this.#places, 4 * count, Number.NaN);
  }

  /** Updates a foot. Returns the height of the ground under foot and ankle above that under the character. */
  #updateFoot(i: number, foot: 0 | 1, now: number, deltaSeconds: number, isNewClip: boolean): number {
    const goal = this.#goal;
    const placement = this.#placement;
    const at = 2 * i + foot;
    goal.set(foot);
    this.#decide(i, foot, deltaSeconds, isNewClip);
    if (this.#comesBackAlone && this.#feet.isReleased(at)) {
      this.#feet.placeReleased(at, now, this.#release);
      this.#release.lift = goal.raise;
      this.#layers.releaseFoot(i, foot, this.#release);
      return 0;
    }
    this.#feet.place(at, goal, placement);
    placement.lift += goal.raise;
    const rise = this.#groundHeight ? followGround(placement, goal, this.#groundHeight, this.#table.y(i)) : 0;
    this.#rises[at] = rise;
    this.#layers.setFoot(i, foot, placement);
    return rise + ANKLE_BEHIND * goal.scale * Math.min(0, placement.tiltZ);
  }

  /** Puts a foot down, lifts it, or starts a step on the spot, depending on its clip and its distance from it. */
  #decide(i: number, foot: 0 | 1, deltaSeconds: number, isNewClip: boolean): void {
    const feet = this.#feet;
    const goal = this.#goal;
    const { scale } = goal;
    const at = 2 * i + foot;
    const state = feet.stateOf(at);
    // For standing characters only.
    const isAway =
      goal.isStandingClip &&
      (lengthOf(feet.fromX(goal.x, at), feet.fromZ(goal.z, at)) > STEP_DISTANCE * scale ||
        Math.abs(feet.fromHeading(goal, at)) > STEP_YAW);
    if (isAway || state !== FOOT_STATE.planted) this.#isSettled[i] = 0;

    if (state === FOOT_STATE.planted) {
      const farX = feet.fromX(goal.clipX, at);
      const farZ = feet.fromZ(goal.clipZ, at);
      const far = lengthOf(farX, farZ);
      if (far > JUMP_DISTANCE) feet.land(at, goal.clipX, goal.clipZ, goal);
      else if (!goal.stands || (!goal.isStandingClip && far > LONGEST_STRETCH * scale)) {
        feet.release(at, farX, farZ, feet.fromHeading(goal, at), goal.fading);
      } else if (isAway && feet.stateOf(2 * i + 1 - foot) === FOOT_STATE.planted) {
        feet.step(at);
      }
    } else if (state === FOOT_STATE.free) {
      feet.advance(at, deltaSeconds);
      if (!goal.stands) return;
      feet.landFreely(at, goal);
      if (goal.isStandingClip && isNewClip && goal.weight < 1) feet.step(at);
    } else {
      feet.advance(at, deltaSeconds);
      const left = 1 - feet.stepShareOf(at);
      if (!goal.isStandingClip && !goal.stands) {
        const shownX = goal.x + feet.fromX(goal.x, at) * left;
        const shownZ = goal.z + feet.fromZ(goal.z, at) * left;
        const yaw = feet.fromHeading(goal, at) * left;
        feet.release(at, shownX - goal.clipX, shownZ - goal.clipZ, yaw, goal.fading);
      } else if (left === 0) feet.land(at, goal.x, goal.z, goal);
    }
  }
}

/** A foot that only its clip moves. */
const LEFT_TO_CLIP = createShownFoot();

/** Like `Math.hypot`, which takes ten times as long. */
function lengthOf(x: number, z: number): number {
  return Math.sqrt(x * x + z * z);
}
