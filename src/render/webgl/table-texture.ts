import type { DataTexture, WebGLRenderer } from 'three';
import { DATA_WIDTH, type RowRun, type RowTable } from '../characters/index.js';
import { tableTexture, type VisibleCharacters } from '../drawing/index.js';
import { RangeTexture } from './range-texture.js';

/**
 * So many bytes are uploaded in the time that one more call takes: everything is uploaded at once where ranges would take
 * longer. Fewer calls than the least are made in any case.
 */
const BYTES_A_CALL = 16_384;
const LEAST_RANGES = 8;
const MAX_RANGES = 256;
/** Rows between two that are uploaded, which one call may span. */
const LARGEST_GAP = 8;

/** One of a crowd's tables as a texture, of which only the changed rows of those who are shown are uploaded. */
export class TableTexture {
  readonly #table: RowTable;
  readonly #ranges: RangeTexture;
  readonly #mostRanges: number;
  /** First row of each range that is to be uploaded, and the one after its last. */
  readonly #runs: Uint32Array;
  /** 1 for each row that has changed since it was last uploaded, of whoever was not shown meanwhile. */
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

  /** Takes note of rows that have changed. */
  update(runs: readonly RowRun[]): void {
    for (const { first, count } of runs) this.#waits.fill(1, first, first + count);
    this.#hasWaiting ||= runs.length > 0;
  }

  /**
   * Uploads what has changed of those who are shown before the next draw.
   *
   * With the rows of everybody who has changed, and records of layers by ranges (`SlotTexture` has them now), 5,000 walkers of
   * whom a few are in the picture took 45 to 54 calls a frame, and 1.55 to 1.82 times the main thread's processor time of the
   * same crowd standing; with one or two calls by three's own upload, 1.51 to 1.63 times. With `writeTexels`, and steps that take
   * less, it was 1.42 and 1.47 in two runs in which it was 1.65 and 1.60 before. With 200 in the picture it was 200 calls and
   * 3.6 times, then 5 calls and 2.5 to 2.9 (`bench/walking.ts`, on a busy machine). With half the bytes a call, 36 calls and
   * 27 kB in place of 30 and 105 to 140 took 1.75 times the time.
   *
   * Not done: rows, too, in the order of slots. A crowd that stands would upload them again whenever the camera moves.
   */
  show({ characters, count }: Pick<VisibleCharacters, 'characters' | 'count'>): void {
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
