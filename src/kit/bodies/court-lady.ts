import { mix } from '../math/shaping.js';
import { GOLD, shade, tinted } from '../mesh/paint.js';
import type { StripOptions } from '../mesh/strip.js';
import { outside } from '../mesh/surface.js';
import { garment } from './garment.js';
import { clothPaint, overLinen, pleats, robe } from './robe.js';
import { addShawl } from './shawl.js';
import { hangingPaint } from './sleeve.js';
import { COURT_SLEEVE } from './sleeve-profiles.js';
import { FEMALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';

const JACKET = tinted(0.98, 0.93, 0.86);
const SKIRT = tinted(0.72, 0.55, 0.53);
const DARK = tinted(0.42, 0.3, 0.3);
const RIBBON = tinted(0.95, 0.8, 0.62);
const PLEATS = 18;
/** Top of the skirt. The jacket is tucked in there. */
const WAIST = 1.19;
const HEM = 0.025;

const DRESS = robe(
  [
    ...FEMALE_TORSO,
    [1.02, 0.14, 0.103, 0.002, 2.1, 0.01],
    [0.93, 0.16, 0.128, 0, 2, 0.03],
    [0.8, 0.19, 0.175, 0, 2, 0.042],
    [0.55, 0.232, 0.224, 0, 2, 0.05],
    [0.3, 0.272, 0.242, 0, 2, 0.054],
    [0.1, 0.312, 0.285, 0, 2, 0.056],
    [HEM, 0.335, 0.308, 0, 2, 0.058],
  ],
  pleats(PLEATS),
);

/** Returns a long end of the bow on the waistband, and its loop. */
function ribbon(side: number, start: number, end: number): StripOptions[] {
  return [
    {
      path: (t) => [start + 0.05 * side * t, mix(1.16, end, t)],
      width: (t) => 0.026 + 0.02 * t,
      height: 0.014,
      paint: (t) => (t > 0.9 ? GOLD : RIBBON),
      spans: 8,
    },
    {
      path: (t) => [side * (0.02 + 0.26 * Math.sin(t * 1.5)), 1.16 - 0.05 * t + 0.02 * Math.sin(t * 3)],
      width: (t) => 0.016 + 0.03 * Math.sin(t * 2.6),
      height: (t) => 0.016 + 0.012 * Math.sin(t * 3.1),
      paint: RIBBON,
      spans: 4,
    },
  ];
}

/** A short jacket tucked into a high pleated skirt, with ribbons, wide sleeves and a shawl. */
export const buildCourtLady = garment({
  robe: DRESS,
  cloth: {
    segments: 22,
    heights: [...SHOULDER_HEIGHTS, WAIST],
    paint: overLinen(clothPaint(JACKET, DRESS.fold)),
  },
  layer: {
    surface: outside(DRESS.surface, 0.004),
    segments: PLEATS * 2,
    heights: [WAIST, 1.04, 0.9, 0.65, 0.36, HEM],
    paint: clothPaint(shade(SKIRT, 1.06), DRESS.fold, 7),
    bands: [
      { bottom: 1.135, top: 1.185, paint: DARK, raise: 0.008 },
      { bottom: 0.09, top: 0.102, paint: GOLD },
      { bottom: HEM, top: 0.075, paint: DARK },
    ],
  },
  collar: { paint: tinted(0.5, 0.4, 0.42), width: 0.04, bottom: WAIST },
  strips: [...ribbon(1, 0.04, 0.18), ...ribbon(-1, -0.06, 0.3)],
  sleeve: {
    profile: COURT_SLEEVE,
    segments: 12,
    paint: hangingPaint(JACKET),
    trim: { paint: tinted(0.55, 0.4, 0.42), width: 0.09 },
    lining: tinted(0.9, 0.85, 0.75),
    folds: 0.7,
  },
  addToArm: addShawl,
});
