import { Color } from 'three';
import { CrowdError, InvalidResponseError, isCrowdError, UnknownClipError } from '../../errors/index.js';
import { type Character, type Hsl, IDLE_CLIPS, parseHexColor, type Tint } from '../../protocol/index.js';
import { type Playback, STILL_SPEED } from './animation-state.js';
import type { LinearRgb } from './character-table.js';
import type { ClipRegistry } from './clip-registry.js';
import { packColor, unpackColor } from './row-layout.js';

/**
 * A colour: hue, saturation and lightness (0 to 1 each) as `Color.setHSL` takes them, a hex colour such as `"#c08a4a"` or
 * 0xc08a4a as `Color.set` takes it, or a `Color` of three.
 */
export type ColorInput = Hsl | readonly [h: number, s: number, l: number] | string | number | Color;

/**
 * A colour in three's working colour space.
 *
 * @throws {CrowdError} for a value that is no colour
 */
export function resolveColor(input: ColorInput): LinearRgb {
  const color = toColor(input);
  if (color && [color.r, color.g, color.b].every(Number.isFinite)) return [color.r, color.g, color.b];
  throw new CrowdError(
    `${describe(input)} is not a colour. Give "#c08a4a", 0xc08a4a, [h, s, l] of 0 to 1 each, or a Color of three.`,
  );
}

/** A colour as rows keep it, and characters show it. */
export function shownColor(color: LinearRgb): LinearRgb {
  return unpackColor(packColor(...color));
}

function toColor(input: ColorInput): Color | undefined {
  if (typeof input === 'string') return toColor(parseHexColor(input) ?? Number.NaN);
  if (typeof input === 'number') {
    return Number.isInteger(input) && input >= 0 && input <= 0xffffff ? new Color(input) : undefined;
  }
  if (Array.isArray(input)) return input.length === 3 ? new Color().setHSL(...(input as Hsl)) : undefined;
  return (input as Partial<Color> | null)?.isColor ? (input as Color) : undefined;
}

function describe(input: ColorInput): string {
  return typeof input === 'object' ? JSON.stringify(input) : `"${String(input)}"`;
}

/** Values of a row that are computed from the response. */
export interface ResolvedCharacter {
  readonly y: number;
  /** Relative to a clock of 0. */
  readonly playback: Playback;
  readonly colors: Record<Tint, LinearRgb>;
}

/** Options of `buildCrowd` for single characters. */
export interface ResolveOptions {
  readonly ground?: ((x: number, z: number) => number) | undefined;
  readonly clipOf?: (character: Character) => string;
  readonly playbackSpeed?: (character: Character) => number;
  readonly strict?: boolean;
}

/**
 * Checks a character, and computes the values of its row. Where its clip is missing, it plays an idle clip.
 *
 * @throws {UnknownClipError} for a missing clip with `strict`, or one that `clipOf` names
 * @throws {InvalidResponseError} for a malformed colour
 * @throws {CrowdError} for a negative playback speed, or one that is not finite
 */
export function resolveCharacter(
  character: Character,
  clips: ClipRegistry,
  options: ResolveOptions,
): ResolvedCharacter {
  const { ground = () => 0, playbackSpeed = () => 1 } = options;
  const clip = findClip(character, clips, options);
  const requested = playbackSpeed(character);
  if (!(requested >= 0 && Number.isFinite(requested))) {
    throw new CrowdError(
      `playbackSpeed returned ${requested} for character ${character.index}; it must return 0 or more.`,
    );
  }
  const speed = requested || STILL_SPEED;
  return {
    y: ground(character.x, character.z),
    playback: { clip, speed, start: (-character.phase * clips.infos[clip].duration) / speed },
    colors: {
      garment: resolveColor(character.garment_hsl),
      skin: hexColor(character, 'skin_hex'),
      hair: hexColor(character, 'hair_hex'),
    },
  };
}

function findClip(character: Character, clips: ClipRegistry, { clipOf, strict }: ResolveOptions): number {
  const { anim_clip, idle_variant, clip, walk_clip = 'walk', index } = character;
  const walk = strict || clips.tryFind(walk_clip) !== undefined ? walk_clip : 'walk';
  const name =
    clipOf?.(character) ?? (anim_clip === 'walk' ? walk : (clip ?? String(IDLE_CLIPS[idle_variant])));
  if (!clipOf && !strict) return clips.findOrIdle(name, idle_variant);
  try {
    return clips.find(name);
  } catch (error) {
    if (!isCrowdError(error, 'UnknownClipError')) throw error;
    throw new UnknownClipError(`Character ${index} plays "${name}". ${error.message}`, name);
  }
}

function hexColor(character: Character, field: 'skin_hex' | 'hair_hex'): LinearRgb {
  if (parseHexColor(character[field]) !== undefined) return resolveColor(character[field]);
  throw new InvalidResponseError(
    `Character ${character.index} has ${field} "${character[field]}", which is not a hex colour such as "#c08a4a".`,
    `characters.${character.index}.${field}`,
  );
}
