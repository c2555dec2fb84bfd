import type { DataTexture, WebGLRenderer } from 'three';
import { DATA_WIDTH, ROW_WORDS, type RowRun, type RowTable } from '../characters/index.js';
import { type CharacterList, tableTexture } from '../drawing/index.js';
import { RangeTexture } from './range-texture.js';

const ROWS_A_LINE = (DATA_WIDTH * 4) / ROW_WORDS;

/** Row of a slot that was not in use yet. */
const NOBODY = 0xffffffff;

/**
 * The records of the characters with a palette slot as a texture, in the order of their palette slots: for a table with many changes in
 * every frame. One call uploads 256 adjacent records; in the order of the table each record took a call of its own.
 */
export class SlotTexture {
  readonly #table: RowTable;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #ranges: RangeTexture;
  readonly #versions: Uint32Array;
  /**
   * Row and version of the record in each slot. With comparisons of whole records in place of versions, 5,000 visible
   * characters took 1.1 times as long (`bench/walking.ts`).
   */
  readonly #rows: Uint32Array;
  readonly #shownVersions: Uint32Array;

  constructor(table: RowTable, slots: number, renderer: WebGLRenderer) {
    this.#table = table;
    const height = Math.ceil(slots / ROWS_A_LINE);
    this.#words = new Uint32Array(height * DATA_WIDTH * 4);
    this.#ranges = new RangeTexture(tableTexture({ words: this.#words, height }), renderer);
    this.#versions = new Uint32Array(table.count);
    this.#rows = new Uint32Array(slots).fill(NOBODY);
    this.#shownVersions = new Uint32Array(slots);
  }

  get texture(): DataTexture {
    return this.#ranges.texture;
  }

  update(runs: readonly RowRun[]): void {
    for (const { first, count } of runs) {
      for (let row = first; row < first + count; row++) this.#versions[row] += 1;
    }
  }

  /** Uploads the changed records of these characters before the next draw. */
  show({ characters, count }: CharacterList): void {
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

  /** Copies a record to a slot; returns true if the slot has changed. */
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
