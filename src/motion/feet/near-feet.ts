/** Thresholds of `PictureRange.closeness` for the distance levels. */
const CLOSE = 2;
const VERY_CLOSE = 4;
const NEARNESS = { far: 0, beside: 1, justNear: 2, close: 3, veryClose: 4 } as const;

/**
 * By nearness, for so long nobody looks after feet, seconds: every second or third picture at 60 Hz does. A foot on its way moves
 * with its clip meanwhile. In the farther half, against looking after it in each picture, it is off by 1.8 cm at the 95th
 * percentile and 3.9 cm at the 99th, which are one and two pixels there. With the place where it should be in its record, not
 * its distance from its clip, every second picture had 1.9 and 4.5 cm. Feet that rest, on the ground or wholly as
 * their clip has them, are lifted or put down a picture late where nobody knows when that will be; what stands keeps its
 * place. Two pictures late, planted feet of the farther half slid by 1.3 cm at the 95th percentile, not by 0.4 as the near ones do.
 * Of those beside the picture, no foot is in it. Without pauses of those who rest, the feet of 1,000 walkers seen from
 * their midst took 1.3 times as long.
 */
const MOVING_PAUSES = [0, 0.1, 0.042, 0, 0];
const RESTING_PAUSES = [0, 0.1, 0.03, 0.025, 0];
/**
 * Where it is known how long feet rest, they are left alone for all of that time; but no longer than this, seconds, since their
 * owner may walk faster meanwhile.
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
 * Whose feet are followed until the next step of the simulation, and in which pictures.
 *
 * Rejected: passing over feet that stand or hang in the air until their clip lifts them or puts them down. Among 1,000 walkers
 * seen from their midst, 202 of 420 feet were then looked after in a picture, which took an eighth of the time away: three of four
 * people have one foot on its way, or turn. Writing no more than the turn and lift of feet that rest (93 of 100), reading
 * paths by whole numbers alone, and numbers in arrays in place of properties: no time that could be told from chance, or more.
 */
export class NearFeet {
  #people: Uint32Array;
  #count: number;
  /**
   * Of each character: one of {@link NEARNESS}, seconds since it was last followed, and for so many its feet rest from then on, −1
   * where one is on its way.
   */
  #nearness: Uint8Array;
  #unfollowedSeconds: Float64Array;
  #restSeconds: Float64Array;

  /** @param size number of characters, who are all close at first */
  constructor(size: number) {
    this.#people = Uint32Array.from({ length: size }, (_, i) => i);
    this.#count = size;
    this.#nearness = new Uint8Array(size).fill(NEARNESS.veryClose);
    this.#unfollowedSeconds = new Float64Array(size);
    this.#restSeconds = new Float64Array(size);
  }

  /** Number of those who are near, for {@link person}. */
  get count(): number {
    return this.#count;
  }

  /** Index of the nth of those who are near. */
  person(n: number): number {
    return this.#people[n];
  }

  /** Begins to choose anew. */
  clear(): void {
    this.#count = 0;
  }

  /** True if a character was not chosen the last time. */
  isFar(i: number): boolean {
    return this.#nearness[i] === NEARNESS.far;
  }

  /**
   * Chooses somebody, or not.
   *
   * @param closeness as `PictureRange.closeness` tells it
   */
  choose(i: number, closeness: number): void {
    const nearness = nearnessOf(closeness);
    if (nearness !== NEARNESS.far) {
      this.#people[this.#count++] = i;
      // Half of them begin in this picture and half in the next one.
      if (this.#nearness[i] === NEARNESS.far)
        this.#unfollowedSeconds[i] = (i & 1) * MOVING_PAUSES[NEARNESS.justNear];
    }
    this.#nearness[i] = nearness;
  }

  /**
   * Says that one of somebody's feet is on its way.
   *
   * @param isLow whether it has to be looked after in the next picture, since it would graze the ground there
   */
  setMoving(i: number, isLow: boolean): void {
    this.#restSeconds[i] = isLow ? 0 : -1;
  }

  /**
   * Says that both of somebody's feet rest.
   *
   * @param seconds until that changes; 0 where nobody knows
   */
  setResting(i: number, seconds: number): void {
    this.#restSeconds[i] = Math.max(Math.min(seconds, LONGEST_REST), RESTING_PAUSES[this.#nearness[i]]);
  }

  /** Seconds that somebody is to be followed through in this picture, `deltaSeconds` after the last; −1 for not in this one. */
  takeSeconds(i: number, deltaSeconds: number): number {
    const seconds = this.#unfollowedSeconds[i] + deltaSeconds;
    const rest = this.#restSeconds[i];
    const isDue = seconds >= (rest < 0 ? MOVING_PAUSES[this.#nearness[i]] : rest);
    this.#unfollowedSeconds[i] = isDue ? 0 : seconds;
    return isDue ? seconds : -1;
  }

  grow(size: number): void {
    const [people, nearness, unfollowedSeconds, restSeconds] = [
      this.#people,
      this.#nearness,
      this.#unfollowedSeconds,
      this.#restSeconds,
    ];
    this.#people = new Uint32Array(size);
    this.#nearness = new Uint8Array(size);
    this.#unfollowedSeconds = new Float64Array(size);
    this.#restSeconds = new Float64Array(size);
    this.#people.set(people);
    this.#nearness.set(nearness);
    this.#unfollowedSeconds.set(unfollowedSeconds);
    this.#restSeconds.set(restSeconds);
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
