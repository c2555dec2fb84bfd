import { mix } from '../math/shaping.js';
import { tinted, untinted } from '../mesh/paint.js';
import { garment } from './garment.js';
import { clothPaint, hangingFolds, overLinen, robe } from './robe.js';
import { creasedPaint } from './sleeve.js';
import { MEDIUM_SLEEVE } from './sleeve-profiles.js';
import { MALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';

const CLOTH = tinted(0.84);
const TRIM = tinted(0.42);
const HEM = 0.36;

/** The torso with a belly. */
const STOUT_TORSO = MALE_TORSO.map(([y, x, z, centre, ...rest]) =>
  y < 1.2 ? [y, x * 1.05, z * 1.13, centre + 0.012, ...rest] : [y, x, z, centre, ...rest],
);

const ROBE = robe(
  [
    ...STOUT_TORSO,
    [0.99, 0.172, 0.142, 0.014, 2.2, 0.012],
    [0.92, 0.188, 0.156, 0.008, 2.15, 0.03],
    [0.8, 0.204, 0.168, 0.004, 2.1, 0.05],
    [0.55, 0.228, 0.19, 0, 2.1, 0.075],
    [HEM, 0.246, 0.206, 0, 2.1, 0.09],
  ],
  hangingFolds(8, 1.2),
);

/** A knee-length belted robe over trousers and boots, with a purse. */
export const buildMerchant = garment({
  trousers: {
    paint: tinted(0.4, 0.38, 0.4),
    top: 0.57,
    bottom: 0.28,
    cuffRadius: 0.058,
    cuffPaint: untinted('#3a3330'),
    folds: 0.06,
  },
  robe: ROBE,
  cloth: {
    segments: 26,
    heights: [...SHOULDER_HEIGHTS, 1.2, 1.09, 0.9, 0.74, 0.56, HEM],
    paint: overLinen(clothPaint(CLOTH, ROBE.fold)),
    bands: [
      { bottom: 0.985, top: 1.03, paint: tinted(0.4, 0.36, 0.3), raise: 0.008 },
      { bottom: HEM, top: 0.405, paint: TRIM },
    ],
  },
  lining: tinted(0.5),
  collar: { paint: TRIM, width: 0.046, bottom: 1.03 },
  strips: [
    // The purse.
    {
      path: (t) => [-0.7 - 0.03 * t, mix(1, 0.82, t)],
      width: (t) => 0.03 + 0.05 * Math.sin(t * 2.6),
      height: (t) => 0.02 + 0.03 * Math.sin(t * 3),
      paint: untinted('#7a5a30'),
      spans: 4,
    },
  ],
  sleeve: {
    profile: MEDIUM_SLEEVE,
    segments: 12,
    paint: creasedPaint(CLOTH),
    trim: { paint: TRIM, width: 0.07 },
  },
});
