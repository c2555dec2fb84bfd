import { mix } from '../math/shaping.js';
import type { MeshBuilder } from '../mesh/mesh-builder.js';
import { shade, tinted, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { armWeights, aroundArm, FOREARM_DIRECTION } from '../skeleton/weights.js';
import { garment } from './garment.js';
import { clothPaint, hangingFolds, overLinen, robe } from './robe.js';
import { creasedPaint } from './sleeve.js';
import { SHORT_SLEEVE } from './sleeve-profiles.js';
import { MALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';

const CLOTH = tinted(0.82);
const TRIM = tinted(0.5);
const LINEN = untinted('#b9a888');
const HEMP = untinted('#8a7552');
const HEMP_SHADE = untinted('#7d6a4a');
const HEM = 0.66;

const JACKET = robe(
  [
    ...MALE_TORSO,
    [0.99, 0.16, 0.122, 0.006, 2.2, 0.02],
    [0.92, 0.19, 0.146, 0.004, 2.15, 0.04],
    [0.8, 0.205, 0.162, 0.002, 2.1, 0.055],
    [HEM, 0.222, 0.178, 0, 2.1, 0.065],
  ],
  hangingFolds(8, 2.09),
);

/** A short jacket with a hemp belt, trousers and gaiters. Linen is wound around shins and forearms. */
export const buildFarmer = garment({
  trousers: {
    paint: tinted(0.6, 0.57, 0.52),
    bottom: 0.3,
    cuffRadius: 0.056,
    cuffPaint: LINEN,
    folds: 0.08,
  },
  robe: JACKET,
  cloth: {
    segments: 24,
    heights: [...SHOULDER_HEIGHTS, 1.2, 1.1, 0.9, 0.78, HEM],
    paint: overLinen(clothPaint(CLOTH, JACKET.fold, 6)),
    bands: [{ bottom: 0.985, top: 1.04, paint: HEMP, raise: 0.009 }],
  },
  lining: TRIM,
  collar: { paint: TRIM, width: 0.042, bottom: 1.04 },
  strips: [
    // Both ends of the belt.
    { path: (t) => [-0.3 - 0.1 * t, mix(1.02, 0.76, t)], width: 0.034, height: 0.014, paint: HEMP, spans: 3 },
    {
      path: (t) => [-0.18 + 0.06 * t, mix(1.02, 0.82, t)],
      width: 0.032,
      height: 0.016,
      paint: HEMP_SHADE,
      spans: 3,
    },
  ],
  sleeve: {
    profile: SHORT_SLEEVE,
    segments: 12,
    paint: creasedPaint(CLOTH),
    trim: { paint: tinted(0.6), width: 0.06 },
  },
  addToArm: addForearmWrap,
});

function addForearmWrap(mesh: MeshBuilder): void {
  // Position along the arm | radius, brightness: turns of linen.
  const wrap = [
    [0.68, 0.038, 0.9],
    [0.78, 0.038, 1],
    [0.87, 0.034, 0.86],
    [0.94, 0.032, 1],
    [1, 0.028, 0.8],
  ];
  addRings(mesh, mesh.isFar ? [wrap[0], wrap[4]] : wrap, 9, ([t, radius, brightness], angle) => ({
    position: aroundArm(t, FOREARM_DIRECTION, angle, radius),
    paint: shade(LINEN, brightness),
    weights: armWeights(t),
  }));
}
