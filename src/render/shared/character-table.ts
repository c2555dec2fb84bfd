import type { ClipInfo } from '../../protocol/index.js';
import { packColor } from './pack-color.js';
import { packHeading } from './pack-heading.js';

/** 32-bit words a character takes. */
export const ROW_WORDS = 16;

/** Texels a row of the table's texture holds, four a character. */
export const TABLE_WIDTH = 1024;

const CHARACTERS_A_LINE = TABLE_WIDTH / 4;

/** Word of each field within a row; `shaders/README.md` has the same as texels. */
const FIELD = {
  x: 0,
  heading: 3,
  scale: 4,
  start: 5,
  speed: 6,
  clip: 7,
  garment: 12,
  skin: 13,
  hair: 14,
} as const;

/** Linear red, green and blue, 0 to 1. */
export type LinearRgb = readonly [r: number, g: number, b: number];

/**
 * Every character of a crowd in one block of memory, 64 bytes each: the single record that body, face, hair and shared
 * parts read in every pass. Its words are the texels of the table's texture, laid out as `shaders/README.md` says.
 */
export class CharacterTable {
  readonly count: number;
  /** Lines of the table's texture. */
  readonly height: number;
  readonly words: Uint32Array;
  readonly #floats: Float32Array;

  constructor(count: number) {
    this.count = count;
    this.height = Math.max(1, Math.ceil(count / CHARACTERS_A_LINE));
    this.words = new Uint32Array(TABLE_WIDTH * 4 * this.height);
    this.#floats = new Float32Array(this.words.buffer);
  }

  /** Metres; radians about Y; uniform scale. */
  setPlace(i: number, x: number, y: number, z: number, heading: number, scale: number): void {
    const row = i * ROW_WORDS;
    this.#floats[row + FIELD.x] = x;
    this.#floats[row + FIELD.x + 1] = y;
    this.#floats[row + FIELD.x + 2] = z;
    this.words[row + FIELD.heading] = packHeading(heading);
    this.#floats[row + FIELD.scale] = scale;
  }

  /** @param start crowd seconds at which the clip stood at its beginning */
  setClip(i: number, clip: number, start: number, speed: number): void {
    const row = i * ROW_WORDS;
    this.words[row + FIELD.clip] = clip | (clip << 16);
    this.#floats[row + FIELD.start] = start;
    this.#floats[row + FIELD.speed] = speed;
  }

  setColors(i: number, garment: LinearRgb, skin: LinearRgb, hair: LinearRgb): void {
    const row = i * ROW_WORDS;
    this.words[row + FIELD.garment] = packColor(...garment);
    this.words[row + FIELD.skin] = packColor(...skin);
    this.words[row + FIELD.hair] = packColor(...hair);
  }

  x(i: number): number {
    return this.#floats[i * ROW_WORDS + FIELD.x];
  }

  y(i: number): number {
    return this.#floats[i * ROW_WORDS + FIELD.x + 1];
  }

  z(i: number): number {
    return this.#floats[i * ROW_WORDS + FIELD.x + 2];
  }

  scale(i: number): number {
    return this.#floats[i * ROW_WORDS + FIELD.scale];
  }

  /**
   * Moves the crowd's clock back by `seconds` and every looping start into the last turn of its loop. Poses stay as
   * they are; what is gained is that a 32-bit float still tells milliseconds apart after hours.
   *
   * @param now the clock before it is moved
   */
  rebase(now: number, seconds: number, clips: readonly ClipInfo[]): void {
    for (let i = 0; i < this.count; i++) {
      const row = i * ROW_WORDS;
      const clip = clips[this.words[row + FIELD.clip] & 0xffff];
      const elapsed = now - this.#floats[row + FIELD.start];
      const turn = clip.loop ? clip.duration / this.#floats[row + FIELD.speed] : 0;
      const kept = turn > 0 && Number.isFinite(turn) ? elapsed - turn * Math.floor(elapsed / turn) : elapsed;
      this.#floats[row + FIELD.start] = now - seconds - kept;
    }
  }
}
