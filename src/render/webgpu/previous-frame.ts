import type { WebGPURenderer } from 'three/webgpu';
import type { CharacterTable, RowTable } from '../characters/index.js';
import { animationFrame } from './three-internals.js';

/** One of a crowd's tables as it was last drawn, and as it was in the frame before. */
class TableHistory {
  /** The rows of the previous frame. Another array once the table has grown. */
  words: Uint32Array<ArrayBuffer>;
  readonly #table: () => RowTable | undefined;
  #drawn: Uint32Array<ArrayBuffer>;

  /** @param table undefined for a table that the crowd does not have yet */
  constructor(table: () => RowTable | undefined) {
    this.#table = table;
    this.words = this.#present.slice();
    this.#drawn = this.words.slice();
  }

  remember(): void {
    this.#drawn.set(this.#present);
  }

  advance(): void {
    this.words.set(this.#drawn);
  }

  /** Gives a row its present values. */
  takePresent(i: number): void {
    const size = this.#table()?.rowWords ?? 0;
    this.words.set(this.#present.subarray(i * size, (i + 1) * size), i * size);
  }

  /** Makes the arrays as long as the table; new rows have their present values. */
  resize(): void {
    if (this.#present.length === this.words.length) return;
    const [before, drawn] = [this.words, this.#drawn];
    this.words = this.#present.slice();
    this.words.set(before);
    this.#drawn = this.#present.slice();
    this.#drawn.set(drawn);
  }

  get #present(): Uint32Array<ArrayBuffer> {
    return this.#table()?.words ?? NO_WORDS;
  }
}

const NO_WORDS = new Uint32Array(0);

/**
 * The clock and the tables of the previous frame, from which its poses are computed again for motion vectors. Poses are a
 * function of these, so nothing else is stored, and characters that were out of view have a previous pose too.
 *
 * All successive drawings of a crowd share one, so that a new drawing has the previous frame.
 */
export class PreviousFrame {
  readonly rows: TableHistory;
  readonly moves: TableHistory;
  /** Empty in a crowd without layers. */
  readonly layers: TableHistory;
  /** The clock of the previous frame. */
  seconds = 0;
  /** Share of the step that was still to come, and the number of the step. */
  stepLeft = 0;
  step = 0;
  /** True if the previous frame is known, which it is not in the first frame with motion vectors. */
  isKnown = false;
  readonly #renderer: WebGPURenderer;
  readonly #table: CharacterTable;
  readonly #histories: readonly TableHistory[];
  #drawnSeconds = 0;
  #drawnStepLeft = 0;
  #drawnStep = 0;
  /** 1 for each row that had no character when it was last drawn. */
  #wasFree: Uint8Array<ArrayBuffer>;
  #isStarted = false;
  #frame = -1;

  constructor(renderer: WebGPURenderer, table: CharacterTable) {
    this.#renderer = renderer;
    this.#table = table;
    this.rows = new TableHistory(() => table);
    this.moves = new TableHistory(() => table.moves);
    this.layers = new TableHistory(() => table.layers);
    this.#histories = [this.rows, this.moves, this.layers];
    this.#wasFree = new Uint8Array(table.count);
  }

  /** True once motion vectors are in use; from then on {@link advance} has to be called. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Stores the frame that is being drawn, at `seconds` of the clock: the first one with motion vectors. */
  start(seconds: number): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#frame = animationFrame(this.#renderer);
    this.#remember(seconds);
  }

  /**
   * Call it for each camera, with its clock. Calls within one animation frame of three have the same previous frame, as
   * three's cameras and objects do.
   *
   * @returns true if the tables and `seconds` have changed
   */
  advance(seconds: number): boolean {
    const frame = animationFrame(this.#renderer);
    const isNewFrame = frame !== this.#frame;
    if (isNewFrame) {
      this.#frame = frame;
      this.seconds = this.#drawnSeconds;
      this.stepLeft = this.#drawnStepLeft;
      this.step = this.#drawnStep;
      this.isKnown = true;
      this.resize();
      for (const history of this.#histories) history.advance();
      this.#placeNewcomers();
    }
    this.#remember(seconds);
    return isNewFrame;
  }

  /** Follows the growth of the tables. */
  resize(): void {
    for (const history of this.#histories) history.resize();
    if (this.#wasFree.length === this.#table.count) return;
    const wasFree = new Uint8Array(this.#table.count).fill(1);
    wasFree.set(this.#wasFree);
    this.#wasFree = wasFree;
  }

  #remember(seconds: number): void {
    for (const history of this.#histories) history.remember();
    this.#drawnSeconds = seconds;
    this.#drawnStepLeft = this.#table.stepLeft;
    this.#drawnStep = this.#table.step;
    for (let i = 0; i < this.#wasFree.length; i++) this.#wasFree[i] = this.#table.isFree(i) ? 1 : 0;
  }

  /** Gives characters that the previous frame lacked their present values. */
  #placeNewcomers(): void {
    for (let i = 0; i < this.#table.count; i++) {
      if (this.#wasFree[i] === 0 || this.#table.isFree(i)) continue;
      for (const history of this.#histories) history.takePresent(i);
    }
  }
}

const previousFrames = new WeakMap<WebGPURenderer, WeakMap<CharacterTable, PreviousFrame>>();

/** The previous frame of a table, the same for all drawings by one renderer. */
export function previousFrameOf(renderer: WebGPURenderer, table: CharacterTable): PreviousFrame {
  const ofRenderer = previousFrames.get(renderer) ?? new WeakMap<CharacterTable, PreviousFrame>();
  previousFrames.set(renderer, ofRenderer);
  const previous = ofRenderer.get(table) ?? new PreviousFrame(renderer, table);
  ofRenderer.set(table, previous);
  previous.resize();
  return previous;
}
