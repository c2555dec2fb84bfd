import { HEAD_CENTRE } from '../head/head-shape.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { GOLD, type Paint, shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addFan } from '../things/fan.js';
import { addHairCap, HAIR, WOMENS_HAIRLINE } from './hair-cap.js';
import { lobeVertex } from './hat-vertex.js';

const BLUSH = untinted('#d06a7c');
const CREAM = untinted('#efd9c6');

interface Tier {
  readonly petals: number;
  /** Height | radius; the last is the tips. */
  readonly rows: readonly (readonly [y: number, radius: number, paint: Paint])[];
}

/** Two rings of petals around the knot of hair. The outer one opens wider. */
const OUTER: Tier = {
  petals: 8,
  rows: [
    [0.085, 0.054, CREAM],
    [0.1, 0.084, CREAM],
    [0.132, 0.1, CREAM],
    [0.168, 0.1, BLUSH],
  ],
};
const INNER: Tier = {
  petals: 7,
  rows: [
    [0.11, 0.05, CREAM],
    [0.15, 0.074, CREAM],
    [0.19, 0.066, BLUSH],
    [0.218, 0.046, BLUSH],
  ],
};

/** Height | radius of the heart of the flower. */
const HEART = [
  [0.15, 0.036],
  [0.19, 0.026],
];
const LEAN = -0.018;

/** Ring heights of the hair; the crown covers the top. */
const UNDER_CROWN = [0.122, 0.1, 0.06, 0.02, -0.03, -0.09];

/** A lotus crown on dressed hair, and a round fan in the left hand: ladies of rank. */
export function buildFlowerCrown(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: WOMENS_HAIRLINE, heights: UNDER_CROWN, segments: 22, offset: 0.014 });
  addTier(mesh, OUTER);
  addTier(mesh, INNER);
  if (!mesh.isFar) {
    addRings(
      mesh,
      HEART,
      8,
      ([y, radius], azimuth) => lobeVertex(azimuth, { y, radius, z: LEAN, paint: GOLD }),
      { endCap: true },
    );
    addLowKnot(mesh);
  }
  addFan(mesh);
  return mesh;
}

function addTier(mesh: MeshBuilder, { petals, rows }: Tier): void {
  const height = rows[rows.length - 1][0] - rows[0][0];
  const vertexAt = ([y, radius, paint]: Tier['rows'][number], azimuth: number, column: number): Vertex => {
    // Columns alternate between the tips and the gaps, which are lower and nearer to the middle.
    const gap = mesh.isFar || column % 2 === 0 ? 0 : (y - rows[0][0]) / height;
    const r = radius * (1 - 0.16 * gap);
    return {
      position: [
        Math.sin(azimuth) * r,
        HEAD_CENTRE + y - 0.03 * gap * gap - 0.1 * Math.cos(azimuth) * r,
        Math.cos(azimuth) * r + LEAN - 0.1 * (y - 0.09),
      ],
      paint: shade(paint, column % 2 ? 0.8 : 1.04),
      weights: HEAD_WEIGHTS,
    };
  };
  const ends = [rows[0], rows[rows.length - 1]];
  addRings(mesh, mesh.isFar ? ends : rows, petals * 2, vertexAt, { endCap: mesh.isFar });
  if (!mesh.isFar) addRings(mesh, ends, petals * 2, vertexAt, { facing: 'inward' });
}

/** Fraction of the knot's length | radius. */
const LOW_KNOT = [
  [0, 0.03],
  [0.5, 0.042],
  [1, 0.016],
];

/** Adds a knot of hair at the nape. */
function addLowKnot(mesh: MeshBuilder): void {
  addRings(
    mesh,
    LOW_KNOT,
    9,
    ([t, radius], angle) => ({
      position: [
        Math.cos(angle) * radius * 1.2,
        HEAD_CENTRE - 0.02 + Math.sin(angle) * radius,
        -0.095 - 0.045 * t,
      ],
      paint: shade(HAIR, 0.85 + 0.25 * Math.cos(angle * 3)),
      weights: HEAD_WEIGHTS,
    }),
    { endCap: true },
  );
}
