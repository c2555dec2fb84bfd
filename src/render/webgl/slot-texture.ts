import type { DataTexture, WebGLRenderer } from 'three';
import { DATA_WIDTH, ROW_WORDS, type RowTable } from '../characters/index.js';
import { tableTexture, type VisibleCharacters } from '../drawing/index.js';
import { RangeTexture } from './range-texture.js';

const ROWS_A_LINE = (DATA_WIDTH * 4) / ROW_WORDS;

/**
 * The records of those who are shown as a texture, in the order of their palette slots: for a table of which most records
 * change in every frame. They lie side by side, so that one call uploads those of 256 characters, where records in the order
 * of the table took a call for each of them.
 */
export class SlotTexture {
  readonly #table: RowTable;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #ranges: RangeTexture;

  constructor(table: RowTable, renderer: WebGLRenderer) {
    this.#table = table;
    this.#words = new Uint32Array(table.words.length);
    this.#ranges = new RangeTexture(tableTexture({ words: this.#words, height: table.height }), renderer);
  }

  get texture(): DataTexture {
    return this.#ranges.texture;
  }

  /** Uploads what is different of those who are shown before the next draw. */
  show({ characters, count }: Pick<VisibleCharacters, 'characters' | 'count'>): void {
    for (let first = 0; first < count; first += ROWS_A_LINE) {
      this.#showLine(characters, first, Math.min(count, first + ROWS_A_LINE));
    }
  }

  dispose(): void {
    this.#ranges.dispose();
  }

  #showLine(characters: Uint32Array, first: number, end: number): void {
    const words = this.#words;
    const source = this.#table.words;
    let from = -1;
    let to = -1;
    for (let slot = first; slot < end; slot++) {
      const a = characters[slot] * ROW_WORDS;
      const b = slot * ROW_WORDS;
      let different = 0;
      for (let k = 0; k < ROW_WORDS; k++) {
        different |= words[b + k] ^ source[a + k];
        words[b + k] = source[a + k];
      }
      if (different === 0) continue;
      if (from < 0) from = b;
      to = b + ROW_WORDS;
    }
    if (from >= 0) this.#ranges.upload(from, to - from);
  }
}
