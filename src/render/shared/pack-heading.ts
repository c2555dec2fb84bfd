/**
 * Radians about Y as sine and cosine, 16-bit signed fractions, sine lowest (WGSL's `pack2x16snorm`). The table keeps
 * the pair, since a GPU's own sine may be good to 1e-4 only, which is a visible 0.2 mm at arm's length.
 */
export function packHeading(radians: number): number {
  return (packFraction(Math.sin(radians)) | (packFraction(Math.cos(radians)) << 16)) >>> 0;
}

/** Undoes {@link packHeading}: radians, −π to π, to 3e-5. */
export function unpackHeading(bits: number): number {
  return Math.atan2((bits << 16) >> 16, bits >> 16);
}

function packFraction(value: number): number {
  return Math.round(value * 32767) & 0xffff;
}
