import type { ClipInfo } from '../../protocol/index.js';
import { packColor } from './pack-color.js';
import { packHeading } from './pack-heading.js';

/** 32-bit words a character takes. */
export const ROW_WORDS = 16;

/** Texels a line of the table's texture holds, four a character. */
export const TABLE_WIDTH = 1024;

const CHARACTERS_A_LINE = TABLE_WIDTH / 4;

/** Word of each field within a row; `shaders/README.md` has the same as texels. */
const FIELD = {
  x: 0,
  y: 1,
  z: 2,
  heading: 3,
  scale: 4,
  start: 5,
  speed: 6,
  clips: 7,
  oldStart: 8,
  oldSpeed: 9,
  fadeStart: 10,
  fadeSeconds: 11,
  garment: 12,
  skin: 13,
  hair: 14,
  parts: 15,
} as const;

/** Bits of each of a row's three part numbers. */
const PART_BITS = 10;
const PART_MASK = (1 << PART_BITS) - 1;
/** Above the part numbers: set where the character is not drawn. */
const HIDDEN = 1 << 30;

/** Part lists a row can tell apart. */
export const MAX_PARTS = PART_MASK;

/** Linear red, green and blue, 0 to 1. */
export type LinearRgb = readonly [r: number, g: number, b: number];

/** A clip being played, in crowd seconds. */
export interface Playback {
  readonly clip: number;
  /** When the clip stood at its beginning. */
  readonly start: number;
  readonly speed: number;
}

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
    this.#floats[row + FIELD.y] = y;
    this.#floats[row + FIELD.z] = z;
    this.words[row + FIELD.heading] = packHeading(heading);
    this.#floats[row + FIELD.scale] = scale;
  }

  /** Plays a clip from now on, without a fade. */
  setPlayback(i: number, { clip, start, speed }: Playback): void {
    const row = i * ROW_WORDS;
    this.words[row + FIELD.clips] = clip | (clip << 16);
    this.#floats[row + FIELD.start] = start;
    this.#floats[row + FIELD.speed] = speed;
    this.#floats[row + FIELD.fadeSeconds] = 0;
  }

  setColors(i: number, garment: LinearRgb, skin: LinearRgb, hair: LinearRgb): void {
    const row = i * ROW_WORDS;
    this.words[row + FIELD.garment] = packColor(...garment);
    this.words[row + FIELD.skin] = packColor(...skin);
    this.words[row + FIELD.hair] = packColor(...hair);
  }

  /** Numbers of the part lists of body, face and hair. */
  setParts(i: number, body: number, face: number, hair: number): void {
    const hidden = this.words[i * ROW_WORDS + FIELD.parts] & HIDDEN;
    this.words[i * ROW_WORDS + FIELD.parts] =
      (body | (face << PART_BITS) | (hair << (2 * PART_BITS)) | hidden) >>> 0;
  }

  /** The number of part list `slot` of 0 (body), 1 (face) and 2 (hair). */
  part(i: number, slot: number): number {
    return (this.words[i * ROW_WORDS + FIELD.parts] >>> (slot * PART_BITS)) & PART_MASK;
  }

  isHidden(i: number): boolean {
    return (this.words[i * ROW_WORDS + FIELD.parts] & HIDDEN) !== 0;
  }

  x(i: number): number {
    return this.#floats[i * ROW_WORDS + FIELD.x];
  }

  y(i: number): number {
    return this.#floats[i * ROW_WORDS + FIELD.y];
  }

  z(i: number): number {
    return this.#floats[i * ROW_WORDS + FIELD.z];
  }

  scale(i: number): number {
    return this.#floats[i * ROW_WORDS + FIELD.scale];
  }

  /**
   * Moves the crowd's clock back by `seconds` and every looping start into the last turn of its loop. Poses stay as
   * they are; what is gained is that a 32-bit float still tells microseconds apart after hours.
   *
   * @param now the clock before it is moved
   */
  rebase(now: number, seconds: number, clips: readonly ClipInfo[]): void {
    for (let i = 0; i < this.count; i++) {
      const row = i * ROW_WORDS;
      const words = this.words[row + FIELD.clips];
      this.#rebaseStart(row + FIELD.start, row + FIELD.speed, clips[words & 0xffff], now, seconds);
      this.#rebaseStart(row + FIELD.oldStart, row + FIELD.oldSpeed, clips[words >>> 16], now, seconds);
      this.#floats[row + FIELD.fadeStart] -= seconds;
    }
  }

  #rebaseStart(start: number, speed: number, clip: ClipInfo, now: number, seconds: number): void {
    const elapsed = now - this.#floats[start];
    const turn = clip.loop ? Math.abs(clip.duration / this.#floats[speed]) : 0;
    const kept = turn > 0 && Number.isFinite(turn) ? elapsed - turn * Math.floor(elapsed / turn) : elapsed;
    this.#floats[start] = now - seconds - kept;
  }
}
