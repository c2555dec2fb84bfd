import { HEAD_CENTRE } from '../head/head-shape.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addMace } from '../things/mace.js';
import { addHairCap, MENS_HAIRLINE, UNDER_CAP } from './hair-cap.js';
import { hatVertex } from './hat-vertex.js';

const FELT = untinted('#c3b393');
const EDGE = untinted('#8f7d5d');
const BAND = untinted('#7b2a22');
const LINING = untinted('#4d4233');
const TASSEL = untinted('#b3261c');

type Row = readonly [y: number, radius: number, paint: Paint];

/** Height | radius, from the edge of the brim to the crown. */
const TOP: readonly Row[] = [
  [0.06, 0.205, EDGE],
  [0.066, 0.2, EDGE],
  [0.066, 0.2, FELT],
  [0.058, 0.155, FELT],
  [0.066, 0.11, FELT],
  [0.068, 0.106, BAND],
  [0.09, 0.1, BAND],
  [0.09, 0.1, FELT],
  [0.135, 0.086, FELT],
  [0.165, 0.055, FELT],
  [0.174, 0.02, FELT],
];
const UNDERSIDE: readonly Row[] = [
  [0.06, 0.205, EDGE],
  [0.05, 0.155, LINING],
  [0.05, 0.09, LINING],
];
/** Height | radius. It spreads over the crown. */
const PLUME: readonly Row[] = [
  [0.196, 0.008, TASSEL],
  [0.19, 0.026, TASSEL],
  [0.168, 0.062, TASSEL],
  [0.14, 0.091, TASSEL],
];
const TILT = 0.1;

/** A broad-brimmed felt hat with a red plume, and a mace in the left hand: soldiers on guard. */
export function buildFeltHat(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: MENS_HAIRLINE, heights: UNDER_CAP, segments: 18 });
  const vertexAt = ([y, radius, paint]: Row, azimuth: number): Vertex =>
    hatVertex(azimuth, { y, radiusX: radius, radiusZ: radius + 0.012, exponent: 2, tilt: TILT, paint });
  addRings(mesh, mesh.isFar ? [TOP[0], TOP[4], TOP[8]] : TOP, 20, vertexAt, { endCap: true });
  addRings(mesh, mesh.isFar ? [UNDERSIDE[0], UNDERSIDE[2]] : UNDERSIDE, 20, vertexAt, { facing: [0, -1, 0] });
  addPlume(mesh);
  addMace(mesh);
  return mesh;
}

function addPlume(mesh: MeshBuilder): void {
  const rows = mesh.isFar ? [PLUME[0], PLUME[3]] : PLUME;
  const vertexAt = ([y, radius, paint]: Row, azimuth: number, column: number): Vertex => {
    const isStrand = column % 2 === 0;
    const r = radius * (isStrand ? 1.06 : 0.98);
    const fall = isStrand && radius > 0.08 ? 0.016 : 0;
    return {
      position: [
        Math.sin(azimuth) * r,
        HEAD_CENTRE + y + 0.004 - fall + TILT * Math.cos(azimuth) * r,
        Math.cos(azimuth) * (r + 0.006) - 0.008,
      ],
      paint: shade(paint, isStrand ? 1.1 : 0.75),
      weights: HEAD_WEIGHTS,
    };
  };
  addRings(mesh, rows, 14, vertexAt, { startCap: true });
}
