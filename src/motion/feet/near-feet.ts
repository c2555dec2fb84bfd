import { resized } from '../../math/index.js';

/** Thresholds of `PictureRange.closeness` for the distance levels. */
const CLOSE = 2;
const VERY_CLOSE = 4;
const NEARNESS = { far: 0, beside: 1, justNear: 2, close: 3, veryClose: 4 } as const;

/**
 * Update interval of feet by distance level, seconds: the levels in between update every second or third frame at 60
 * Hz. Between updates, a foot in the air moves with its clip.
 *
 * Notes: in the farther half, such feet are off by 1.8 cm (95th percentile) and 3.9 cm (99th), one and two pixels
 * there. Resting feet are lifted or put down a frame late; two frames late, they slid by 1.3 cm instead of 0.4 (95th
 * percentile). Without intervals for resting feet, the feet of 1,000 walkers around the camera took 1.3 times as long.
 */
const MOVING_PAUSES = [0, 0.1, 0.042, 0, 0];
const RESTING_PAUSES = [0, 0.1, 0.03, 0.025, 0];
/**
 * Longest time that resting feet are not updated, seconds, even if they rest for longer: their owner may walk faster
 * meanwhile.
 */
const LONGEST_REST = 0.1;

/** Saved state of {@link NearFeet}. */
export interface NearFeetState {
  readonly near: Uint32Array;
  readonly nearness: Uint8Array;
  readonly unfollowedSeconds: Float64Array;
  readonly restSeconds: Float64Array;
}

/**
 * The characters whose feet are updated until the next step of the simulation, and in which frames.
 *
 * Rejected: skipping resting feet until their clip lifts them or puts them down (202 of 420 feet were still updated,
 * for an eighth less time), writing only turn and lift of resting feet, whole numbers for paths, and arrays in place of
 * properties (no measurable time).
 */
export class NearFeet {
  #people: Uint32Array;
  #count: number;
  /**
   * By character: one of {@link NEARNESS}, seconds since its last update, and seconds that its feet rest from then on,
   * −1 while one is in the air.
   */
  #nearness: Uint8Array;
  #unfollowedSeconds: Float64Array;
  #restSeconds: Float64Array;

  /** @param size number of characters, all of which are close at first */
  constructor(size: number) {
    this.#people = Uint32Array.from({ length: size }, (_, i) => i);
    this.#count = size;
    this.#nearness = new Uint8Array(size).fill(NEARNESS.veryClose);
    this.#unfollowedSeconds = new Float64Array(size);
    this.#restSeconds = new Float64Array(size);
  }

  /** Number of near characters, for {@link person}. */
  get count(): number {
    return this.#count;
  }

  /** Index of the nth near character. */
  person(n: number): number {
    return this.#people[n];
  }

  /** Clears the list, before {@link choose} fills it again. */
  clear(): void {
    this.#count = 0;
  }

  /** True if a character was not chosen the last time. */
  isFar(i: number): boolean {
    return this.#nearness[i] === NEARNESS.far;
  }

  /**
   * Adds a character to the list if it is close enough.
   *
   * @param closeness as `PictureRange.closeness` returns it
   */
  choose(i: number, closeness: number): void {
    const nearness = nearnessOf(closeness);
    if (nearness !== NEARNESS.far) {
      this.#people[this.#count++] = i;
      // Half of the characters start in this frame and half in the next one.
      if (this.#nearness[i] === NEARNESS.far)
        this.#unfollowedSeconds[i] = (i & 1) * MOVING_PAUSES[NEARNESS.justNear];
    }
    this.#nearness[i] = nearness;
  }

  /**
   * Marks a character one of whose feet is in the air.
   *
   * @param isLow true if the foot is so low that it needs an update in the next frame
   */
  setMoving(i: number, isLow: boolean): void {
    this.#restSeconds[i] = isLow ? 0 : -1;
  }

  /**
   * Marks a character both of whose feet rest.
   *
   * @param seconds until that changes; 0 if unknown
   */
  setResting(i: number, seconds: number): void {
    this.#restSeconds[i] = Math.max(Math.min(seconds, LONGEST_REST), RESTING_PAUSES[this.#nearness[i]]);
  }

  /**
   * Returns the seconds to update a character by in this frame, `deltaSeconds` after the last one; −1 if it is not due.
   */
  takeSeconds(i: number, deltaSeconds: number): number {
    const seconds = this.#unfollowedSeconds[i] + deltaSeconds;
    const rest = this.#restSeconds[i];
    const isDue = seconds >= (rest < 0 ? MOVING_PAUSES[this.#nearness[i]] : rest);
    this.#unfollowedSeconds[i] = isDue ? 0 : seconds;
    return isDue ? seconds : -1;
  }

  grow(size: number): void {
    this.#people = resized(this.#people, size);
    this.#nearness = resized(this.#nearness, size);
    this.#unfollowedSeconds = resized(this.#unfollowedSeconds, size);
    this.#restSeconds = resized(this.#restSeconds, size);
  }

  takeState(): NearFeetState {
    return {
      near: this.#people.slice(0, this.#count),
      nearness: this.#nearness.slice(),
      unfollowedSeconds: this.#unfollowedSeconds.slice(),
      restSeconds: this.#restSeconds.slice(),
    };
  }

  restoreState({ near, nearness, unfollowedSeconds, restSeconds }: NearFeetState): void {
    this.#nearness = nearness.slice();
    this.#restSeconds = restSeconds.slice();
    this.#unfollowedSeconds = unfollowedSeconds.slice();
    this.#people = new Uint32Array(nearness.length);
    this.#people.set(near);
    this.#count = near.length;
  }
}

function nearnessOf(closeness: number): number {
  if (closeness > VERY_CLOSE) return NEARNESS.veryClose;
  if (closeness > CLOSE) return NEARNESS.close;
  if (closeness >= 1) return NEARNESS.justNear;
  return closeness > 0 ? NEARNESS.beside : NEARNESS.far;
}
