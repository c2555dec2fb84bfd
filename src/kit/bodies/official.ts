import { mix, radians, smoothstep } from '../math/shaping.js';
import { BLACK_LEATHER, GOLD, tinted, untinted, WHITE_LINEN } from '../mesh/paint.js';
import type { StripOptions } from '../mesh/strip.js';
import { neckBand } from './collars.js';
import { garment } from './garment.js';
import { clothPaint, hangingFolds, robe } from './robe.js';
import { hangingPaint } from './sleeve.js';
import { WIDE_SLEEVE } from './sleeve-profiles.js';
import { MALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';

const CLOTH = tinted(0.8);
const TRIM = tinted(0.5);
const POUCH_STRAP = untinted('#5a1512');
const HEM = 0.085;

const ROBE = robe(
  [
    ...MALE_TORSO,
    [0.99, 0.16, 0.121, 0.006, 2.2, 0.01],
    [0.93, 0.178, 0.136, 0.004, 2.1, 0.028],
    [0.8, 0.198, 0.156, 0.002, 2.1, 0.052],
    [0.55, 0.226, 0.184, 0, 2.05, 0.08],
    [0.3, 0.252, 0.208, 0, 2, 0.1],
    [HEM, 0.276, 0.23, 0, 2, 0.115],
  ],
  hangingFolds(8, 0.83),
);

/** The seam that closes the robe, from the front of the neck to the right armpit. */
const OVERLAP_SEAM: StripOptions = {
  path: (t) => [mix(-0.32, -0.95, smoothstep(0, 0.35, t)) - 0.15 * t, mix(1.4, 1.04, t)],
  width: 0.012,
  height: 0.002,
  paint: TRIM,
  spans: 6,
};

/** Gold plaques on the belt, by azimuth in degrees. */
const PLAQUES = [-62, -38, -14, 14, 38, 62, 150, 180, 210].map(
  (azimuth): StripOptions => ({
    path: (t) => [radians(azimuth) + (t - 0.5) * 0.13, 1.015],
    width: 0.026,
    height: 0.014,
    paint: GOLD,
    spans: 1,
  }),
);

/** The pouch for a court official's tally. */
const FISH_POUCH: StripOptions = {
  path: (t) => [0.62 + 0.03 * t, mix(0.99, 0.8, t)],
  width: (t) => 0.03 + 0.015 * t,
  height: 0.02,
  paint: (t) => (t > 0.55 ? GOLD : POUCH_STRAP),
  spans: 4,
};

/** A round-collared court robe with a plaqued belt, a fish pouch and wide sleeves. */
export const buildOfficial = garment({
  robe: ROBE,
  cloth: {
    segments: 28,
    heights: [...SHOULDER_HEIGHTS, 1.2, 1.09, 0.9, 0.74, 0.56, 0.25, HEM],
    paint: clothPaint(CLOTH, ROBE.fold),
    bands: [
      { bottom: 0.995, top: 1.035, paint: BLACK_LEATHER, raise: 0.008 },
      { bottom: 0.385, top: 0.4, paint: TRIM },
      { bottom: HEM, top: 0.12, paint: tinted(0.42) },
    ],
  },
  lining: TRIM,
  strips: [
    neckBand({ y: 1.444, dip: 0.016, width: 0.03, height: 0.006, paint: WHITE_LINEN }),
    neckBand({ y: 1.426, dip: 0.018, width: 0.02, height: 0.012, paint: TRIM }),
    OVERLAP_SEAM,
    ...PLAQUES,
    FISH_POUCH,
  ],
  sleeve: {
    profile: WIDE_SLEEVE,
    segments: 13,
    paint: hangingPaint(CLOTH),
    trim: { paint: TRIM, width: 0.06 },
    folds: 0.7,
  },
});
