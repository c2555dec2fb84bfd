import { mix, radians, smoothstep } from '../math/shaping.js';
import { type Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { BLACK_LEATHER, GOLD, tinted, untinted, WHITE_LINEN } from '../mesh/paint.js';
import { addStrip } from '../mesh/strip.js';
import type { Surface } from '../mesh/surface.js';
import { addTube } from '../mesh/tube.js';
import { torsoWeights } from '../skeleton/weights.js';
import { addNeckBand } from './collars.js';
import { addInnerHem, clothPaint, hangingFolds, robe } from './robe.js';
import { addSleeve, hangingPaint } from './sleeve.js';
import { WIDE_SLEEVE } from './sleeve-profiles.js';
import { MALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';

const CLOTH = tinted(0.8);
const TRIM = tinted(0.5);
const SEGMENTS = 28;
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

/** A round-collared court robe with a plaqued belt, a fish pouch and wide sleeves. */
export function buildOfficial(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addTube(mesh, ROBE.surface, {
    segments: SEGMENTS,
    heights: [...SHOULDER_HEIGHTS, 1.2, 1.09, 0.9, 0.74, 0.56, 0.25, HEM],
    paint: clothPaint(CLOTH, ROBE.fold),
    fold: ROBE.fold,
    weights: torsoWeights,
    bands: [
      { bottom: 0.995, top: 1.035, paint: BLACK_LEATHER, raise: 0.008 },
      { bottom: 0.385, top: 0.4, paint: TRIM },
      { bottom: HEM, top: 0.12, paint: tinted(0.42) },
    ],
  });
  addInnerHem(mesh, ROBE.surface, HEM, SEGMENTS, TRIM);
  addNeckBand(mesh, ROBE.surface, { y: 1.444, dip: 0.016, width: 0.03, height: 0.006, paint: WHITE_LINEN });
  addNeckBand(mesh, ROBE.surface, { y: 1.426, dip: 0.018, width: 0.02, height: 0.012, paint: TRIM });
  addOverlapSeam(mesh, ROBE.surface);
  addPlaques(mesh, ROBE.surface);
  addFishPouch(mesh, ROBE.surface);
  addBothSides(mesh, (left) => {
    addSleeve(left, {
      profile: WIDE_SLEEVE,
      segments: 13,
      paint: hangingPaint(CLOTH),
      trim: { paint: TRIM, width: 0.06 },
      folds: 0.7,
    });
  });
  return mesh;
}

/** From the front of the neck to the right armpit, where the robe closes. */
function addOverlapSeam(mesh: MeshBuilder, surface: Surface): void {
  addStrip(mesh, surface, {
    path: (t) => [mix(-0.32, -0.95, smoothstep(0, 0.35, t)) - 0.15 * t, mix(1.4, 1.04, t)],
    width: 0.012,
    height: 0.002,
    paint: TRIM,
    weights: torsoWeights,
    spans: 6,
  });
}

const PLAQUE_AZIMUTHS = [-62, -38, -14, 14, 38, 62, 150, 180, 210];

function addPlaques(mesh: MeshBuilder, surface: Surface): void {
  for (const azimuth of PLAQUE_AZIMUTHS) {
    addStrip(mesh, surface, {
      path: (t) => [radians(azimuth) + (t - 0.5) * 0.13, 1.015],
      width: 0.026,
      height: 0.014,
      paint: GOLD,
      weights: torsoWeights,
      spans: 1,
    });
  }
}

/** The pouch that held a court official's tally. */
function addFishPouch(mesh: MeshBuilder, surface: Surface): void {
  const strap = untinted('#5a1512');
  addStrip(mesh, surface, {
    path: (t) => [0.62 + 0.03 * t, mix(0.99, 0.8, t)],
    width: (t) => 0.03 + 0.015 * t,
    height: 0.02,
    paint: (t) => (t > 0.55 ? GOLD : strap),
    weights: torsoWeights,
    spans: 4,
  });
}
