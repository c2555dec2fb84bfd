/**
 * Linear red, green and blue, 0 to 1, as 10 bits each of their square roots, red in the lowest bits. Square roots spend
 * more of the bits on dark shades, as the eye does. `crowdColor` in the shaders is the inverse.
 */
export function packColor(r: number, g: number, b: number): number {
  return (packChannel(r) | (packChannel(g) << 10) | (packChannel(b) << 20)) >>> 0;
}

/** The inverse of {@link packColor}, to 0.001 a channel. */
export function unpackColor(bits: number): [r: number, g: number, b: number] {
  return [unpackChannel(bits), unpackChannel(bits >>> 10), unpackChannel(bits >>> 20)];
}

function packChannel(linear: number): number {
  return Math.round(Math.sqrt(Math.min(1, Math.max(0, linear))) * 1023);
}

function unpackChannel(bits: number): number {
  return ((bits & 1023) / 1023) ** 2;
}

/**
 * Radians about Y as sine and cosine, 16-bit signed fractions, sine in the lower bits (WGSL's `pack2x16snorm`). The table keeps
 * the pair, since a GPU's own sine may be good to 1e-4 only, which is a visible 0.2 mm at arm's length.
 */
export function packHeading(radians: number): number {
  return packDirection(Math.sin(radians), Math.cos(radians));
}

/** {@link packHeading} of an angle that is given by its sine and cosine. */
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
  return Math.round(value * 32767) & 0xffff;
}
