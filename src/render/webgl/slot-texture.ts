import type { DataTexture, WebGLRenderer } from 'three';
import { DATA_WIDTH, ROW_WORDS, type RowRun, type RowTable } from '../characters/index.js';
import { tableTexture, type VisibleCharacters } from '../drawing/index.js';
import { RangeTexture } from './range-texture.js';

const ROWS_A_LINE = (DATA_WIDTH * 4) / ROW_WORDS;

/** Of a slot in which nothing was shown yet. */
const NOBODY = 0xffffffff;

/**
 * The records of those who are shown as a texture, in the order of their palette slots: for a table of which many records
 * change in every frame. They lie side by side, so that one call uploads those of 256 characters, where records in the order
 * of the table took a call for each of them.
 */
export class SlotTexture {
  readonly #table: RowTable;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #ranges: RangeTexture;
  /** How often each record of the table has changed. */
  readonly #versions: Uint32Array;
  /**
   * Of each slot, whose record it has and which version of that. With whole records compared in place of these, of 5,000 who
   * are all shown and of whom few change, walking took 1.1 times as long (`bench/walking.ts`).
   */
  readonly #rows: Uint32Array;
  readonly #shownVersions: Uint32Array;

  constructor(table: RowTable, renderer: WebGLRenderer) {
    this.#table = table;
    this.#words = new Uint32Array(table.words.length);
    this.#ranges = new RangeTexture(tableTexture({ words: this.#words, height: table.height }), renderer);
    this.#versions = new Uint32Array(table.count);
    this.#rows = new Uint32Array(table.count).fill(NOBODY);
    this.#shownVersions = new Uint32Array(table.count);
  }

  get texture(): DataTexture {
    return this.#ranges.texture;
  }

  /** Takes note of records that have changed. */
  update(runs: readonly RowRun[]): void {
    for (const { first, count } of runs) {
      for (let row = first; row < first + count; row++) this.#versions[row] += 1;
    }
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
    const rows = this.#rows;
    const versions = this.#versions;
    const shownVersions = this.#shownVersions;
    let from = -1;
    let to = -1;
    for (let slot = first; slot < end; slot++) {
      const row = characters[slot];
      if (rows[slot] === row && shownVersions[slot] === versions[row]) continue;
      rows[slot] = row;
      shownVersions[slot] = versions[row];
      if (!this.#copy(row, slot)) continue;
      if (from < 0) from = slot * ROW_WORDS;
      to = (slot + 1) * ROW_WORDS;
    }
    if (from >= 0) this.#ranges.upload(from, to - from);
  }

  /** Copies a record to a slot, and tells whether there was another one. */
  #copy(row: number, slot: number): boolean {
    const words = this.#words;
    const source = this.#table.words;
    const a = row * ROW_WORDS;
    const b = slot * ROW_WORDS;
    let different = 0;
    for (let k = 0; k < ROW_WORDS; k++) {
      different |= words[b + k] ^ source[a + k];
      words[b + k] = source[a + k];
    }
    return different !== 0;
  }
}
