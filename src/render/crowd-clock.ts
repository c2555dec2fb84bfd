import { CrowdError } from '../errors/index.js';
import type { Characters } from './characters/index.js';
import type { RootMotion } from './root-motion.js';

/** Crowd seconds after which the clock is moved back: below it, 32-bit floats are at most 15 µs apart. */
const REBASE_SECONDS = 128;

/** The clock of a crowd, from which all animations are computed. Starts and ends the clips that are due. */
export class CrowdClock {
  seconds = 0;
  readonly #characters: Characters;
  readonly #rootMotion: RootMotion | undefined;
  readonly #onFinished: (character: number, clip: number) => void;

  /**
   * @param rootMotion only where clips move characters
   * @param onFinished called when a clip that does not repeat has ended, with its number
   */
  constructor(
    characters: Characters,
    rootMotion: RootMotion | undefined,
    onFinished: (character: number, clip: number) => void,
  ) {
    this.#characters = characters;
    this.#rootMotion = rootMotion;
    this.#onFinished = onFinished;
  }

  /**
   * Advances the clock, and starts and ends the clips that are due. Moves the clock and all times back when it gets large.
   *
   * @param deltaSeconds since the last call; finite
   */
  advance(deltaSeconds: number): void {
    const from = this.seconds;
    this.seconds += deltaSeconds;
    this.#rootMotion?.move(from, this.seconds);
    this.#characters.advance(this.seconds, this.#onFinished);
    this.#rootMotion?.moveStarted(from, this.seconds);
    if (this.seconds < REBASE_SECONDS) return;
    const back = Math.floor(this.seconds / REBASE_SECONDS) * REBASE_SECONDS;
    this.#characters.rebase(this.seconds, back);
    this.seconds -= back;
  }
}

/**
 * Checks the argument of `Crowd.update`: a NaN would stay in the clock, in all poses and in the frame budget.
 *
 * @throws {CrowdError} for a number that is not finite
 */
export function checkFrameTimes(deltaSeconds: number, frameMilliseconds: number): void {
  if (Number.isFinite(deltaSeconds) && Number.isFinite(frameMilliseconds)) return;
  throw new CrowdError(
    `Crowd.update was given ${deltaSeconds} seconds and a frame of ${frameMilliseconds} milliseconds; give finite ` +
      'numbers, such as `timer.getDelta()` of a three Timer.',
  );
}
