import { HEAD_CENTRE } from '../head/head-shape.js';
import { mix, smoothstep } from '../math/shaping.js';
import { subtract } from '../math/vector.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { type Paint, untinted } from '../mesh/paint.js';
import { addRings, line } from '../mesh/ring.js';
import { superellipse } from '../mesh/surface.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addHairCap, MENS_HAIRLINE, UNDER_CAP } from './hair-cap.js';
import { HAT_Z, hatVertex } from './hat-vertex.js';

const SILK = untinted('#22201f');
const EDGE = untinted('#3a3634');
const TILT = 0.12;

type BoxRow = readonly [y: number, x: number, z: number, n: number, paint: Paint];

/** Height | half width, half depth, exponent. */
const BOX: readonly BoxRow[] = [
  [0.042, 0.08, 0.1, 2.4, SILK],
  [0.048, 0.086, 0.104, 2.6, EDGE],
  [0.12, 0.082, 0.094, 4, SILK],
  [0.225, 0.078, 0.086, 6, SILK],
  [0.23, 0.072, 0.08, 6, EDGE],
];

/** The tall cap of scholars, as Su Dongpo wore it: a square box with a lower wall about it, open in front. */
export function buildSquareCap(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: MENS_HAIRLINE, heights: UNDER_CAP, segments: 20 });
  const rows = mesh.isFar ? [BOX[1], BOX[2], BOX[3]] : BOX;
  const vertexAt = ([y, radiusX, radiusZ, exponent, paint]: BoxRow, azimuth: number) =>
    hatVertex(azimuth, { y, radiusX, radiusZ, exponent, tilt: TILT, paint });
  addRings(mesh, rows, 20, vertexAt, { endCap: true });
  if (!mesh.isFar) addOuterWall(mesh);
  return mesh;
}

/** Height | metres outside the box. */
const WALL: readonly (readonly [y: number, out: number, paint: Paint])[] = [
  [0.05, 0.004, EDGE],
  [0.05, 0.012, SILK],
  [0.155, 0.012, SILK],
  [0.16, 0.008, EDGE],
  [0.15, -0.004, EDGE],
];
/** Half the opening in front, radians. */
const OPENING = 0.22;

function addOuterWall(mesh: MeshBuilder): void {
  const rows = WALL.map(([y, out, paint]) => ({
    vertices: line(17, (u): Vertex => {
      const azimuth = mix(OPENING, 2 * Math.PI - OPENING, u);
      // The ends touch the box, which hides the thin edge of the wall.
      const fromEnd = Math.min(u, 1 - u);
      const wall = mix(-0.003, out, smoothstep(0, 0.09, fromEnd));
      const [x, z] = superellipse(azimuth, 0.083 + wall, 0.1 + wall, 4);
      return { position: [x, HEAD_CENTRE + y + TILT * z, z + HAT_Z], paint, weights: HEAD_WEIGHTS };
    }),
  }));
  addLoft(mesh, rows, { isClosed: false, facing: (point) => subtract(point, [0, point[1], 0]) });
}
