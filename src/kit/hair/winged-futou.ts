import { HEAD_CENTRE } from '../head/head-shape.js';
import { mix, smoothstep } from '../math/shaping.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { GAUZE, GAUZE_EDGE, type Paint } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { blendBones } from '../skeleton/weights.js';
import { addHairCap, MENS_HAIRLINE } from './hair-cap.js';
import { hatVertex } from './hat-vertex.js';

/** Height | half width, half depth, centre, exponent, tilt. */
type Tier = readonly (readonly [
  y: number,
  x: number,
  z: number,
  at: number,
  n: number,
  tilt: number,
  p: Paint,
])[];

const LOWER: Tier = [
  [0.036, 0.081, 0.102, 0, 2.3, 0.14, GAUZE],
  [0.036, 0.086, 0.107, 0, 2.3, 0.14, GAUZE_EDGE],
  [0.052, 0.086, 0.107, 0, 2.3, 0.12, GAUZE_EDGE],
  [0.056, 0.083, 0.104, 0, 2.4, 0.12, GAUZE],
  [0.09, 0.083, 0.101, -0.001, 2.8, 0.06, GAUZE],
  [0.118, 0.079, 0.095, -0.004, 3.2, 0, GAUZE],
  [0.126, 0.068, 0.084, -0.006, 3.2, 0, GAUZE_EDGE],
];
const UPPER: Tier = [
  [0.1, 0.07, 0.055, -0.04, 3.4, 0, GAUZE],
  [0.15, 0.071, 0.054, -0.044, 3.6, 0, GAUZE],
  [0.192, 0.067, 0.049, -0.048, 3.6, 0, GAUZE],
  [0.2, 0.058, 0.042, -0.048, 3.4, 0, GAUZE_EDGE],
];

/** The court cap of stiff black gauze; its long wings kept officials from whispering to each other. */
export function buildWingedFutou(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addFutou(mesh);
  addBothSides(mesh, addWing);
  return mesh;
}

const UNDER_CAP_RIM = [0.05, 0.02, -0.01, -0.04, -0.07, -0.09];

/** Adds the cap of two tiers, without wings, and the hair under it. */
export function addFutou(mesh: MeshBuilder): void {
  addHairCap(mesh, { line: MENS_HAIRLINE, heights: UNDER_CAP_RIM, segments: 20 });
  addTier(mesh, mesh.isFar ? [LOWER[1], LOWER[4], LOWER[6]] : LOWER);
  addTier(mesh, mesh.isFar ? [UPPER[0], UPPER[2]] : UPPER);
}

function addTier(mesh: MeshBuilder, tier: Tier): void {
  const vertexAt = ([y, radiusX, radiusZ, centre, exponent, tilt, paint]: Tier[number], azimuth: number) =>
    hatVertex(azimuth, { y, radiusX, radiusZ, centre, exponent, tilt, paint });
  addRings(mesh, tier, 20, vertexAt, { endCap: true });
}

const WING_LENGTH = 0.4;
const WING_Z = -0.098;

/** Fraction of the wing's length | fraction of its height. The last two round off the end. */
const WING = [
  [0, 1],
  [0.15, 1],
  [0.3, 1],
  [0.45, 1],
  [0.6, 1],
  [0.75, 1],
  [0.9, 1],
  [0.97, 0.82],
  [1, 0.4],
];

function addWing(mesh: MeshBuilder): void {
  const stations = mesh.isFar ? [WING[0], WING[4], WING[7]] : WING;
  const rows = stations.map(([t, share]) => {
    const y = HEAD_CENTRE + 0.072 + 0.018 * t - 0.01 * Math.sin(t * Math.PI);
    const half = mix(0.013, 0.021, t) * share;
    const corners = [
      [half, 0.0035],
      [half, -0.0035],
      [-half, -0.0035],
      [-half, 0.0035],
    ];
    return {
      vertices: corners.map(
        ([dy, dz], i): Vertex => ({
          position: [0.045 + t * WING_LENGTH, y + dy, WING_Z + dz],
          paint: i % 2 ? GAUZE : GAUZE_EDGE,
          weights: blendBones('head', 'hatL', smoothstep(0, 0.35, t)),
        }),
      ),
    };
  });
  addLoft(mesh, rows, { endCap: true });
}
