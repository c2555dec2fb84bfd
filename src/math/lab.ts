/** A colour in CIELAB (CIE 15, illuminant D65, 2° observer): lightness 0 to 100, green to red, blue to yellow. */
export type Lab = readonly [l: number, a: number, b: number];

/** Converts hue (turns), saturation and lightness of linear light, as `Color.setHSL` takes them, to CIELAB. */
export function hslToLab(h: number, s: number, l: number): Lab {
  const chroma = s * Math.min(l, 1 - l);
  const channel = (n: number): number => {
    const k = (n + h * 12) % 12;
    return l - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return rgbToLab(channel(0), channel(8), channel(4));
}

/** Converts red, green and blue of linear light, 0 to 1, to CIELAB. */
export function rgbToLab(r: number, g: number, b: number): Lab {
  // Rows of the matrix of sRGB (IEC 61966-2-1), each divided by the white point.
  const x = compress((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = compress(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = compress((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * Converts CIELAB to red, green and blue of linear light, 0 to 1. A colour beyond sRGB becomes the most saturated one of its
 * lightness and hue.
 */
export function labToRgb([l, a, b]: Lab): [r: number, g: number, b: number] {
  const at = (chroma: number): [r: number, g: number, b: number] => {
    const y = (l + 16) / 116;
    const x = 0.95047 * expand(y + (a * chroma) / 500);
    const z = 1.08883 * expand(y - (b * chroma) / 200);
    const luminance = expand(y);
    return [
      3.2406255 * x - 1.537208 * luminance - 0.4986286 * z,
      -0.9689307 * x + 1.8757561 * luminance + 0.0415175 * z,
      0.0557101 * x - 0.2040211 * luminance + 1.0569959 * z,
    ];
  };
  const isShown = (channels: readonly number[]): boolean =>
    channels.every((channel) => channel > -EXCESS && channel < 1 + EXCESS);
  let chroma = 1;
  if (!isShown(at(1))) {
    chroma = 0;
    for (let step = 0.5; step > 0.001; step /= 2) if (isShown(at(chroma + step))) chroma += step;
  }
  const [red, green, blue] = at(chroma);
  const clamp = (channel: number): number => Math.min(1, Math.max(0, channel));
  return [clamp(red), clamp(green), clamp(blue)];
}

/** Returns the colour difference ΔE*ab of 1976; 2.3 is just noticeable. */
export function colorDifference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  return Math.sqrt((l1 - l2) * (l1 - l2) + (a1 - a2) * (a1 - a2) + (b1 - b2) * (b1 - b2));
}

/** Rounding of white and black that is no colour beyond sRGB. */
const EXCESS = 0.002;

/** The inverse of {@link compress}. */
function expand(t: number): number {
  return t > 24 / 116 ? t * t * t : ((t - 16 / 116) * 3132) / 24389;
}

function compress(t: number): number {
  return t > 216 / 24389 ? cubeRoot(t) : (t * 24389) / 3132 + 16 / 116;
}

/** Cube root of 0.008 to 1.1 by Newton's method; `Math.cbrt` may differ in the last bit between engines. */
function cubeRoot(t: number): number {
  let root = 0.25 + 0.75 * t;
  for (let i = 0; i < 8; i++) root -= (root - t / (root * root)) / 3;
  return root;
}
