import { CrowdError } from '../errors/index.js';

/** Target duration of a frame, and the limits of the level of detail. */
export interface FrameBudgetOptions {
  /** Target duration of a frame, milliseconds; above 0. */
  readonly milliseconds: number;
  /**
   * Lowest `lodThreshold` that the budget sets, pixels: the finest picture.
   *
   * @default 0.5
   */
  readonly finest?: number;
  /**
   * Highest `lodThreshold` that the budget sets: the coarsest picture. At least `finest`.
   *
   * @default 16
   */
  readonly coarsest?: number;
}

/** Measurements and steps of a frame budget. */
export interface FrameBudgetReport {
  /** Largest error of a level of detail now, pixels. */
  readonly lodThreshold: number;
  /** Smoothed length of a frame, milliseconds; 0 before the first. */
  readonly milliseconds: number;
  /** Number of steps to a coarser picture so far. */
  readonly coarsened: number;
  /** Number of steps to a finer picture so far. */
  readonly refined: number;
  /** True if frames are too long although `lodThreshold` is at `coarsest`. */
  readonly isOverBudget: boolean;
}

/** Factor by which one step multiplies or divides `lodThreshold`. */
const STEP = 1.2;
/** Weight of the newest frame in the smoothed length. */
const SMOOTHING = 0.1;
/** Frames to wait after a step, until the smoothed length shows its effect. */
const SETTLING_FRAMES = 40;
/** Fraction of the budget below which a finer step is tried. */
const ROOM = 0.75;
/**
 * Number of frames in the median: one or two long frames (a compiled shader, a tab shown again) have no effect, and a
 * lasting change has one from the third frame on.
 *
 * Rejected: ignoring frames longer than 4 times the smoothed length. It missed lasting changes, and after a short first
 * delta all frames: at 33 ms a frame, half of all starts with a budget of 16.7 ms never took a step.
 */
const MEDIAN_FRAMES = 5;

/**
 * Keeps frames within a budget by changing `lodThreshold`. Against oscillation it takes no step between 75 and 100 % of
 * the budget, and doubles the wait after a finer step that had to be reverted.
 */
export class FrameBudget {
  readonly #target: number;
  readonly #finest: number;
  readonly #coarsest: number;
  /** The last {@link MEDIAN_FRAMES} frames, milliseconds; the oldest is overwritten. */
  readonly #recent = new Float64Array(MEDIAN_FRAMES);
  readonly #sorted = new Float64Array(MEDIAN_FRAMES);
  #frames = 0;
  #lodThreshold: number;
  #smoothed = 0;
  #waiting = SETTLING_FRAMES;
  /** Number of frames below {@link ROOM} before a finer step may follow a coarser one. */
  #patience = SETTLING_FRAMES;
  #framesWithRoom = 0;
  #lastStep: 'finer' | 'coarser' | undefined;
  #coarsened = 0;
  #refined = 0;

  /**
   * @param lodThreshold to begin with, pixels
   * @throws {CrowdError} for a budget that is not above 0, or bounds that are not in rising order
   */
  constructor({ milliseconds, finest = 0.5, coarsest = 16 }: FrameBudgetOptions, lodThreshold: number) {
    if (!(milliseconds > 0)) {
      throw new CrowdError(`frameBudget.milliseconds is ${milliseconds}; give a number above 0.`);
    }
    if (!(finest > 0 && finest <= coarsest)) {
      throw new CrowdError(
        `frameBudget.finest is ${finest} and coarsest is ${coarsest}; give pixels above 0, the finest ` +
          'first.',
      );
    }
    this.#target = milliseconds;
    this.#finest = finest;
    this.#coarsest = coarsest;
    this.#lodThreshold = Math.min(coarsest, Math.max(finest, lodThreshold));
  }

  get report(): FrameBudgetReport {
    return {
      lodThreshold: this.#lodThreshold,
      milliseconds: this.#smoothed,
      coarsened: this.#coarsened,
      refined: this.#refined,
      isOverBudget: this.#smoothed > this.#target && this.#lodThreshold >= this.#coarsest,
    };
  }

  /**
   * Adds the length of a frame and returns the `lodThreshold` for the next one.
   *
   * @param frameMilliseconds the frame's length; the GPU's own, where it is known
   */
  next(frameMilliseconds: number): number {
    const length = this.#median(frameMilliseconds);
    this.#smoothed = this.#smoothed === 0 ? length : this.#smoothed + (length - this.#smoothed) * SMOOTHING;
    if (this.#waiting > 0) {
      this.#waiting -= 1;
      return this.#lodThreshold;
    }
    if (this.#smoothed > this.#target) this.#coarsen();
    else if (this.#smoothed < ROOM * this.#target) this.#refine();
    return this.#lodThreshold;
  }

  /** The median of the newest frames; the shorter of the two in the middle where their number is even. */
  #median(newest: number): number {
    this.#recent[this.#frames % MEDIAN_FRAMES] = newest;
    this.#frames += 1;
    const count = Math.min(this.#frames, MEDIAN_FRAMES);
    // Empty entries sort after all frames.
    this.#sorted.fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < count; k++) this.#sorted[k] = this.#recent[k];
    this.#sorted.sort();
    return this.#sorted[(count - 1) >> 1];
  }

  #coarsen(): void {
    if (this.#lodThreshold >= this.#coarsest) return;
    // Reverts the last finer step: the next one waits longer.
    if (this.#lastStep === 'finer') this.#patience *= 2;
    this.#lodThreshold = Math.min(this.#coarsest, this.#lodThreshold * STEP);
    this.#lastStep = 'coarser';
    this.#coarsened += 1;
    this.#waiting = SETTLING_FRAMES;
  }

  #refine(): void {
    if (this.#lodThreshold <= this.#finest) return;
    this.#framesWithRoom += 1;
    if (this.#lastStep === 'coarser' && this.#framesWithRoom < this.#patience) return;
    this.#lodThreshold = Math.max(this.#finest, this.#lodThreshold / STEP);
    this.#lastStep = 'finer';
    this.#refined += 1;
    this.#waiting = SETTLING_FRAMES;
    this.#framesWithRoom = 0;
  }
}
