import { Color } from 'three';
import { CrowdError } from '../errors/index.js';
import { type Hsl, parseHexColor } from '../protocol/index.js';
import type { LinearRgb } from './shared/index.js';

/**
 * A colour: hue, saturation and lightness as `Color.setHSL` takes them, a hex colour such as `"#c08a4a"` or 0xc08a4a as
 * `Color.set` takes it, or three's own.
 */
export type ColorInput = Hsl | readonly [h: number, s: number, l: number] | string | number | Color;

/**
 * A colour in three's working space.
 *
 * @throws {CrowdError} where it is none
 */
export function resolveColor(input: ColorInput): LinearRgb {
  const color = toColor(input);
  if (color && [color.r, color.g, color.b].every(Number.isFinite)) return [color.r, color.g, color.b];
  throw new CrowdError(
    `${describe(input)} is no colour. Give "#c08a4a", 0xc08a4a, [h, s, l] of 0 to 1 each, or a Color of three.`,
  );
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
