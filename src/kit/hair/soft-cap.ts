import { HEAD_CENTRE } from '../head/head-shape.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { type Paint, untinted } from '../mesh/paint.js';
import { ring } from '../mesh/ring.js';
import { blendBones } from '../skeleton/weights.js';
import { addHairCap, MENS_HAIRLINE, UNDER_CAP } from './hair-cap.js';
import { hatRing } from './hat-ring.js';

const CLOTH = untinted('#2f3a46');
const EDGE = untinted('#42505e');
const TILT = 0.1;

/** Height | half width, half depth, centre. */
const CROWN: readonly (readonly [y: number, x: number, z: number, centre: number, paint: Paint])[] = [
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
  const rows = (mesh.isFar ? [CROWN[1], CROWN[3], CROWN[5]] : CROWN).map(
    ([y, radiusX, radiusZ, centre, paint]) => ({
      vertices: hatRing(mesh, 18, {
        y,
        radiusX,
        radiusZ,
        centre,
        exponent: 2.3,
        tilt: TILT,
        paint,
        shading: (azimuth) => 0.92 + 0.12 * Math.cos(azimuth * 6),
      }),
    }),
  );
  addLoft(mesh, rows, { endCap: true });
  addBothSides(mesh, addTail);
  return mesh;
}

/** Way down | half width. */
const TAIL = [
  [0, 0.012],
  [0.4, 0.02],
  [1, 0.016],
];

function addTail(mesh: MeshBuilder): void {
  const rows = TAIL.map(([t, width]) => ({
    vertices: ring(mesh, 4, (angle) => ({
      position: [
        0.012 + 0.03 * t + Math.cos(angle) * width,
        HEAD_CENTRE + 0.05 - 0.13 * t,
        -0.115 - 0.02 * Math.sin(t * 3) + Math.sin(angle) * 0.004,
      ],
      paint: CLOTH,
      weights: blendBones('head', 'hatL', t * 0.4),
    })),
  }));
  addLoft(mesh, rows, { endCap: true });
}
