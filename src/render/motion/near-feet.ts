/**
 * Who is only just near enough, as multiples of `PictureRange.closeness`, is followed no sooner than after so many seconds: in
 * every second picture at 60 Hz. A foot that is lifted is a centimetre or two off in the one between, which is a pixel there;
 * one that stands keeps its place.
 */
const CLOSE = 2;
const JUST_NEAR_SECONDS = 0.025;

/** How near somebody is. */
const NEARNESS = { far: 0, justNear: 1, close: 2 } as const;

/** What {@link NearFeet} goes on from. */
export interface NearFeetState {
  readonly near: Uint32Array;
  readonly nearness: Uint8Array;
  readonly unfollowedSeconds: Float64Array;
}

/**
 * Whose feet are followed until the next step of the simulation, and in which pictures.
 *
 * Rejected: passing over feet that stand or hang in the air until their clip lifts them or puts them down. Among 1,000 walkers
 * seen from their midst, 202 of 420 feet were then looked after in a picture, which took an eighth of the time away: three of four
 * people have one foot on its way, or turn.
 */
export class NearFeet {
  #people: Uint32Array;
  #count: number;
  /** Of each character: one of {@link NEARNESS}, and seconds since it was last followed. */
  #nearness: Uint8Array;
  #unfollowedSeconds: Float64Array;

  /** @param size number of characters, who are all close at first */
  constructor(size: number) {
    this.#people = Uint32Array.from({ length: size }, (_, i) => i);
    this.#count = size;
    this.#nearness = new Uint8Array(size).fill(NEARNESS.close);
    this.#unfollowedSeconds = new Float64Array(size);
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

  /**
   * Chooses somebody, or not.
   *
   * @param closeness as `PictureRange.closeness` tells it
   */
  choose(i: number, closeness: number): void {
    if (closeness > 0) this.#people[this.#count++] = i;
    // Half of them begin in this picture and half in the next one.
    if (this.#nearness[i] === NEARNESS.far) this.#unfollowedSeconds[i] = (i & 1) * JUST_NEAR_SECONDS;
    this.#nearness[i] = closeness > CLOSE ? NEARNESS.close : closeness > 0 ? NEARNESS.justNear : NEARNESS.far;
  }

  /** Seconds that somebody is to be followed through in this picture, `deltaSeconds` after the last; −1 for not in this one. */
  takeSeconds(i: number, deltaSeconds: number): number {
    const seconds = this.#unfollowedSeconds[i] + deltaSeconds;
    const isDue = this.#nearness[i] === NEARNESS.close || seconds >= JUST_NEAR_SECONDS;
    this.#unfollowedSeconds[i] = isDue ? 0 : seconds;
    return isDue ? seconds : -1;
  }

  grow(size: number): void {
    const [people, nearness, unfollowedSeconds] = [this.#people, this.#nearness, this.#unfollowedSeconds];
    this.#people = new Uint32Array(size);
    this.#nearness = new Uint8Array(size);
    this.#unfollowedSeconds = new Float64Array(size);
    this.#people.set(people);
    this.#nearness.set(nearness);
    this.#unfollowedSeconds.set(unfollowedSeconds);
  }

  takeState(): NearFeetState {
    return {
      near: this.#people.slice(0, this.#count),
      nearness: this.#nearness.slice(),
      unfollowedSeconds: this.#unfollowedSeconds.slice(),
    };
  }

  restoreState({ near, nearness, unfollowedSeconds }: NearFeetState): void {
    this.#nearness = nearness.slice();
    this.#unfollowedSeconds = unfollowedSeconds.slice();
    this.#people = new Uint32Array(nearness.length);
    this.#people.set(near);
    this.#count = near.length;
  }
}
