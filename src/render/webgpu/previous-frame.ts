import type { WebGPURenderer } from 'three/webgpu';
import { type CharacterTable, ROW_WORDS } from '../characters/index.js';
import { animationFrame } from './three-internals.js';

/**
 * The clock and the tables of the previous frame, from which its poses are computed again for motion vectors. Poses are a
 * function of these, so nothing else is stored, and characters that were out of view have a previous pose too.
 *
 * All successive drawings of a crowd share one, so that a new drawing has the previous frame.
 */
export class PreviousFrame {
  /** The character table as it was, with the rows that it has now. Another array once the table has grown. */
  words: Uint32Array<ArrayBuffer>;
  /** The table of moves as it was. */
  moveWords: Uint32Array<ArrayBuffer>;
  /** The table of layers as it was; empty in a crowd without. */
  layerWords: Uint32Array<ArrayBuffer>;
  /** The clock as it was. */
  seconds = 0;
  /** Share of the step that was still to come. */
  stepLeft = 0;
  /** True if the previous frame is known, which it is not in the first frame with motion vectors. */
  isKnown = false;
  readonly #renderer: WebGPURenderer;
  readonly #table: CharacterTable;
  /** The table and the clock as they were last drawn. */
  #drawn: Uint32Array<ArrayBuffer>;
  #drawnMoves: Uint32Array<ArrayBuffer>;
  #drawnLayers: Uint32Array<ArrayBuffer>;
  #drawnSeconds = 0;
  #drawnStepLeft = 0;
  /** 1 for each row that had no character when it was last drawn. */
  #wasFree: Uint8Array<ArrayBuffer>;
  #isStarted = false;
  #frame = -1;

  constructor(renderer: WebGPURenderer, table: CharacterTable) {
    this.#renderer = renderer;
    this.#table = table;
    this.#drawn = table.words.slice();
    this.#wasFree = new Uint8Array(table.count);
    this.words = table.words.slice();
    this.#drawnMoves = table.moves.words.slice();
    this.moveWords = table.moves.words.slice();
    this.#drawnLayers = layersOf(table).slice();
    this.layerWords = layersOf(table).slice();
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
   * @returns true if `words` and `seconds` have changed
   */
  advance(seconds: number): boolean {
    const frame = animationFrame(this.#renderer);
    const isNewFrame = frame !== this.#frame;
    if (isNewFrame) {
      this.#frame = frame;
      this.seconds = this.#drawnSeconds;
      this.stepLeft = this.#drawnStepLeft;
      this.isKnown = true;
      this.resize();
      this.words.set(this.#drawn);
      this.moveWords.set(this.#drawnMoves);
      this.layerWords.set(this.#drawnLayers);
      this.#placeNewcomers();
    }
    this.#remember(seconds);
    return isNewFrame;
  }

  /** Makes `words` as long as the table, which may have grown. */
  resize(): void {
    const { words } = this.#table;
    if (layersOf(this.#table).length !== this.layerWords.length) {
      // New layers or rows have no previous values: takes the present ones.
      this.#drawnLayers = layersOf(this.#table).slice();
      this.layerWords = this.#drawnLayers.slice();
    }
    if (words.length === this.words.length) return;
    const { words: moveWords } = this.#table.moves;
    this.words = grown(this.words, words);
    this.#drawn = grown(this.#drawn, words);
    this.moveWords = grown(this.moveWords, moveWords);
    this.#drawnMoves = grown(this.#drawnMoves, moveWords);
    const wasFree = new Uint8Array(this.#table.count).fill(1);
    wasFree.set(this.#wasFree);
    this.#wasFree = wasFree;
  }

  #remember(seconds: number): void {
    this.#drawn.set(this.#table.words);
    this.#drawnMoves.set(this.#table.moves.words);
    this.#drawnLayers.set(layersOf(this.#table));
    this.#drawnSeconds = seconds;
    this.#drawnStepLeft = this.#table.stepLeft;
    for (let i = 0; i < this.#wasFree.length; i++) this.#wasFree[i] = this.#table.isFree(i) ? 1 : 0;
  }

  /** Gives characters that the previous frame lacked their present values. */
  #placeNewcomers(): void {
    const table = this.#table;
    const { words: moveWords, rowWords: moveSize } = table.moves;
    const layerWords = layersOf(table);
    for (let i = 0; i < table.count; i++) {
      if (this.#wasFree[i] === 0 || table.isFree(i)) continue;
      const o = i * ROW_WORDS;
      this.words.set(table.words.subarray(o, o + ROW_WORDS), o);
      const m = i * moveSize;
      this.moveWords.set(moveWords.subarray(m, m + moveSize), m);
      if (layerWords.length > 0) this.layerWords.set(layerWords.subarray(o, o + ROW_WORDS), o);
    }
  }
}

/** The previous table, extended by the present values of new rows. */
function grown(old: Uint32Array, present: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const words = present.slice();
  words.set(old);
  return words;
}

const NO_WORDS = new Uint32Array(0);

function layersOf({ layers }: CharacterTable): Uint32Array<ArrayBuffer> {
  return layers?.words ?? NO_WORDS;
}

/** Previous frames by renderer and table. */
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
