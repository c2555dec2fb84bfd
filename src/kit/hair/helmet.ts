import { HEAD_CENTRE, headSurface } from '../head/head-shape.js';
import { mix, radians, smoothstep } from '../math/shaping.js';
import { subtract } from '../math/vector.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { GOLD, IRON, type Paint, shade, untinted } from '../mesh/paint.js';
import { addRings, line } from '../mesh/ring.js';
import { addStrip } from '../mesh/strip.js';
import { outside, superellipse } from '../mesh/surface.js';
import { blendBones, HEAD_WEIGHTS, type Weights } from '../skeleton/weights.js';
import { HAT_Z, hatVertex, lobeVertex } from './hat-vertex.js';

const LINING = untinted('#3b3430');
const TASSEL = untinted('#b3261c');
const EXPONENT = 2.2;

type BowlRow = readonly [y: number, x: number, z: number, paint: Paint];

/** Height | half width, half depth. */
const BOWL: readonly BowlRow[] = [
  [0.04, 0.088, 0.108, LINING],
  [0.04, 0.094, 0.114, GOLD],
  [0.056, 0.094, 0.114, GOLD],
  [0.056, 0.091, 0.111, IRON],
  [0.09, 0.086, 0.105, IRON],
  [0.125, 0.068, 0.084, IRON],
  [0.15, 0.04, 0.05, IRON],
  [0.163, 0.016, 0.018, GOLD],
];

/** An iron helmet with a neck guard of plates and a red tassel. */
export function buildHelmet(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addBowl(mesh);
  addVisor(mesh);
  for (let row = 0; row < (mesh.isFar ? 1 : GUARD_ROWS); row++) addGuardRow(mesh, row);
  addTassel(mesh);
  return mesh;
}

function addBowl(mesh: MeshBuilder): void {
  const rows = mesh.isFar ? [BOWL[1], BOWL[3], BOWL[5], BOWL[7]] : BOWL;
  const vertexAt = ([y, radiusX, radiusZ, paint]: BowlRow, azimuth: number): Vertex => {
    // Seams between the iron plates.
    const brightness = paint === IRON && Math.abs(Math.sin(azimuth * 3)) < 0.3 ? 0.6 : 1;
    return hatVertex(azimuth, { y, radiusX, radiusZ, exponent: EXPONENT, paint, brightness });
  };
  addRings(mesh, rows, 20, vertexAt, { endCap: true });
}

function addVisor(mesh: MeshBuilder): void {
  addStrip(
    mesh,
    (azimuth, y, offset = 0) => {
      const [x, z] = superellipse(azimuth, 0.094 + offset, 0.114 + offset, EXPONENT);
      return [x, HEAD_CENTRE + y, z + HAT_Z];
    },
    {
      path: (t) => [radians(mix(-62, 62, t)), 0.04],
      width: 0.016,
      height: 0.022,
      paint: IRON,
      weights: () => HEAD_WEIGHTS,
      spans: 8,
    },
  );
}

const GUARD_ROWS = 3;
/** Azimuth of the guard's edges beside the face, radians. */
const GUARD_START = 0.9;
const CHEEKS = outside(headSurface({ jaw: 1.1, cheek: 1.5 }), 0.005);
const LOWEST_CHEEK = -0.1;

function addGuardRow(mesh: MeshBuilder, row: number): void {
  const top = 0.045 - row * 0.056;
  const bottom = top - (mesh.isFar ? 0.175 : 0.063);
  const weights: Weights = row === 0 ? HEAD_WEIGHTS : blendBones('head', 'neck', 0.4);
  const rows = [
    [top, 0.089 + 0.003 * row, 0.7],
    [bottom + 0.005, 0.096 + 0.005 * row, 1.1],
    [bottom, 0.09 + 0.005 * row, 0.5],
  ].map(([y, radius, brightness]) => ({
    vertices: line(mesh.isFar ? 7 : 17, (u, column): Vertex => {
      const azimuth = mix(GUARD_START, 2 * Math.PI - GUARD_START, u);
      const [x, z] = superellipse(azimuth, radius, radius * 1.14, EXPONENT);
      // Front edges touch the cheeks; otherwise they protrude as thin rails.
      const onCheek = CHEEKS(azimuth, Math.max(y, LOWEST_CHEEK));
      const away = mix(mesh.isFar ? 0.4 : 0, 1, smoothstep(0, 0.16, Math.min(u, 1 - u)));
      const isDark = brightness !== 0.7 && column % 2 === 0;
      return {
        position: [mix(onCheek[0], x, away), HEAD_CENTRE + y, mix(onCheek[2], z + HAT_Z, away)],
        paint: shade(IRON, brightness * (isDark ? 0.68 : 1)),
        weights,
      };
    }),
  }));
  addLoft(mesh, rows, { isClosed: false, facing: (point) => subtract(point, [0, point[1], 0]) });
}

/** Fraction of the tassel's length, from its top | radius. */
const TASSEL_ROWS = [
  [0, 0.012],
  [0.25, 0.03],
  [0.6, 0.034],
  [1, 0.014],
];
/** Height | radius. */
const SPIKE = [
  [0.15, 0.014],
  [0.2, 0.008],
  [0.255, 0.002],
];

function addTassel(mesh: MeshBuilder): void {
  const vertexAt = ([t, radius]: number[], azimuth: number): Vertex => {
    const lobe = Math.cos(azimuth * 4);
    return lobeVertex(azimuth, { y: 0.215 - 0.075 * t, radius, z: -0.01 - 0.01 * t, paint: TASSEL, lobe });
  };
  addRings(mesh, TASSEL_ROWS, 8, vertexAt, { startCap: true });
  addRings(mesh, SPIKE, 6, ([y, radius], azimuth) =>
    lobeVertex(azimuth, { y, radius, z: HAT_Z, paint: GOLD }),
  );
}
