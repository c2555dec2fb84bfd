import type { DataTexture, WebGLRenderer } from 'three';
import { DATA_WIDTH, type RowRun, type RowTable } from '../characters/index.js';
import { tableTexture } from '../drawing/index.js';
import {
  addLineRange,
  CAN_UPLOAD_RANGES,
  clearUpdateRanges,
  onContextLost,
  onTextureUploaded,
} from './three-internals.js';

/** Ranges above which everything is uploaded at once: that is cheaper, and ranges pile up while nothing is drawn. */
const MAX_RANGES = 256;

/** One of a crowd's tables as a texture of which only the changed rows are uploaded. */
export class TableTexture {
  readonly texture: DataTexture;
  readonly #table: RowTable;
  /** Whether the GPU has the whole table, but for the texture's update ranges. */
  #isUploaded = false;
  readonly #stopListening: () => void;

  constructor(table: RowTable, renderer: WebGLRenderer) {
    this.#table = table;
    this.texture = tableTexture(table);
    onTextureUploaded(this.texture, () => {
      this.#isUploaded = true;
      clearUpdateRanges(this.texture);
    });
    // A restored context has an empty texture, of which an upload by ranges would fill no other row.
    this.#stopListening = onContextLost(renderer, () => this.#forget());
  }

  /** Uploads rows before the next draw. */
  update(runs: readonly RowRun[]): void {
    if (runs.length === 0) return;
    if (CAN_UPLOAD_RANGES && this.#isUploaded && !this.#isWhole(runs))
      for (const run of runs) this.#addLines(run);
    else this.#forget();
    if (CAN_UPLOAD_RANGES && this.texture.updateRanges.length > MAX_RANGES) this.#forget();
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.#stopListening();
    this.texture.dispose();
  }

  #isWhole([{ count }]: readonly RowRun[]): boolean {
    return count === this.#table.count;
  }

  // A first upload by ranges would leave the rest of the texture empty, so ranges are given only after one without.
  #forget(): void {
    this.#isUploaded = false;
    clearUpdateRanges(this.texture);
  }

  #addLines({ first, count }: RowRun): void {
    const { rowWords } = this.#table;
    const rowsALine = (DATA_WIDTH * 4) / rowWords;
    const end = first + count;
    for (let row = first; row < end; ) {
      const next = Math.min(end, (Math.floor(row / rowsALine) + 1) * rowsALine);
      addLineRange(this.texture, row * rowWords, (next - row) * rowWords);
      row = next;
    }
  }
}
