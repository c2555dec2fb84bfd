import type { DataTexture, WebGLRenderer } from 'three';
import { DATA_WIDTH, type RowRun, type RowTable } from '../characters/index.js';
import { type CharacterList, tableTexture } from '../drawing/index.js';
import { RangeTexture } from './range-texture.js';

/**
 * Bytes that are uploaded in the time of one more call, by which ranges are compared with one upload of the whole texture;
 * and the number of calls below which ranges are always used.
 */
const BYTES_A_CALL = 16_384;
const LEAST_RANGES = 8;
const MAX_RANGES = 256;
/** Maximum of unchanged rows within a range. */
const LARGEST_GAP = 8;

/** One of a crowd's tables as a texture. Uploads only the changed rows of visible characters. */
export class TableTexture {
  readonly #table: RowTable;
  readonly #ranges: RangeTexture;
  readonly #mostRanges: number;
  /** First row of each range to upload, and the row after its last. */
  readonly #runs: Uint32Array;
  /** 1 for each row that has changed since its last upload. */
  readonly #waits: Uint8Array;
  #hasWaiting = false;

  constructor(table: RowTable, renderer: WebGLRenderer) {
    this.#table = table;
    this.#ranges = new RangeTexture(tableTexture(table), renderer);
    this.#waits = new Uint8Array(table.count);
    const ranges = Math.floor((table.count * table.rowWords * 4) / BYTES_A_CALL);
    this.#mostRanges = Math.min(MAX_RANGES, Math.max(LEAST_RANGES, ranges));
    this.#runs = new Uint32Array(2 * this.#mostRanges);
  }

  get texture(): DataTexture {
    return this.#ranges.texture;
  }

  update(runs: readonly RowRun[]): void {
    for (const { first, count } of runs) this.#waits.fill(1, first, first + count);
    this.#hasWaiting ||= runs.length > 0;
  }

  /**
   * Uploads the changed rows of the visible characters before the next draw.
   *
   * Notes: processor time of the main thread with 5,000 walkers, few of them visible, relative to the same crowd standing
   * (`bench/walking.ts`): 1.42 to 1.47; with the rows of all changed characters, 1.60 to 1.82 and 45 to 54 calls a frame; with
   * three's own upload, 1.51 to 1.63. With 200 visible, 5 calls and 2.5 to 2.9 times in place of 200 calls and 3.6 times.
   * Rejected: rows in the order of slots. A standing crowd would upload them whenever the camera moves.
   */
  show({ characters, count }: CharacterList): void {
    if (!this.#hasWaiting) return;
    const waits = this.#waits;
    const runs = this.#runs;
    let rows = 0;
    let ranges = 0;
    let end = 0;
    for (let slot = 0; slot < count && ranges <= this.#mostRanges; slot++) {
      const row = characters[slot];
      if (waits[row] === 0) continue;
      waits[row] = 0;
      rows += 1;
      if (ranges === 0 || row < end || row - end > LARGEST_GAP) runs[2 * ranges++] = row;
      end = row + 1;
      runs[2 * ranges - 1] = end;
    }
    if (ranges > this.#mostRanges || 2 * rows > this.#table.count) {
      this.#ranges.uploadAll();
      waits.fill(0);
      this.#hasWaiting = false;
    } else for (let k = 0; k < ranges; k++) this.#uploadRows(runs[2 * k], runs[2 * k + 1]);
  }

  dispose(): void {
    this.#ranges.dispose();
  }

  #uploadRows(first: number, end: number): void {
    const { rowWords } = this.#table;
    const rowsALine = (DATA_WIDTH * 4) / rowWords;
    for (let row = first; row < end; ) {
      const next = Math.min(end, (Math.floor(row / rowsALine) + 1) * rowsALine);
      this.#ranges.upload(row * rowWords, (next - row) * rowWords);
      row = next;
    }
  }
}
