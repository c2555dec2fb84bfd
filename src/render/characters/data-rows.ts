/** Texels across a texture that holds data; a power of two. */
export const DATA_WIDTH = 1024;

/** 32-bit words of one character, in the character table and in the layer table alike. */
export const ROW_WORDS = 16;

/** Characters in a line of a table's texture, four texels each. */
const ROWS_A_LINE = DATA_WIDTH / 4;

/** Lines of a texture of `count` rows. */
export function linesFor(count: number): number {
  return Math.max(1, Math.ceil(count / ROWS_A_LINE));
}

/** Room for `count` rows, in whole lines. */
export function createWords(count: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(DATA_WIDTH * 4 * linesFor(count));
}
