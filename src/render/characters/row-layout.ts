// The 64 bytes of a row: which word holds which field, and how values are packed into it.

import { BUILDS } from '../../rig/index.js';

/**
 * Word of each field within a row. Shaders get these numbers by `drawing/shader-constants.ts`, and decode them in
 * `crowd-row`; `shaders/README.md` shows them as texels.
 */
export const FIELD = {
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

/** Bits of each of a colour's channels. */
export const COLOR_BITS = 9;
export const COLOR_MASK = (1 << COLOR_BITS) - 1;
/** First bit of the opacity, above a colour's channels. */
export const OPACITY_SHIFT = 3 * COLOR_BITS;
/** Opacity bits of an opacity of 0. They are 0 for an opacity of 1, so that a colour alone is opaque. */
export const CLEAR = (1 << (32 - OPACITY_SHIFT)) - 1;

/** Bits of each of a row's two clip numbers. */
export const CLIP_BITS = 10;
export const CLIP_MASK = (1 << CLIP_BITS) - 1;
/** First bit of the build's number, above the clip numbers. */
export const BUILD_SHIFT = 2 * CLIP_BITS;
/** Mask of the clip numbers in their word. */
export const CLIPS = (1 << BUILD_SHIFT) - 1;
/** The largest number of a build. */
export const MAX_BUILD = BUILDS - 1;
/** First bit of the texture cell, above the build. */
export const CELL_SHIFT = BUILD_SHIFT + Math.log2(BUILDS);
/** The largest texture cell. */
export const MAX_CELL = (1 << (32 - CELL_SHIFT)) - 1;

/** Bits of each of a row's three part numbers. */
export const PART_BITS = 10;
export const PART_MASK = (1 << PART_BITS) - 1;
/** Bit above the part numbers; set if the row is not drawn. */
export const HIDDEN = 1 << 30;
/** Mask of a colour's channels in their word. */
export const COLORS = (1 << OPACITY_SHIFT) - 1;
/** The part word of a row without a character: all bits, the topmost of which no character sets. */
export const FREE = 0xffffffff;

/** The part number for no part; also a constant of the culling kernel. */
export const NO_PART = PART_MASK;

/** Largest number of parts in use; one number is kept for {@link NO_PART}. */
export const MAX_PARTS = PART_MASK;

/**
 * Linear red, green and blue, 0 to 1, as 9 bits each of their square roots, red in the lowest bits. Square roots resolve
 * dark shades more finely: a step is less than half of one of a screen's 8 bits. `crowdColor` in the shaders is the
 * inverse.
 */
export function packColor(r: number, g: number, b: number): number {
  return packChannel(r) | (packChannel(g) << COLOR_BITS) | (packChannel(b) << (2 * COLOR_BITS));
}

/** The inverse of {@link packColor}, to 0.002 a channel. */
export function unpackColor(bits: number): [r: number, g: number, b: number] {
  return [unpackChannel(bits), unpackChannel(bits >>> COLOR_BITS), unpackChannel(bits >>> (2 * COLOR_BITS))];
}

function packChannel(linear: number): number {
  return Math.round(Math.sqrt(Math.min(1, Math.max(0, linear))) * COLOR_MASK);
}

function unpackChannel(bits: number): number {
  return ((bits & COLOR_MASK) / COLOR_MASK) ** 2;
}

/** Opacity, 0 to 1, as the bits above a colour; only 0 becomes 0, and only 1 becomes 1. */
export function packOpacity(opacity: number): number {
  const missing = Math.round((1 - opacity) * CLEAR);
  const bits = opacity > 0 && opacity < 1 ? Math.min(CLEAR - 1, Math.max(1, missing)) : missing;
  return (bits << OPACITY_SHIFT) >>> 0;
}

/** The inverse of {@link packOpacity}, to 1/31. */
export function unpackOpacity(bits: number): number {
  return 1 - (bits >>> OPACITY_SHIFT) / CLEAR;
}

/**
 * Radians about Y as sine and cosine, 16-bit signed fractions, sine in the lower bits (WGSL's `pack2x16snorm`). The table keeps
 * the pair, since a GPU's own sine may be good to 1e-4 only, which is a visible 0.2 mm at arm's length.
 */
export function packHeading(radians: number): number {
  return packDirection(Math.sin(radians), Math.cos(radians));
}

/** {@link packHeading} of an angle given by sine and cosine. */
export function packDirection(sin: number, cos: number): number {
  return (packFraction(sin) | (packFraction(cos) << 16)) >>> 0;
}

/** The inverse of {@link packHeading}: radians, −π to π, to 3e-5. */
export function unpackHeading(bits: number): number {
  return Math.atan2((bits << 16) >> 16, bits >> 16);
}

/** The signed fraction in the lower 16 bits, −1 to 1. */
export function unpackFraction(bits: number): number {
  return ((bits << 16) >> 16) / 32767;
}

function packFraction(value: number): number {
  // Rounds by truncation; with `Math.round`, a step of 5,000 walkers took 0.1 ms longer.
  return (value * 32767 + 65536.5) & 0xffff;
}
