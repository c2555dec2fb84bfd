import type { WebGPURenderer } from 'three/webgpu';
import { animationFrame } from './three-internals.js';

/**
 * The clock and the character table of the frame before, from which its poses are computed again: a pose is a function
 * of the two, so nothing else has to be kept, and who was out of sight then has a past too.
 */
export class PreviousFrame {
  readonly words: Uint32Array<ArrayBuffer>;
  seconds = 0;
  readonly #renderer: WebGPURenderer;
  readonly #words: Uint32Array;
  /** The table and the clock as they were last drawn. */
  readonly #drawn: Uint32Array;
  #drawnSeconds = 0;
  #tick = -1;

  /** @param words the character table as it is written to */
  constructor(renderer: WebGPURenderer, words: Uint32Array) {
    this.#renderer = renderer;
    this.#words = words;
    this.#drawn = words.slice();
    this.words = new Uint32Array(words);
  }

  /**
   * To be called once a camera, with the clock it is to be drawn at. Time passes between three's animation ticks, as it
   * does for the cameras and objects of three: several calls within one have the same past.
   *
   * @returns whether the past changed
   */
  advance(seconds: number): boolean {
    const frame = animationFrame(this.#renderer);
    const isNewTick = frame !== this.#tick;
    if (isNewTick) {
      this.#tick = frame;
      this.seconds = this.#drawnSeconds;
      this.words.set(this.#drawn);
    }
    this.#drawn.set(this.#words);
    this.#drawnSeconds = seconds;
    return isNewTick;
  }
}
