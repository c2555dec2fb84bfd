import type { WebGPURenderer } from 'three/webgpu';
import { type CharacterTable, ROW_WORDS } from '../characters/index.js';
import { animationFrame } from './three-internals.js';

/**
 * The clock and the character table of the frame before, from which its poses are computed again for motion vectors. A
 * pose is a function of the two, so nothing else has to be kept, and a character that was out of sight has a previous
 * pose too.
 *
 * One serves all drawings that a crowd has one after the other, so that a new drawing knows the frame before it.
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
  /** What was left of the step that moves were within. */
  stepLeft = 0;
  /** True if the two are known. In the first frame with motion vectors they are not. */
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

  /** True if motion vectors have been asked for, from which time on {@link advance} has to be called. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Remembers the frame that is being drawn, at `seconds` of the clock: the first one with motion vectors. */
  start(seconds: number): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#frame = animationFrame(this.#renderer);
    this.#remember(seconds);
  }

  /**
   * To be called once a camera, with the clock it is to be drawn at. Time passes between three's animation frames, as it
   * does for the cameras and objects of three: several calls within one have the same frame before.
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
      // The layers are new, or rows were added: there are no earlier values, and the present ones stand for them.
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

  /** A character that was not there in the frame before has not moved since. */
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

/** A table as it was, with the rows that it has got since as they are now. */
function grown(old: Uint32Array, present: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const words = present.slice();
  words.set(old);
  return words;
}

const NO_WORDS = new Uint32Array(0);

function layersOf({ layers }: CharacterTable): Uint32Array<ArrayBuffer> {
  return layers?.words ?? NO_WORDS;
}

/** Of each renderer and table. */
const previousFrames = new WeakMap<WebGPURenderer, WeakMap<CharacterTable, PreviousFrame>>();

/** The frame before of a table, the same for all drawings that one renderer makes of it. */
export function previousFrameOf(renderer: WebGPURenderer, table: CharacterTable): PreviousFrame {
  const ofRenderer = previousFrames.get(renderer) ?? new WeakMap<CharacterTable, PreviousFrame>();
  previousFrames.set(renderer, ofRenderer);
  const previous = ofRenderer.get(table) ?? new PreviousFrame(renderer, table);
  ofRenderer.set(table, previous);
  previous.resize();
  return previous;
}
