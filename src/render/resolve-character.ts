import { CrowdError, InvalidResponseError, isUnknownClipError, UnknownClipError } from '../errors/index.js';
import { type Character, IDLE_CLIPS, parseHexColor, type Tint } from '../protocol/index.js';
import type { ClipBook } from './clip-book.js';
import { resolveColor } from './resolve-color.js';
import type { LinearRgb, Playback } from './shared/index.js';

/** A character as its row has it. */
export interface ResolvedCharacter {
  /** Height of its feet, metres. */
  readonly y: number;
  /** As it would be at crowd second 0. */
  readonly playback: Playback;
  readonly colors: Record<Tint, LinearRgb>;
}

/** What a row needs beside the character itself. */
export interface ResolveOptions {
  readonly groundHeight?: (x: number, z: number) => number;
  readonly playbackSpeed?: (character: Character) => number;
}

/**
 * @throws {UnknownClipError} where the bone texture lacks the clip
 * @throws {InvalidResponseError} for a malformed colour
 * @throws {CrowdError} for a speed that is not above 0
 */
export function resolveCharacter(
  character: Character,
  clips: ClipBook,
  { groundHeight = () => 0, playbackSpeed = () => 1 }: ResolveOptions,
): ResolvedCharacter {
  const clip = clipOf(character, clips);
  const speed = playbackSpeed(character);
  if (!(speed > 0))
    throw new CrowdError(`Character ${character.index} has the playback speed ${speed}; it must be above 0.`);
  return {
    y: groundHeight(character.x, character.z),
    playback: { clip, speed, start: (-character.phase * clips.infos[clip].duration) / speed },
    colors: {
      garment: resolveColor(character.garment_hsl),
      skin: hexColor(character, 'skin_hex'),
      hair: hexColor(character, 'hair_hex'),
    },
  };
}

function clipOf(character: Character, clips: ClipBook): number {
  const name = character.anim_clip === 'walk' ? 'walk' : String(IDLE_CLIPS[character.idle_variant]);
  try {
    return clips.find(name);
  } catch (error) {
    if (!isUnknownClipError(error)) throw error;
    throw new UnknownClipError(`Character ${character.index} plays "${name}". ${error.message}`, name);
  }
}

function hexColor(character: Character, field: 'skin_hex' | 'hair_hex'): LinearRgb {
  if (parseHexColor(character[field]) !== undefined) return resolveColor(character[field]);
  throw new InvalidResponseError(
    `Character ${character.index} has ${field} "${character[field]}", which is no hex colour such as "#c08a4a".`,
    `characters.${character.index}.${field}`,
  );
}
