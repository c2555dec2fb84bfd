import { HEAD_CENTRE } from '../head/head-shape.js';
import { mix } from '../math/shaping.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { GOLD, shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { addStrip } from '../mesh/strip.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addHairCap, HAIR, WOMENS_HAIRLINE } from './hair-cap.js';

const CORAL = untinted('#b8432f');
const BLOSSOM = untinted('#d9788a');

/** A high coiled bun with a loop on either side, a gold comb, pins with coral beads and a flower. */
export function buildCourtHair(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: WOMENS_HAIRLINE, heights: UNDER_BUN, segments: 22, offset: 0.014 });
  addBun(mesh);
  addBothSides(mesh, (left) => {
    addLoop(left);
    if (!left.isFar) addPin(left);
  });
  if (!mesh.isFar) {
    addComb(mesh);
    addFlower(mesh);
  }
  return mesh;
}

/** Ring heights of the hair; the bun covers the crown. */
const UNDER_BUN = [0.122, 0.1, 0.06, 0.02, -0.03, -0.09];

/** Fraction of the bun's height | radius. */
const BUN = [
  [0, 0.05],
  [0.2, 0.064],
  [0.36, 0.066],
  [0.55, 0.056],
  [0.75, 0.06],
  [0.9, 0.046],
  [1, 0.016],
];

function addBun(mesh: MeshBuilder): void {
  const rows = mesh.isFar ? [BUN[0], BUN[2], BUN[4], BUN[6]] : BUN;
  const vertexAt = ([t, radius]: number[], azimuth: number): Vertex => {
    // Four coils that wind upwards.
    const coil = Math.cos(azimuth * 4 + t * 7);
    const r = radius * (1 + 0.07 * coil);
    return {
      position: [
        Math.sin(azimuth) * r * 1.05,
        HEAD_CENTRE + 0.105 + t * 0.15 + 0.012 * Math.cos(azimuth) * t,
        Math.cos(azimuth) * r - 0.02 - 0.045 * t,
      ],
      paint: shade(HAIR, 0.8 + 0.35 * coil),
      weights: HEAD_WEIGHTS,
    };
  };
  addRings(mesh, rows, 12, vertexAt, { endCap: true });
}

function addLoop(mesh: MeshBuilder): void {
  const spans = mesh.isFar ? 4 : 8;
  const angles = Array.from({ length: spans + 1 }, (_, i) => (i / spans) * Math.PI * 1.15 - 0.1);
  addRings(mesh, angles, 5, (along, angle) => {
    const x = 0.05 + 0.055 * Math.sin(along);
    const y = HEAD_CENTRE + 0.105 + 0.045 * (1 - Math.cos(along));
    const radius = 0.017 * (1 + 0.25 * Math.sin(along));
    return {
      position: [
        x + Math.cos(angle) * radius * Math.sin(along + 0.6),
        y + Math.cos(angle) * radius * 0.8,
        -0.035 + Math.sin(angle) * radius,
      ],
      paint: shade(HAIR, 0.85 + 0.3 * Math.cos(angle)),
      weights: HEAD_WEIGHTS,
    };
  });
}

function addComb(mesh: MeshBuilder): void {
  addStrip(
    mesh,
    (azimuth, y, offset = 0) => {
      const radius = 0.064 + offset;
      return [Math.sin(azimuth) * radius, HEAD_CENTRE + 0.13 + y, Math.cos(azimuth) * radius - 0.02];
    },
    {
      path: (t) => [mix(-0.9, 0.9, t), 0.004 * Math.cos((t - 0.5) * 6)],
      width: (t) => 0.01 + 0.018 * Math.sin(t * Math.PI),
      height: 0.008,
      paint: GOLD,
      weights: () => HEAD_WEIGHTS,
      spans: 5,
    },
  );
}

/** Fraction of the bead's height, from its top | radius. */
const BEAD = [
  [0, 0.002],
  [0.5, 0.01],
  [1, 0.002],
];

function addPin(mesh: MeshBuilder): void {
  addRings(mesh, [0, 1], 3, (t, angle) => ({
    position: [
      0.05 + 0.075 * t + 0.003 * Math.cos(angle),
      HEAD_CENTRE + 0.15 + 0.025 * t + 0.003 * Math.sin(angle),
      -0.03 + 0.002 * Math.sin(angle * 2),
    ],
    paint: GOLD,
    weights: HEAD_WEIGHTS,
  }));
  addRings(mesh, BEAD, 6, ([t, radius], angle) => ({
    position: [
      0.125 + Math.cos(angle) * radius,
      HEAD_CENTRE + 0.178 - 0.03 * t,
      -0.03 + Math.sin(angle) * radius,
    ],
    paint: CORAL,
    weights: HEAD_WEIGHTS,
  }));
}

/** Fraction of the flower's depth | radius. */
const PETALS = [
  [0, 0.002],
  [0.6, 0.02],
  [1, 0.012],
];

function addFlower(mesh: MeshBuilder): void {
  const vertexAt = ([t, radius]: number[], angle: number): Vertex => {
    const r = radius * (1 + 0.25 * Math.cos(angle * 5));
    return {
      position: [
        0.052 + 0.02 * t,
        HEAD_CENTRE + 0.1 + r * Math.sin(angle),
        0.045 + r * Math.cos(angle) + 0.01 * t,
      ],
      paint: shade(BLOSSOM, 0.7 + 0.3 * t),
      weights: HEAD_WEIGHTS,
    };
  };
  addRings(mesh, PETALS, 10, vertexAt, { endCap: GOLD, facing: [1, 0, 0] });
}
