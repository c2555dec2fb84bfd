import { ChangedRows } from './changed-rows.js';

/** Texels across a texture that holds data; a power of two. */
export const DATA_WIDTH = 1024;

/** 32-bit words of one character, in the character table and in the layer table alike. */
export const ROW_WORDS = 16;

/** Words of a line of a table's texture. */
const LINE_WORDS = DATA_WIDTH * 4;

/** A table with a row of words for each character, zeros at first. Its words are the texels of a texture. */
export class RowTable {
  /** Rows that have changed since the last upload. */
  readonly changes: ChangedRows;
  /** 32-bit words of a row, whole texels. */
  readonly rowWords: number;
  #count: number;
  #words: Uint32Array<ArrayBuffer>;
  #floats: Float32Array;

  constructor(count: number, rowWords = ROW_WORDS) {
    this.changes = new ChangedRows(count);
    this.rowWords = rowWords;
    this.#count = count;
    this.#words = this.#createWords(count);
    this.#floats = new Float32Array(this.#words.buffer);
  }

  get count(): number {
    return this.#count;
  }

  /** Lines of the table's texture. */
  get height(): number {
    return this.#linesFor(this.#count);
  }

  /** All rows, as words; another array once the table has grown. */
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words;
  }

  /** The same memory as {@link words}, as numbers. */
  protected get floats(): Float32Array {
    return this.#floats;
  }

  /** Adds rows of zeros until there are `count`. */
  grow(count: number): void {
    const old = this.#words.subarray(0, this.#count * this.rowWords);
    this.#count = count;
    this.#words = this.#createWords(count);
    this.#words.set(old);
    this.#floats = new Float32Array(this.#words.buffer);
    this.changes.grow(count);
  }

  copyRows(): Uint32Array<ArrayBuffer> {
    return this.#words.slice(0, this.#count * this.rowWords);
  }

  /** Writes rows over the first ones, and zeros over the others. */
  replaceRows(rows: Uint32Array): void {
    this.#words.fill(0).set(rows);
    this.changes.markAll();
  }

  #linesFor(count: number): number {
    return Math.max(1, Math.ceil((count * this.rowWords) / LINE_WORDS));
  }

  #createWords(count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(LINE_WORDS * this.#linesFor(count));
  }
}
