import { HEAD_CENTRE } from '../head/head-shape.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addHairCap, HAIR, MENS_HAIRLINE, WHOLE_HEAD } from './hair-cap.js';
import { lobeVertex } from './hat-vertex.js';

const TIE = untinted('#3d4a5c');
const WOOD = untinted('#7a5636');
const KNOT_Z = -0.03;

/** Height | radius. The first two are the cloth tied around it. */
const KNOT = [
  [0.112, 0.034],
  [0.136, 0.033],
  [0.142, 0.038],
  [0.165, 0.043],
  [0.188, 0.034],
  [0.198, 0.012],
];

/** A plain topknot with a wooden pin: men without a hat. */
export function buildTopknot(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: MENS_HAIRLINE, heights: WHOLE_HEAD, segments: 20, offset: 0.01 });
  const rows = mesh.isFar ? [KNOT[0], KNOT[1], KNOT[3], KNOT[5]] : KNOT;
  const vertexAt = ([y, radius]: number[], azimuth: number): Vertex => {
    const look =
      y < 0.14 ? { paint: TIE } : { paint: shade(HAIR, 0.92), lobe: Math.cos(azimuth * 3 + y * 40) };
    return lobeVertex(azimuth, { y, radius, z: KNOT_Z, ...look });
  };
  addRings(mesh, rows, 12, vertexAt, { endCap: true });
  if (!mesh.isFar) addPin(mesh);
  return mesh;
}

function addPin(mesh: MeshBuilder): void {
  const vertexAt = (t: number, angle: number): Vertex => {
    const radius = t > 0.9 ? 0.002 : 0.0045;
    return {
      position: [
        t * 0.072,
        HEAD_CENTRE + 0.152 + 0.008 * t + Math.cos(angle) * radius,
        KNOT_Z + Math.sin(angle) * radius,
      ],
      paint: WOOD,
      weights: HEAD_WEIGHTS,
    };
  };
  addRings(mesh, [-1, 0.8, 1], 5, vertexAt, { startCap: true, endCap: true });
}
