import { HEAD_CENTRE, headSurface } from '../head/head-shape.js';
import { mix, smoothstep } from '../math/shaping.js';
import { subtract } from '../math/vector.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { type Paint, shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { blendBones, HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addHandBasket } from '../things/basket.js';
import { addShoulderPole } from '../things/shoulder-pole.js';
import { addHairCap, headRing, MENS_HAIRLINE, WOMENS_HAIRLINE } from './hair-cap.js';

/** Ring heights of the hair below the scarf. */
const UNDER_SCARF = [0.03, -0.01, -0.05, -0.09];

/** A hemp scarf tied behind, and a basket in the left hand: people who shop and sell. */
export function buildHeadscarf(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  const hemp = untinted('#a8614c');
  addHairCap(mesh, { line: WOMENS_HAIRLINE, heights: UNDER_SCARF, segments: 14, offset: 0.01 });
  addScarf(mesh, hemp);
  addBothSides(mesh, (left) => addTail(left, hemp));
  addHandBasket(mesh);
  return mesh;
}

/** A dark scarf wound about a topknot, and a shoulder pole with two baskets: porters and pedlars. */
export function buildPorterScarf(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  const cloth = untinted('#5b4a3c');
  addHairCap(mesh, { line: MENS_HAIRLINE, heights: UNDER_SCARF, segments: 14 });
  addScarf(mesh, cloth);
  addKnot(mesh, cloth);
  addShoulderPole(mesh);
  return mesh;
}

/** Lift of the scarf above the coarse hair of the far mesh, metres. */
const FAR_LIFT = 0.008;
/** Height of the rings over the lower edge, as a fraction | metres from the skin, brightness. */
const ROWS = [
  [0, 0.012, 0.6],
  [0.02, 0.022, 1.1],
  [0.24, 0.022, 1.1],
  [0.3, 0.018, 0.78],
  [0.65, 0.019, 1],
  [1, 0.018, 1],
];
const TOP = 0.122;
const KNOT_Y = -0.015;

/** Returns the lower edge of the scarf: over the brows, above the ears and down to the nape. */
function edgeAt(azimuth: number): number {
  return mix(0.058, KNOT_Y - 0.02, smoothstep(0.5, 3, Math.abs(azimuth)));
}

function addScarf(mesh: MeshBuilder, cloth: Paint): void {
  const surface = headSurface();
  const rows = mesh.isFar ? [ROWS[1], ROWS[4], ROWS[5]] : ROWS;
  const table = rows.map(([up, out, brightness]) => ({
    vertices: headRing(mesh, 16, (azimuth): Vertex => {
      const edge = edgeAt(azimuth);
      // Creases run from the brow to the knot.
      const crease = Math.cos(up * 16 + Math.abs(azimuth) * 2.2) * (1 - up) * smoothstep(0, 0.2, up);
      const lift = out + 0.003 * crease + (mesh.isFar ? FAR_LIFT : 0);
      const [x, y, z] = surface(azimuth, mix(edge, TOP, up), lift);
      return {
        position: [x, y + 0.009 * smoothstep(0.7, 1, up), z],
        paint: shade(cloth, brightness * (1 + 0.14 * crease)),
        weights: HEAD_WEIGHTS,
        // Simplified to the detail of the pole, it would let the skin through.
        isFixed: true,
      };
    }),
  }));
  addLoft(mesh, table, { endCap: true, facing: (point) => subtract(point, [0, HEAD_CENTRE, 0]) });
}

/** Fraction of the tail's length | half width. */
const TAIL = [
  [0, 0.008],
  [0.3, 0.02],
  [0.8, 0.026],
  [1, 0.012],
];

/** Adds half the knot at the nape and one of its two tails. */
function addTail(mesh: MeshBuilder, cloth: Paint): void {
  addRings(
    mesh,
    mesh.isFar ? [TAIL[0], TAIL[2]] : TAIL,
    4,
    ([t, width], angle) => ({
      position: [
        0.004 + 0.03 * t + Math.cos(angle) * width,
        HEAD_CENTRE + KNOT_Y - 0.12 * t,
        -0.118 - 0.014 * Math.sin(t * 3) + Math.sin(angle) * 0.006,
      ],
      paint: shade(cloth, 1 - 0.15 * t),
      weights: blendBones('head', 'hatL', t * 0.4),
    }),
    { endCap: true },
  );
}

/** Height | radius. */
const KNOT = [
  [0.125, 0.03],
  [0.155, 0.044],
  [0.19, 0.014],
];

function addKnot(mesh: MeshBuilder, cloth: Paint): void {
  addRings(
    mesh,
    mesh.isFar ? [KNOT[0], KNOT[1]] : KNOT,
    8,
    ([y, radius], azimuth) => {
      const fold = Math.cos(azimuth * 5 + y * 50);
      const r = radius * (1 + 0.06 * fold);
      return {
        position: [Math.sin(azimuth) * r, HEAD_CENTRE + y, Math.cos(azimuth) * r - 0.02],
        paint: shade(cloth, 1 + 0.2 * fold),
        weights: HEAD_WEIGHTS,
      };
    },
    { endCap: true },
  );
}
