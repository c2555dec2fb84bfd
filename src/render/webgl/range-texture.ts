import type { DataTexture, WebGLRenderer } from 'three';
import { DATA_WIDTH } from '../characters/index.js';
import { onContextLost, onTextureUploaded, writeTexels } from './three-internals.js';

const TEXEL_WORDS = 4;

/** A table's texture that is uploaded once as a whole and then in ranges. */
export class RangeTexture {
  readonly texture: DataTexture;
  readonly #renderer: WebGLRenderer;
  #isUploaded = false;
  readonly #stopListening: () => void;

  constructor(texture: DataTexture, renderer: WebGLRenderer) {
    this.texture = texture;
    this.#renderer = renderer;
    onTextureUploaded(texture, () => {
      this.#isUploaded = true;
    });
    // The textures of a restored context are empty.
    this.#stopListening = onContextLost(renderer, () => {
      this.#isUploaded = false;
    });
  }

  /** Uploads a range of words of one line; the whole texture before the next draw, if it was not uploaded yet. */
  upload(start: number, count: number): void {
    const texel = start / TEXEL_WORDS;
    this.#write(texel % DATA_WIDTH, Math.floor(texel / DATA_WIDTH), count / TEXEL_WORDS, 1);
  }

  uploadLines(first: number, count: number): void {
    this.#write(0, first, DATA_WIDTH, count);
  }

  uploadAll(): void {
    this.uploadLines(0, this.texture.image.height);
  }

  dispose(): void {
    this.#stopListening();
    this.texture.dispose();
  }

  #write(x: number, y: number, width: number, height: number): void {
    if (this.#isUploaded) writeTexels(this.#renderer, this.texture, x, y, width, height);
    else this.texture.needsUpdate = true;
  }
}
