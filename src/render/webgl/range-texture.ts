import type { DataTexture, WebGLRenderer } from 'three';
import {
  addLineRange,
  CAN_UPLOAD_RANGES,
  clearUpdateRanges,
  onContextLost,
  onTextureUploaded,
} from './three-internals.js';

/**
 * A texture of which ranges are uploaded once the GPU has the whole of it: a first upload by ranges would leave the rest empty.
 */
export class RangeTexture {
  readonly texture: DataTexture;
  #isUploaded = false;
  readonly #stopListening: () => void;

  constructor(texture: DataTexture, renderer: WebGLRenderer) {
    this.texture = texture;
    onTextureUploaded(texture, () => {
      this.#isUploaded = true;
      clearUpdateRanges(texture);
    });
    // A restored context has an empty texture.
    this.#stopListening = onContextLost(renderer, () => this.forget());
  }

  /** Whether the next upload can be of ranges. */
  get canTakeRanges(): boolean {
    return CAN_UPLOAD_RANGES && this.#isUploaded;
  }

  /** Ranges of the next upload. */
  get rangeCount(): number {
    return CAN_UPLOAD_RANGES ? this.texture.updateRanges.length : 0;
  }

  /** Has so many words of one line be uploaded, or all of the texture where it can take no ranges. */
  upload(start: number, count: number): void {
    this.texture.needsUpdate = true;
    if (this.canTakeRanges) addLineRange(this.texture, start, count);
  }

  /** Has the next upload be of the whole texture. */
  forget(): void {
    this.#isUploaded = false;
    clearUpdateRanges(this.texture);
  }

  dispose(): void {
    this.#stopListening();
    this.texture.dispose();
  }
}
