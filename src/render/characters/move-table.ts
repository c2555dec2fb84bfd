import { packDirection, unpackFraction } from './row-layout.js';
import { RowTable } from './row-table.js';

/** Word of each field within a record, as {@link import('./row-layout.js').FIELD} for rows. */
const MOVE_FIELD = {
  /** Distance that a character moves in the step (f32, metres). */
  x: 0,
  y: 1,
  z: 2,
  /** Half of the step's change of the heading's sine and cosine (2 × snorm16), or the last step of a long move. */
  turn: 3,
} as const;

const MOVE_WORDS = 4;
/** Upper half of `turn` in long moves: −32,768, which no snorm16 is. */
export const LONG_MOVE = 0x8000;
const STEP_MASK = 0xffff;

/**
 * The move of each character in the present step, 16 bytes each; all zeros for a character that stands. The character
 * table has the position at the end of the move; shaders, and the getters of that table, subtract the share of the move
 * that is still to come. Thus a frame between two steps uploads nothing.
 */
export class MoveTable extends RowTable {
  constructor(count: number) {
    super(count, MOVE_WORDS);
  }

  /** @param sin change of the heading's sine in the step, as `cos` for its cosine; −2 to 2 */
  set(i: number, x: number, y: number, z: number, sin: number, cos: number): void {
    const at = i * MOVE_WORDS;
    this.floats[at + MOVE_FIELD.x] = x;
    this.floats[at + MOVE_FIELD.y] = y;
    this.floats[at + MOVE_FIELD.z] = z;
    this.words[at + MOVE_FIELD.turn] = packDirection(sin / 2, cos / 2);
    this.changes.mark(i);
  }

  /**
   * Sets a move that goes on for several steps, without a turn. The row has the position at the end of the last of them.
   *
   * @param x distance in each step
   * @param lastStep its number
   */
  setLong(i: number, x: number, y: number, z: number, lastStep: number): void {
    const at = i * MOVE_WORDS;
    this.floats[at + MOVE_FIELD.x] = x;
    this.floats[at + MOVE_FIELD.y] = y;
    this.floats[at + MOVE_FIELD.z] = z;
    this.words[at + MOVE_FIELD.turn] = (LONG_MOVE << 16) | (lastStep & STEP_MASK);
    this.changes.mark(i);
  }

  isLong(i: number): boolean {
    return this.words[i * MOVE_WORDS + MOVE_FIELD.turn] >>> 16 === LONG_MOVE;
  }

  /**
   * Number of steps of a character's move that follow the present one.
   *
   * @param step number of the present one
   */
  stepsAfter(i: number, step: number): number {
    if (!this.isLong(i)) return 0;
    // With a sign: a worker that is late leaves its characters walking on.
    return ((this.words[i * MOVE_WORDS + MOVE_FIELD.turn] - step) << 16) >> 16;
  }

  clear(i: number): void {
    if (!this.isMoving(i)) return;
    this.words.fill(0, i * MOVE_WORDS, (i + 1) * MOVE_WORDS);
    this.changes.mark(i);
  }

  isMoving(i: number): boolean {
    const at = i * MOVE_WORDS;
    const { words } = this;
    return (words[at] | words[at + 1] | words[at + 2] | words[at + 3]) !== 0;
  }

  x(i: number): number {
    return this.floats[i * MOVE_WORDS + MOVE_FIELD.x];
  }

  y(i: number): number {
    return this.floats[i * MOVE_WORDS + MOVE_FIELD.y];
  }

  z(i: number): number {
    return this.floats[i * MOVE_WORDS + MOVE_FIELD.z];
  }

  isTurning(i: number): boolean {
    return this.words[i * MOVE_WORDS + MOVE_FIELD.turn] !== 0 && !this.isLong(i);
  }

  sin(i: number): number {
    if (this.isLong(i)) return 0;
    return 2 * unpackFraction(this.words[i * MOVE_WORDS + MOVE_FIELD.turn]);
  }

  cos(i: number): number {
    if (this.isLong(i)) return 0;
    return 2 * unpackFraction(this.words[i * MOVE_WORDS + MOVE_FIELD.turn] >> 16);
  }
}
