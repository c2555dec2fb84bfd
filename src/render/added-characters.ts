import type { Character } from '../protocol/index.js';
import type { Characters } from './characters/index.js';

/** Position, heading and animation of one character of a file. */
export interface GLTFCharacterOptions {
  /** In the crowd's space: metres, or the file's unit if characters keep the file's height. */
  readonly x: number;
  readonly z: number;
  /** Radians about Y, counter-clockwise from above. @default the option `heading` of the crowd */
  readonly heading?: number;
  /** @default 1 */
  readonly scale?: number;
  /**
   * Name of its first clip.
   * @default `walk` or `idle`, by the option `walking`; for a file with neither, the first clip with movement
   */
  readonly clip?: string;
  /** Start of the clip, as a fraction of its length. @default spread evenly */
  readonly phase?: number;
  /**
   * Index in `looks` or, without that option, of the file with its character.
   *
   * @default each in turn; with `vary`, one that is added gets the look whose nearest bearer is farthest
   */
  readonly look?: number;
  /** Indices in the option `things` of what it carries, at most one a bone; `[]` for nothing. @default dealt */
  readonly things?: readonly number[];
}

/**
 * Completes the characters that are added to a crowd of files, and adds them.
 *
 * @param characters those who are there
 * @param now crowd seconds
 * @param add adds complete characters, and returns their indices
 */
export type AddCharacters = (
  added: readonly (Character | GLTFCharacterOptions)[],
  characters: Characters,
  now: number,
  add: (complete: readonly Character[]) => number[],
) => number[];

/** True for a character as a service sends it, which says all that it shows. */
export function isComplete(character: Character | GLTFCharacterOptions): character is Character {
  return 'body_id' in character;
}
