import { mix, radians } from '../math/shaping.js';
import type { MeshBuilder } from '../mesh/mesh-builder.js';
import { BROWN_LEATHER, GOLD, IRON, tinted, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { addStrip } from '../mesh/strip.js';
import { outside } from '../mesh/surface.js';
import { addTube } from '../mesh/tube.js';
import { armWeights, aroundArm, FOREARM_DIRECTION } from '../skeleton/weights.js';
import { addScarf } from './collars.js';
import { garment } from './garment.js';
import { addLamellar, addPauldrons } from './lamellar.js';
import { clothPaint, hangingFolds, robe } from './robe.js';
import { creasedPaint } from './sleeve.js';
import { TUNIC_SLEEVE } from './sleeve-profiles.js';
import { MALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';

const CLOTH = tinted(0.8);
const BRACER_EDGE = untinted('#a98a4a');
const HEM = 0.48;

const TUNIC = robe(
  [
    ...MALE_TORSO,
    [0.99, 0.162, 0.124, 0.006, 2.2, 0.01],
    [0.92, 0.194, 0.142, 0.004, 2.15, 0.02],
    [0.8, 0.214, 0.15, 0.002, 2.1, 0.035],
    [0.62, 0.238, 0.168, 0, 2.1, 0.05],
    [HEM, 0.255, 0.196, 0, 2.1, 0.06],
  ],
  hangingFolds(8, 2.09),
);

/** Iron lamellar over a knee-length tunic, with a leather belt, bracers and boots. */
export const buildSoldier = garment({
  trousers: {
    paint: tinted(0.42, 0.4, 0.42),
    top: 0.7,
    bottom: 0.36,
    cuffRadius: 0.062,
    cuffPaint: untinted('#2a2523'),
    folds: 0.05,
  },
  robe: TUNIC,
  cloth: {
    segments: 22,
    heights: [...SHOULDER_HEIGHTS, 1.15, 1, 0.85, 0.68, HEM],
    // Fewer rings, since the armour hides most of the tunic.
    farHeights: [1.435, 1.375, 1.29, 1.04, 0.98, 0.68, HEM],
    paint: clothPaint(CLOTH, TUNIC.fold, 6),
    bands: [{ bottom: HEM, top: 0.53, paint: tinted(0.45) }],
  },
  lining: tinted(0.5),
  addExtras(mesh) {
    const { surface } = TUNIC;
    addLamellar(mesh, surface, { top: 1.325, bottom: 1.05, rows: 4, farRows: 1, offset: 0.014, paint: IRON });
    addLamellar(mesh, surface, { top: 1, bottom: 0.66, rows: 5, farRows: 2, offset: 0.016, paint: IRON });
    addBelt(mesh);
    if (!mesh.isFar) addStraps(mesh);
    addScarf(mesh, tinted(0.95, 0.9, 0.85));
    addPauldrons(mesh, IRON);
  },
  sleeve: { profile: TUNIC_SLEEVE, segments: 12, paint: creasedPaint(CLOTH), isClosed: true },
  addToArm: addBracer,
});

/** Adds the belt and its buckle. */
function addBelt(mesh: MeshBuilder): void {
  addTube(mesh, outside(TUNIC.surface, mesh.isFar ? 0.034 : 0.022), {
    segments: 22,
    heights: [],
    paint: () => BROWN_LEATHER,
    bands: [{ bottom: 1, top: 1.055, paint: BROWN_LEATHER, raise: 0.008 }],
  });
  addStrip(mesh, TUNIC.surface, {
    path: (t) => [(t - 0.5) * 0.34, 1.027],
    width: 0.05,
    height: 0.042,
    paint: GOLD,
    spans: 2,
  });
}

/** Adds the straps of the cuirass, from the chest over the shoulder to the back. */
function addStraps(mesh: MeshBuilder): void {
  for (const side of [1, -1]) {
    addStrip(mesh, TUNIC.surface, {
      path: (t) => [side * radians(mix(30, 150, t)), mix(1.385, 1.26, Math.abs(t * 2 - 1) ** 1.6)],
      width: 0.045,
      height: 0.022,
      paint: BROWN_LEATHER,
      spans: 8,
    });
  }
}

function addBracer(mesh: MeshBuilder): void {
  // Position along the arm | radius, colour.
  const bracer = [
    [0.56, 0.054, BRACER_EDGE],
    [0.62, 0.059, BROWN_LEATHER],
    [0.8, 0.05, BROWN_LEATHER],
    [0.97, 0.04, BROWN_LEATHER],
    [1, 0.042, mesh.isFar ? BROWN_LEATHER : BRACER_EDGE],
  ] as const;
  const rows = mesh.isFar ? [bracer[1], bracer[4]] : bracer;
  const vertexAt = ([t, radius, paint]: (typeof bracer)[number], angle: number) => {
    return { position: aroundArm(t, FOREARM_DIRECTION, angle, radius), paint, weights: armWeights(t) };
  };
  addRings(mesh, rows, 8, vertexAt, { startCap: true });
}
