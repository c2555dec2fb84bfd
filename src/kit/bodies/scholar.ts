import { mix } from '../math/shaping.js';
import type { Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { DARK_TRIM, tinted } from '../mesh/paint.js';
import { addStrip } from '../mesh/strip.js';
import { skirtWeights } from '../skeleton/weights.js';
import { garment } from './garment.js';
import { clothPaint, hangingFolds, overLinen, robe } from './robe.js';
import { hangingPaint } from './sleeve.js';
import { WIDE_SLEEVE } from './sleeve-profiles.js';
import { MALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';

const CLOTH = tinted(0.86);
const SASH = tinted(0.34);
const HEM = 0.07;

const ROBE = robe(
  [
    ...MALE_TORSO,
    [0.99, 0.16, 0.121, 0.006, 2.2, 0.014],
    [0.93, 0.176, 0.135, 0.004, 2.1, 0.03],
    [0.8, 0.194, 0.154, 0.002, 2.1, 0.055],
    [0.55, 0.22, 0.18, 0, 2.05, 0.07],
    [0.3, 0.244, 0.203, 0, 2, 0.082],
    [HEM, 0.264, 0.222, 0, 2, 0.088],
  ],
  hangingFolds(8, 0.46),
);

/** The robe without sash tails. Monks wear the same cut. */
export const buildLongRobe = garment({
  robe: ROBE,
  cloth: {
    segments: 28,
    heights: [...SHOULDER_HEIGHTS, 1.2, 1.09, 0.9, 0.74, 0.54, 0.32, HEM],
    paint: overLinen(clothPaint(CLOTH, ROBE.fold)),
    bands: [
      { bottom: 1, top: 1.03, paint: SASH, raise: 0.006 },
      { bottom: HEM, top: 0.13, paint: DARK_TRIM },
    ],
  },
  lining: tinted(0.5),
  collar: { paint: DARK_TRIM, width: 0.05, bottom: 1.035 },
  sleeve: {
    profile: WIDE_SLEEVE,
    segments: 13,
    paint: hangingPaint(CLOTH),
    trim: { paint: DARK_TRIM, width: 0.1 },
    folds: 0.7,
  },
});

/** A long robe with a crossed collar, dark trims and sash tails. */
export function buildScholar(detail: Detail): MeshBuilder {
  const mesh = buildLongRobe(detail);
  // Start azimuth, drift of the azimuth, height of the end.
  for (const [start, drift, end] of [
    [0.06, 0.05, 0.5],
    [-0.06, -0.08, 0.58],
  ]) {
    addStrip(mesh, ROBE.surface, {
      path: (t) => [start + drift * t, mix(1.02, end, t)],
      width: (t) => 0.03 + 0.012 * t,
      height: 0.012,
      paint: SASH,
      weights: skirtWeights,
      spans: 5,
    });
  }
  return mesh;
}
