/** Converts red, green and blue (0 to 1) to hue (turns), saturation and lightness; greys have hue 0. */
export function rgbToHsl(r: number, g: number, b: number): [h: number, s: number, l: number] {
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const l = (max + min) / 2;
  const range = max - min;
  if (range === 0) return [0, 0, l];
  const s = l <= 0.5 ? range / (max + min) : range / (2 - max - min);
  const h =
    max === r ? (g - b) / range + (g < b ? 6 : 0) : max === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return [h / 6, s, l];
}

/** Converts an sRGB channel, 0 to 1, to linear light (IEC 61966-2-1). */
export function srgbToLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Converts a channel of linear light, 0 to 1, to sRGB. */
export function linearToSrgb(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}
