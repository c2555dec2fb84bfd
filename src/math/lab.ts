/** A colour in CIELAB (CIE 15, illuminant D65, 2° observer): lightness 0 to 100, green to red, blue to yellow. */
export type Lab = readonly [l: number, a: number, b: number];

/** Converts hue (turns), saturation and lightness of linear light, as `Color.setHSL` takes them, to CIELAB. */
export function hslToLab(h: number, s: number, l: number): Lab {
  const chroma = s * Math.min(l, 1 - l);
  const channel = (n: number): number => {
    const k = (n + h * 12) % 12;
    return l - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  const [r, g, b] = [channel(0), channel(8), channel(4)];
  // Rows of the matrix of sRGB (IEC 61966-2-1), each divided by the white point.
  const x = compress((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = compress(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = compress((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Returns the colour difference ΔE*ab of 1976; 2.3 is just noticeable. */
export function colorDifference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  return Math.sqrt((l1 - l2) * (l1 - l2) + (a1 - a2) * (a1 - a2) + (b1 - b2) * (b1 - b2));
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
