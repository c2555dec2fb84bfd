/** What a frame budget aims for. */
export interface FrameBudgetOptions {
  /** Longest that a frame should take, milliseconds. */
  readonly milliseconds: number;
  /**
   * Finest that it goes: share of the view's height under which a character is far.
   *
   * @default 0.02
   */
  readonly finest?: number;
  /**
   * Coarsest that it goes.
   *
   * @default 0.6
   */
  readonly coarsest?: number;
}

/** What a frame budget has done so far. */
export interface FrameBudgetReport {
  /** Share of the view's height under which a character is drawn far now. */
  readonly lodScreenHeight: number;
  /** Smoothed length of a frame, milliseconds; 0 before the first. */
  readonly milliseconds: number;
  readonly coarsened: number;
  readonly refined: number;
  /** True where the coarsest is not coarse enough. */
  readonly isOverBudget: boolean;
}

/** Each step makes characters far at a size so much larger or smaller. */
const STEP = 1.2;
/** Weight of the newest frame in the smoothed length. */
const SMOOTHING = 0.1;
/** Frames to wait after a step, until the smoothed length tells what it did. */
const SETTLING_FRAMES = 40;
/** Below this share of the budget there is room for a finer step. */
const ROOM = 0.75;
/** A frame so many times as long as the others is a hiccup (a shader compiled, a tab shown again). */
const HICCUP = 4;

/**
 * Keeps a frame within a time by moving the size at which characters become far. It does not oscillate: there is a
 * band between too long and short enough in which it rests, and after a step that turned out too fine it waits twice as
 * long before the next.
 */
export class FrameBudget {
  readonly #target: number;
  readonly #finest: number;
  readonly #coarsest: number;
  #lodScreenHeight: number;
  #smoothed = 0;
  #waiting = SETTLING_FRAMES;
  /** Frames that there has to be room for before a finer step is tried after a coarser one. */
  #patience = SETTLING_FRAMES;
  #framesWithRoom = 0;
  #lastStep: 'finer' | 'coarser' | undefined;
  #coarsened = 0;
  #refined = 0;

  /** @param lodScreenHeight where to begin */
  constructor({ milliseconds, finest = 0.02, coarsest = 0.6 }: FrameBudgetOptions, lodScreenHeight: number) {
    this.#target = milliseconds;
    this.#finest = finest;
    this.#coarsest = coarsest;
    this.#lodScreenHeight = Math.min(coarsest, Math.max(finest, lodScreenHeight));
  }

  get report(): FrameBudgetReport {
    return {
      lodScreenHeight: this.#lodScreenHeight,
      milliseconds: this.#smoothed,
      coarsened: this.#coarsened,
      refined: this.#refined,
      isOverBudget: this.#smoothed > this.#target && this.#lodScreenHeight >= this.#coarsest,
    };
  }

  /**
   * Takes the length of one frame and answers with the size to draw the next one at.
   *
   * @param frameMilliseconds the frame's length; the GPU's own, where it is known
   */
  next(frameMilliseconds: number): number {
    if (this.#smoothed === 0) this.#smoothed = frameMilliseconds;
    if (frameMilliseconds > HICCUP * this.#smoothed) return this.#lodScreenHeight;
    this.#smoothed += (frameMilliseconds - this.#smoothed) * SMOOTHING;
    if (this.#waiting > 0) {
      this.#waiting -= 1;
      return this.#lodScreenHeight;
    }
    if (this.#smoothed > this.#target) this.#coarsen();
    else if (this.#smoothed < ROOM * this.#target) this.#refine();
    return this.#lodScreenHeight;
  }

  #coarsen(): void {
    if (this.#lodScreenHeight >= this.#coarsest) return;
    // The finer step before was one too many: the next one has to wait longer.
    if (this.#lastStep === 'finer') this.#patience *= 2;
    this.#lodScreenHeight = Math.min(this.#coarsest, this.#lodScreenHeight * STEP);
    this.#lastStep = 'coarser';
    this.#coarsened += 1;
    this.#waiting = SETTLING_FRAMES;
  }

  #refine(): void {
    if (this.#lodScreenHeight <= this.#finest) return;
    this.#framesWithRoom += 1;
    if (this.#lastStep === 'coarser' && this.#framesWithRoom < this.#patience) return;
    this.#lodScreenHeight = Math.max(this.#finest, this.#lodScreenHeight / STEP);
    this.#lastStep = 'finer';
    this.#refined += 1;
    this.#waiting = SETTLING_FRAMES;
    this.#framesWithRoom = 0;
  }
}
