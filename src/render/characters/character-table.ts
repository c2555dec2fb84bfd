import type { ClipInfo, Tint } from '../../protocol/index.js';
import {
  type AnimationState,
  createAnimationState,
  cutTo,
  type Playback,
  rebaseAnimation,
} from './animation-state.js';
import { LayerTable } from './layer-table.js';
import { MoveTable } from './move-table.js';
import type { PartNumbers } from './part.js';
import {
  BUILD_SHIFT,
  CELL_SHIFT,
  CLEAR,
  CLIP_BITS,
  CLIP_MASK,
  CLIPS,
  COLORS,
  FIELD,
  FREE,
  HIDDEN,
  MAX_BUILD,
  MAX_CELL,
  NO_PART,
  OPACITY_SHIFT,
  PART_BITS,
  PART_MASK,
  packColor,
  packDirection,
  packHeading,
  packOpacity,
  unpackColor,
  unpackFraction,
  unpackHeading,
  unpackOpacity,
} from './row-layout.js';
import { ROW_WORDS, RowTable } from './row-table.js';

/** State of a {@link CharacterTable} as plain data. */
export interface TableState {
  readonly rows: Uint32Array;
  readonly moves: Uint32Array;
  readonly layers: Uint32Array | null;
  readonly stepLeft: number;
  /** Not in states of earlier versions. */
  readonly step?: number;
  readonly usesOpacity: boolean;
}

/** Linear red, green and blue, 0 to 1. */
export type LinearRgb = readonly [r: number, g: number, b: number];

/**
 * The characters of a crowd in one block of memory, 64 bytes each: the only record of a character, which body, face, hair
 * and shared parts read in every pass. Its words are the texels of the table's texture, in the layout that
 * `shaders/README.md` gives.
 */
export class CharacterTable extends RowTable {
  /**
   * Moves of all characters within the present step. A row has the position at the end of the step; {@link x} and the
   * other getters subtract the share of the step that is still to come.
   */
  readonly moves: MoveTable;
  /** Share of the present step that is still to come, 0 to 1. */
  stepLeft = 0;
  /** Number of the present step, modulo 65,536. */
  step = 0;
  /** True once a character has had an opacity below 1. Existing drawings are then made again. */
  usesOpacity = false;
  /** Seconds by which the crowd's clock was moved back so far. */
  rebasedSeconds = 0;
  #layers: LayerTable | undefined;

  constructor(count: number) {
    super(count);
    this.moves = new MoveTable(count);
    this.#free(0);
  }

  /** The layer table, with a record for each row; undefined until {@link useLayers}. */
  get layers(): LayerTable | undefined {
    return this.#layers;
  }

  /** Creates {@link layers}. Existing drawings are then made again. */
  useLayers(): LayerTable {
    this.#layers ??= new LayerTable(this.count);
    return this.#layers;
  }

  takeState(): TableState {
    return {
      rows: this.copyRows(),
      moves: this.moves.copyRows(),
      layers: this.#layers?.copyRows() ?? null,
      stepLeft: this.stepLeft,
      step: this.step,
      usesOpacity: this.usesOpacity,
    };
  }

  /** Replaces all rows by a result of {@link takeState}; the table keeps its size or grows. */
  restoreState({ rows, moves, layers, stepLeft, step = 0, usesOpacity }: TableState): void {
    const count = rows.length / ROW_WORDS;
    if (count > this.count) this.grow(count);
    this.replaceRows(rows);
    this.#free(count);
    this.moves.replaceRows(moves);
    if (layers) this.useLayers().replaceRows(layers);
    else this.#layers?.replaceRows(new Uint32Array());
    this.stepLeft = stepLeft;
    this.step = step;
    this.usesOpacity ||= usesOpacity;
  }

  /** Adds free rows until there are `count`. */
  override grow(count: number): void {
    const oldCount = this.count;
    super.grow(count);
    this.moves.grow(count);
    this.#free(oldCount);
    this.#layers?.grow(count);
  }

  /** Position in metres, heading in radians about Y, uniform scale. */
  setTransform(i: number, x: number, y: number, z: number, heading: number, scale: number): void {
    const row = i * ROW_WORDS;
    this.floats[row + FIELD.x] = x;
    this.floats[row + FIELD.y] = y;
    this.floats[row + FIELD.z] = z;
    this.words[row + FIELD.heading] = packHeading(heading);
    this.floats[row + FIELD.scale] = scale;
    this.changes.mark(i);
    this.moves.clear(i);
  }

  /**
   * Sets the end of the present step: position in metres, and the sine and cosine of the heading; the scale stays.
   * {@link moves} has the distance from its beginning.
   */
  setStepEnd(i: number, x: number, y: number, z: number, sin: number, cos: number): void {
    const row = i * ROW_WORDS;
    this.floats[row + FIELD.x] = x;
    this.floats[row + FIELD.y] = y;
    this.floats[row + FIELD.z] = z;
    this.words[row + FIELD.heading] = packDirection(sin, cos);
    this.changes.mark(i);
  }

  moveBy(i: number, x: number, z: number): void {
    const row = i * ROW_WORDS;
    this.floats[row + FIELD.x] += x;
    this.floats[row + FIELD.z] += z;
    this.changes.mark(i);
  }

  setHeight(i: number, y: number): void {
    this.floats[i * ROW_WORDS + FIELD.y] = y;
    this.changes.mark(i);
  }

  x(i: number): number {
    return this.floats[i * ROW_WORDS + FIELD.x] - this.#stepsLeft(i) * this.moves.x(i);
  }

  y(i: number): number {
    return this.floats[i * ROW_WORDS + FIELD.y] - this.#stepsLeft(i) * this.moves.y(i);
  }

  z(i: number): number {
    return this.floats[i * ROW_WORDS + FIELD.z] - this.#stepsLeft(i) * this.moves.z(i);
  }

  /** Steps of a character's move that are still to come. */
  #stepsLeft(i: number): number {
    return this.moves.stepsAfter(i, this.step) + this.stepLeft;
  }

  /** Radians, −π to π. */
  heading(i: number): number {
    const word = this.words[i * ROW_WORDS + FIELD.heading];
    if (!this.moves.isTurning(i)) return unpackHeading(word);
    const sin = unpackFraction(word) - this.stepLeft * this.moves.sin(i);
    const cos = unpackFraction(word >> 16) - this.stepLeft * this.moves.cos(i);
    return Math.atan2(sin, cos);
  }

  /** Sine and cosine of the heading, faster than by its angle; written to `target`. */
  direction(i: number, target: Float64Array): void {
    const word = this.words[i * ROW_WORDS + FIELD.heading];
    const sin = unpackFraction(word) - this.stepLeft * this.moves.sin(i);
    const cos = unpackFraction(word >> 16) - this.stepLeft * this.moves.cos(i);
    const length = Math.sqrt(sin * sin + cos * cos);
    target[0] = sin / length;
    target[1] = cos / length;
  }

  scale(i: number): number {
    return this.floats[i * ROW_WORDS + FIELD.scale];
  }

  /** Plays a clip and nothing else, without a fade. */
  setPlayback(i: number, playback: Playback): void {
    cutTo(scratch, playback);
    this.setAnimation(i, scratch);
  }

  setAnimation(i: number, animation: AnimationState): void {
    const row = i * ROW_WORDS;
    const at = row + FIELD.clips;
    this.words[at] = (this.words[at] & ~CLIPS) | animation.clip | (animation.oldClip << CLIP_BITS);
    this.floats[row + FIELD.start] = animation.start;
    this.floats[row + FIELD.speed] = animation.speed;
    this.floats[row + FIELD.oldStart] = animation.oldStart;
    this.floats[row + FIELD.oldSpeed] = animation.oldSpeed;
    this.floats[row + FIELD.fadeStart] = animation.fadeStart;
    this.floats[row + FIELD.fadeSeconds] = animation.fadeSeconds;
    this.changes.mark(i);
  }

  /** Number of the clip that a character plays, or fades to. */
  clip(i: number): number {
    return this.words[i * ROW_WORDS + FIELD.clips] & CLIP_MASK;
  }

  animation(i: number, target: AnimationState): AnimationState {
    const row = i * ROW_WORDS;
    const clips = this.words[row + FIELD.clips];
    target.clip = clips & CLIP_MASK;
    target.oldClip = (clips >>> CLIP_BITS) & CLIP_MASK;
    target.start = this.floats[row + FIELD.start];
    target.speed = this.floats[row + FIELD.speed];
    target.oldStart = this.floats[row + FIELD.oldStart];
    target.oldSpeed = this.floats[row + FIELD.oldSpeed];
    target.fadeStart = this.floats[row + FIELD.fadeStart];
    target.fadeSeconds = this.floats[row + FIELD.fadeSeconds];
    return target;
  }

  setColor(i: number, tint: Tint, color: LinearRgb): void {
    const at = i * ROW_WORDS + FIELD[tint];
    this.words[at] = (this.words[at] & ~COLORS) | packColor(...color);
    this.changes.mark(i);
  }

  /** @param opacity 0 to 1; 0 is not drawn */
  setOpacity(i: number, opacity: number): void {
    const bits = packOpacity(opacity);
    for (const field of [FIELD.garment, FIELD.skin, FIELD.hair]) {
      const at = i * ROW_WORDS + field;
      this.words[at] = (this.words[at] & COLORS) | bits;
    }
    if (bits !== 0) this.usesOpacity = true;
    this.changes.mark(i);
  }

  opacity(i: number): number {
    return unpackOpacity(this.words[i * ROW_WORDS + FIELD.garment]);
  }

  /** @param cell 0 to 255 */
  setTextureCell(i: number, cell: number): void {
    const at = i * ROW_WORDS + FIELD.clips;
    this.words[at] = (this.words[at] & ~(MAX_CELL << CELL_SHIFT)) | (cell << CELL_SHIFT);
    this.changes.mark(i);
  }

  textureCell(i: number): number {
    return this.words[i * ROW_WORDS + FIELD.clips] >>> CELL_SHIFT;
  }

  /** @param build 0 to {@link MAX_BUILD} */
  setBuild(i: number, build: number): void {
    const at = i * ROW_WORDS + FIELD.clips;
    this.words[at] = (this.words[at] & ~(MAX_BUILD << BUILD_SHIFT)) | (build << BUILD_SHIFT);
    this.changes.mark(i);
  }

  build(i: number): number {
    return (this.words[i * ROW_WORDS + FIELD.clips] >>> BUILD_SHIFT) & MAX_BUILD;
  }

  color(i: number, tint: Tint): LinearRgb {
    return unpackColor(this.words[i * ROW_WORDS + FIELD[tint]]);
  }

  /** A colour as shaders read it; `tint` is its index in the protocol's `TINTS`. */
  packedColor(i: number, tint: number): number {
    return this.words[i * ROW_WORDS + FIELD.garment + tint];
  }

  /** Sets the numbers of body, face and hair, {@link NO_PART} for none. A free row becomes a hidden character. */
  setParts(i: number, body: number, face: number, hair: number): void {
    const hidden = this.words[i * ROW_WORDS + FIELD.parts] & HIDDEN;
    this.words[i * ROW_WORDS + FIELD.parts] = body | (face << PART_BITS) | (hair << (2 * PART_BITS)) | hidden;
    this.changes.mark(i);
  }

  /** Number of the character's part `k`, 0 to 2, in the order of {@link PartNumbers}. */
  part(i: number, k: number): number {
    return (this.words[i * ROW_WORDS + FIELD.parts] >>> (k * PART_BITS)) & PART_MASK;
  }

  /** Numbers of body, face and hair, in a new array. */
  parts(i: number): PartNumbers {
    return [this.part(i, 0), this.part(i, 1), this.part(i, 2)];
  }

  setHidden(i: number, hidden: boolean): void {
    const at = i * ROW_WORDS + FIELD.parts;
    this.words[at] = hidden ? this.words[at] | HIDDEN : this.words[at] & ~HIDDEN;
    this.changes.mark(i);
  }

  isHidden(i: number): boolean {
    return (this.words[i * ROW_WORDS + FIELD.parts] & HIDDEN) !== 0;
  }

  /** True if instances show the character: neither hidden nor without any opacity. */
  isDrawn(i: number): boolean {
    return !this.isHidden(i) && this.words[i * ROW_WORDS + FIELD.garment] >>> OPACITY_SHIFT !== CLEAR;
  }

  free(i: number): void {
    this.words[i * ROW_WORDS + FIELD.parts] = FREE;
    this.changes.mark(i);
    this.moves.clear(i);
    this.#layers?.clear(i);
  }

  /** True if a row has no character; such rows are hidden, too. */
  isFree(i: number): boolean {
    return this.words[i * ROW_WORDS + FIELD.parts] === FREE;
  }

  /**
   * Moves the crowd's clock back by `seconds`. Poses stay as they are; times stay small enough that 32-bit floats hold
   * them to microseconds after hours.
   *
   * @param now the clock before it is moved
   * @param clips by the numbers that the rows use
   */
  rebase(now: number, seconds: number, clips: readonly ClipInfo[]): void {
    for (let i = 0; i < this.count; i++) {
      if (this.isFree(i)) continue;
      rebaseAnimation(this.animation(i, scratch), now, seconds, clips);
      this.setAnimation(i, scratch);
    }
    this.rebasedSeconds += seconds;
    this.changes.markAll();
    this.#layers?.rebase(seconds);
  }

  #free(first: number): void {
    for (let i = first; i < this.count; i++) this.words[i * ROW_WORDS + FIELD.parts] = FREE;
  }
}

const scratch = createAnimationState();
