import { HEAD_CENTRE } from '../head/head-shape.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { type Paint, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { blendBones } from '../skeleton/weights.js';
import { addHairCap, MENS_HAIRLINE, UNDER_CAP } from './hair-cap.js';
import { hatVertex } from './hat-vertex.js';

const CLOTH = untinted('#2f3a46');
const EDGE = untinted('#42505e');
const TILT = 0.1;

type CrownRow = readonly [y: number, x: number, z: number, centre: number, paint: Paint];

/** Height | half width, half depth, centre. */
const CROWN: readonly CrownRow[] = [
  [0.04, 0.081, 0.101, 0, CLOTH],
  [0.044, 0.088, 0.107, 0, EDGE],
  [0.075, 0.087, 0.106, 0, EDGE],
  [0.078, 0.083, 0.102, 0, CLOTH],
  [0.12, 0.078, 0.094, -0.01, EDGE],
  [0.155, 0.05, 0.058, -0.025, EDGE],
];

/** A wrapped cap of dark cloth with two tails behind: townsmen and traders. */
export function buildSoftCap(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: MENS_HAIRLINE, heights: UNDER_CAP, segments: 18 });
  const rows = mesh.isFar ? [CROWN[1], CROWN[3], CROWN[5]] : CROWN;
  const vertexAt = ([y, radiusX, radiusZ, centre, paint]: CrownRow, azimuth: number): Vertex => {
    const brightness = 0.92 + 0.12 * Math.cos(azimuth * 6);
    return hatVertex(azimuth, { y, radiusX, radiusZ, centre, exponent: 2.3, tilt: TILT, paint, brightness });
  };
  addRings(mesh, rows, 18, vertexAt, { endCap: true });
  addBothSides(mesh, addTail);
  return mesh;
}

/** Fraction of the tail's length | half width. */
const TAIL = [
  [0, 0.012],
  [0.4, 0.02],
  [1, 0.016],
];

function addTail(mesh: MeshBuilder): void {
  const vertexAt = ([t, width]: number[], angle: number): Vertex => ({
    position: [
      0.012 + 0.03 * t + Math.cos(angle) * width,
      HEAD_CENTRE + 0.05 - 0.13 * t,
      -0.115 - 0.02 * Math.sin(t * 3) + Math.sin(angle) * 0.004,
    ],
    paint: CLOTH,
    weights: blendBones('head', 'hatL', t * 0.4),
  });
  addRings(mesh, TAIL, 4, vertexAt, { endCap: true });
}
