/**
 * Radians about Y as sine and cosine, 16-bit signed fractions, sine lowest (WGSL's `pack2x16snorm`). The table keeps
 * the pair, since a GPU's own sine may be good to 1e-4 only, which is a visible 0.2 mm at arm's length.
 */
export function packHeading(radians: number): number {
  return (packFraction(Math.sin(radians)) | (packFraction(Math.cos(radians)) << 16)) >>> 0;
}

function packFraction(value: number): number {
  return Math.round(value * 32767) & 0xffff;
}
