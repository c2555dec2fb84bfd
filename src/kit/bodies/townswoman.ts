import { mix } from '../math/shaping.js';
import { FORWARD } from '../math/vector.js';
import { addLoft } from '../mesh/loft.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { shade, tinted, untinted } from '../mesh/paint.js';
import { line } from '../mesh/ring.js';
import { outside } from '../mesh/surface.js';
import { addTube } from '../mesh/tube.js';
import { torsoWeights } from '../skeleton/weights.js';
import { garment } from './garment.js';
import { clothPaint, hangingFolds, overLinen, robe } from './robe.js';
import { creasedPaint } from './sleeve.js';
import { NARROW_SLEEVE } from './sleeve-profiles.js';
import { FEMALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';

const JACKET = tinted(0.9, 0.9, 0.86);
const SKIRT = tinted(0.55, 0.52, 0.55);
const TRIM = tinted(0.5);
const BELT = untinted('#8a7a5c');
const APRON = untinted('#d8ccb0');
const APRON_TOP = untinted('#7e7460');
const HEM = 0.09;

const DRESS = robe(
  [
    ...FEMALE_TORSO,
    [1.02, 0.138, 0.104, 0.002, 2.1, 0.01],
    [0.93, 0.166, 0.134, 0, 2, 0.02],
    [0.8, 0.19, 0.156, 0, 2, 0.04],
    [0.55, 0.212, 0.182, 0, 2, 0.06],
    [0.3, 0.232, 0.205, 0, 2, 0.075],
    [HEM, 0.248, 0.222, 0, 2, 0.085],
  ],
  hangingFolds(9, 0.3),
);
const JACKET_SURFACE = outside(DRESS.surface, 0.007);

/** A jacket with narrow sleeves over an ankle-length skirt, with an apron. */
export const buildTownswoman = garment({
  robe: DRESS,
  cloth: {
    segments: 28,
    heights: [1.05, 0.95, 0.85, 0.65, 0.4, HEM],
    paint: clothPaint(SKIRT, DRESS.fold),
    bands: [{ bottom: HEM, top: 0.125, paint: tinted(0.34, 0.32, 0.36) }],
  },
  lining: shade(SKIRT, 0.6),
  layer: {
    surface: JACKET_SURFACE,
    segments: 24,
    heights: [...SHOULDER_HEIGHTS, 1.22, 1.12, 1.02, 0.93, 0.87],
    paint: overLinen(clothPaint(JACKET, DRESS.fold, 4)),
    bands: [{ bottom: 0.87, top: 0.89, paint: TRIM }],
  },
  collar: { surface: JACKET_SURFACE, paint: tinted(0.5, 0.48, 0.5), width: 0.036, bottom: 1.05 },
  addExtras: addApron,
  sleeve: {
    profile: NARROW_SLEEVE,
    segments: 11,
    paint: creasedPaint(JACKET),
    trim: { paint: TRIM, width: 0.06 },
  },
});

function addApron(mesh: MeshBuilder): void {
  const { surface } = DRESS;
  // Height | distance outside the skirt.
  const rows = [
    [1.055, 0.022],
    [1, 0.022],
    [0.9, 0.022],
    [0.75, 0.014],
    [0.6, 0.014],
    [0.45, 0.014],
  ].map(([y, offset], i) => ({
    vertices: line(mesh.isFar ? 4 : 7, (u): Vertex => {
      // Largest azimuth on either side, radians. The apron tapers slightly downwards.
      const reach = 0.75 * (1 - 0.018 * i);
      const position = surface(mix(-reach, reach, u), y, offset);
      return { position, paint: i === 0 ? APRON_TOP : APRON, weights: torsoWeights(position) };
    }),
  }));
  addLoft(mesh, mesh.isFar ? rows.filter((_, i) => i % 2 === 1) : rows, { isClosed: false, facing: FORWARD });
  addTube(mesh, outside(surface, 0.018), {
    segments: 22,
    heights: [],
    paint: () => BELT,
    bands: [{ bottom: 1.04, top: 1.07, paint: BELT, raise: 0.007 }],
  });
}
