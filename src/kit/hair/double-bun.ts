import { HEAD_CENTRE } from '../head/head-shape.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addHairCap, HAIR, WHOLE_HEAD, WOMENS_HAIRLINE } from './hair-cap.js';

const TIE = untinted('#b04a3a');

/** Distance from the head along the bun's axis, metres | radius. The first two are the tie. */
const BUN = [
  [0, 0.024],
  [0.01, 0.025],
  [0.014, 0.036],
  [0.034, 0.046],
  [0.056, 0.036],
  [0.066, 0.012],
];

/** Two buns high on the sides, tied with red cord: young women. */
export function buildDoubleBun(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: WOMENS_HAIRLINE, heights: WHOLE_HEAD, segments: 22, offset: 0.012 });
  addBothSides(mesh, addBun);
  return mesh;
}

function addBun(mesh: MeshBuilder): void {
  const rows = mesh.isFar ? [BUN[1], BUN[3], BUN[5]] : BUN;
  const vertexAt = ([out, radius]: number[], angle: number): Vertex => {
    const coil = Math.cos(angle * 3 + out * 60);
    const r = radius * (out > 0.012 ? 1 + 0.06 * coil : 1);
    // The axis leans up and back.
    return {
      position: [
        0.05 + out * 0.85 - Math.cos(angle) * r * 0.5,
        HEAD_CENTRE + 0.092 + out * 0.5 + Math.cos(angle) * r * 0.86,
        -0.03 - out * 0.2 + Math.sin(angle) * r,
      ],
      paint: out > 0.012 || mesh.isFar ? shade(HAIR, 0.88 + 0.26 * coil) : TIE,
      weights: HEAD_WEIGHTS,
    };
  };
  addRings(mesh, rows, 10, vertexAt, { endCap: true });
}
