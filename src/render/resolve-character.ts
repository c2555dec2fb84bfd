import { Color } from 'three';
import type { CrowdAssets } from '../assets/index.js';
import { CrowdError, InvalidResponseError, UnknownClipError } from '../errors/index.js';
import { type Character, type ClipInfo, IDLE_CLIPS, parseHexColor, type Tint } from '../protocol/index.js';
import type { LinearRgb } from './shared/index.js';

/** A character's row, resolved against the assets. */
export interface ResolvedCharacter {
  readonly character: Character;
  readonly info: ClipInfo;
  readonly clip: number;
  readonly start: number;
  readonly speed: number;
  readonly y: number;
  readonly colors: Record<Tint, LinearRgb>;
}

/** What a row needs beside the character itself. */
export interface ResolveOptions {
  readonly assets: Pick<CrowdAssets, 'boneTexture'>;
  readonly groundHeight?: (x: number, z: number) => number;
  readonly playbackSpeed?: (character: Character) => number;
}

/**
 * @throws {UnknownClipError} where the bone texture lacks the clip
 * @throws {InvalidResponseError} for a malformed colour
 */
export function resolveCharacter(character: Character, options: ResolveOptions): ResolvedCharacter {
  const { assets, groundHeight = () => 0, playbackSpeed = () => 1 } = options;
  const clip = clipIndex(character, assets);
  const info = assets.boneTexture.manifest.clipInfo[clip];
  const speed = playbackSpeed(character);
  if (!(speed > 0))
    throw new CrowdError(`Character ${character.index} has the playback speed ${speed}; it must be above 0.`);
  return {
    character,
    info,
    clip,
    speed,
    start: (-character.phase * info.duration) / speed,
    y: groundHeight(character.x, character.z),
    colors: {
      garment: workingRgb(new Color().setHSL(...character.garment_hsl)),
      skin: hexColor(character, 'skin_hex'),
      hair: hexColor(character, 'hair_hex'),
    },
  };
}

function clipIndex(character: Character, { boneTexture }: ResolveOptions['assets']): number {
  const { clipInfo, walkClip } = boneTexture.manifest;
  if (character.anim_clip === 'walk' && walkClip >= 0) return walkClip;
  const name = character.anim_clip === 'walk' ? 'walk' : IDLE_CLIPS[character.idle_variant];
  const index = clipInfo.findIndex((clip) => clip.name === name);
  if (index >= 0) return index;
  throw new UnknownClipError(
    `Character ${character.index} plays "${name}", which the bone texture does not hold; it holds ` +
      `${clipInfo.map((clip) => clip.name).join(', ')}.`,
    String(name),
  );
}

function hexColor(character: Character, field: 'skin_hex' | 'hair_hex'): LinearRgb {
  const hex = parseHexColor(character[field]);
  if (hex !== undefined) return workingRgb(new Color(hex));
  throw new InvalidResponseError(
    `Character ${character.index} has ${field} "${character[field]}", which is no hex colour such as "#c08a4a".`,
    `characters.${character.index}.${field}`,
  );
}

function workingRgb({ r, g, b }: Color): LinearRgb {
  return [r, g, b];
}
