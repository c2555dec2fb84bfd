import { mix, radians } from '../math/shaping.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { BROWN_LEATHER, GOLD, IRON, tinted, untinted } from '../mesh/paint.js';
import { addStrip } from '../mesh/strip.js';
import { outside } from '../mesh/surface.js';
import { addTube } from '../mesh/tube.js';
import { armWeights, FOREARM_DIRECTION, torsoWeights } from '../skeleton/weights.js';
import { armRing } from './arm-ring.js';
import { addScarf } from './collars.js';
import { addLamellar, addPauldrons } from './lamellar.js';
import { addInnerHem, clothPaint, hangingFolds, robe } from './robe.js';
import { addSleeve, creasedPaint } from './sleeve.js';
import { TUNIC_SLEEVE } from './sleeve-profiles.js';
import { MALE_TORSO, SHOULDER_HEIGHTS } from './torso.js';
import { addTrousers } from './trousers.js';

const CLOTH = tinted(0.8);
const BRACER_EDGE = untinted('#a98a4a');
const SEGMENTS = 22;
const HEM = 0.48;
/** The armour hides most of the tunic. */
const FAR_HEIGHTS = [1.435, 1.375, 1.29, 1.04, 0.98, 0.68, HEM];

const TUNIC = robe(
  [
    ...MALE_TORSO,
    [0.99, 0.162, 0.124, 0.006, 2.2, 0.01],
    [0.92, 0.194, 0.15, 0.004, 2.15, 0.02],
    [0.8, 0.214, 0.17, 0.002, 2.1, 0.035],
    [0.62, 0.238, 0.195, 0, 2.1, 0.05],
    [HEM, 0.255, 0.212, 0, 2.1, 0.06],
  ],
  hangingFolds(8, 2.09),
);

/** Iron lamellar over a knee-length tunic, with a leather belt, bracers and boots. */
export function buildSoldier(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addTrousers(mesh, {
    paint: tinted(0.42, 0.4, 0.42),
    top: 0.7,
    bottom: 0.36,
    cuffRadius: 0.062,
    cuffPaint: untinted('#2a2523'),
    folds: 0.05,
  });
  addTube(mesh, TUNIC.surface, {
    segments: SEGMENTS,
    heights: mesh.isFar ? FAR_HEIGHTS : [...SHOULDER_HEIGHTS, 1.15, 1, 0.85, 0.68, HEM],
    paint: clothPaint(CLOTH, TUNIC.fold, 6),
    fold: TUNIC.fold,
    weights: torsoWeights,
    bands: [{ bottom: HEM, top: 0.53, paint: tinted(0.45) }],
  });
  addInnerHem(mesh, TUNIC.surface, HEM, SEGMENTS, tinted(0.5));
  addLamellar(mesh, TUNIC.surface, {
    top: 1.325,
    bottom: 1.05,
    rows: 4,
    farRows: 1,
    offset: 0.014,
    paint: IRON,
  });
  addLamellar(mesh, TUNIC.surface, { top: 1, bottom: 0.66, rows: 5, farRows: 2, offset: 0.016, paint: IRON });
  addBelt(mesh);
  if (!mesh.isFar) addStraps(mesh);
  addScarf(mesh, tinted(0.95, 0.9, 0.85));
  addPauldrons(mesh, IRON);
  addBothSides(mesh, (left) => {
    addSleeve(left, { profile: TUNIC_SLEEVE, segments: 12, paint: creasedPaint(CLOTH), isClosed: true });
    addBracer(left);
  });
  return mesh;
}

function addBelt(mesh: MeshBuilder): void {
  addTube(mesh, outside(TUNIC.surface, mesh.isFar ? 0.034 : 0.022), {
    segments: 22,
    heights: [],
    paint: () => BROWN_LEATHER,
    weights: torsoWeights,
    bands: [{ bottom: 1, top: 1.055, paint: BROWN_LEATHER, raise: 0.008 }],
  });
  addStrip(mesh, TUNIC.surface, {
    path: (t) => [(t - 0.5) * 0.34, 1.027],
    width: 0.05,
    height: 0.042,
    paint: GOLD,
    weights: torsoWeights,
    spans: 2,
  });
}

/** Straps that carry the cuirass, from the chest over the shoulder to the back. */
function addStraps(mesh: MeshBuilder): void {
  for (const side of [1, -1]) {
    addStrip(mesh, TUNIC.surface, {
      path: (t) => [side * radians(mix(30, 150, t)), mix(1.385, 1.26, Math.abs(t * 2 - 1) ** 1.6)],
      width: 0.045,
      height: 0.022,
      paint: BROWN_LEATHER,
      weights: torsoWeights,
      spans: 8,
    });
  }
}

/** Along the arm | radius. */
const BRACER = [
  [0.56, 0.054],
  [0.62, 0.059],
  [0.8, 0.05],
  [0.97, 0.04],
  [1, 0.042],
];

function addBracer(mesh: MeshBuilder): void {
  const stations = mesh.isFar ? [BRACER[1], BRACER[4]] : BRACER;
  const rows = stations.map(([t, radius], i) => {
    const paint = !mesh.isFar && (i === 0 || i === BRACER.length - 1) ? BRACER_EDGE : BROWN_LEATHER;
    return {
      vertices: armRing(mesh, 8, { t, direction: FOREARM_DIRECTION, radius }, paint, armWeights(t)),
    };
  });
  addLoft(mesh, rows, { startCap: true });
}
