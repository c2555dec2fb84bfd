import { headSurface } from '../head/head-shape.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addHairCap, HAIR, headRing, WHOLE_HEAD, WOMENS_HAIRLINE } from './hair-cap.js';
import { lobeVertex } from './hat-vertex.js';

const INDIGO = untinted('#5b6f86');
/** Lift of the band above the coarse hair of the far mesh, metres. */
const FAR_LIFT = 0.008;

/** Fraction of the knot's height | radius. */
const KNOT = [
  [0, 0.03],
  [0.3, 0.046],
  [0.65, 0.045],
  [1, 0.018],
];
/** Height | metres from the skin, brightness. */
const BAND = [
  [0.098, 0.012, 0.7],
  [0.096, 0.018, 1],
  [0.05, 0.018, 1],
  [0.046, 0.012, 0.7],
];

/** Hair in a knot, tied with an indigo cloth. */
export function buildKerchief(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: WOMENS_HAIRLINE, heights: WHOLE_HEAD, segments: 22, offset: 0.011 });
  const paint = shade(HAIR, 0.9);
  const knotVertex = ([t, radius]: number[], azimuth: number) => {
    const lobe = Math.cos(azimuth * 4 + t * 5);
    return lobeVertex(azimuth, { y: 0.085 + t * 0.075, radius, z: -0.055 - 0.02 * t, paint, lobe });
  };
  addRings(mesh, KNOT, 12, knotVertex, { endCap: true });
  addBand(mesh);
  return mesh;
}

function addBand(mesh: MeshBuilder): void {
  const surface = headSurface();
  const rows = (mesh.isFar ? BAND.slice(1, 3) : BAND).map(([y, offset, brightness]) => ({
    vertices: headRing(mesh, 20, (azimuth) => ({
      position: surface(azimuth, y + 0.012 * Math.cos(azimuth), mesh.isFar ? offset + FAR_LIFT : offset),
      paint: shade(INDIGO, brightness * (0.95 + 0.1 * Math.cos(azimuth * 5))),
      weights: HEAD_WEIGHTS,
    })),
  }));
  addLoft(mesh, rows);
}
