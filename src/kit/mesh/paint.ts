import { srgbToLinear } from '../../math/index.js';

/** Linear red, green and blue, then the weight of the character's tint: 1 multiplies the colour by it, 0 ignores it. */
export type Paint = readonly [r: number, g: number, b: number, tint: number];

/** Colour that the character's tint multiplies: garment, skin or hair. */
export function tinted(r: number, g = r, b = r): Paint {
  return [r, g, b, 1];
}

/** Colour that ignores the tint. `hex` is `#rrggbb`, sRGB. */
export function untinted(hex: string): Paint {
  const channel = (at: number) => srgbToLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5), 0];
}

export function shade(paint: Paint, brightness: number): Paint {
  return [paint[0] * brightness, paint[1] * brightness, paint[2] * brightness, paint[3]];
}

/** Multiplies each channel by its own factor. */
export function shadeChannels(paint: Paint, r: number, g: number, b: number): Paint {
  return [paint[0] * r, paint[1] * g, paint[2] * b, paint[3]];
}

export const WHITE_LINEN = untinted('#efe6d3');
export const BLACK_LEATHER = untinted('#1d1a19');
export const BROWN_LEATHER = untinted('#4a2f1e');
export const GOLD = untinted('#c79a3f');
export const IRON = untinted('#8b8780');
export const DARK_TRIM = untinted('#2b2a30');
export const GAUZE = untinted('#17151a');
export const GAUZE_EDGE = untinted('#2d2a30');
