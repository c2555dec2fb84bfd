import { HEAD_CENTRE, headSurface } from '../head/head-shape.js';
import { mix, radians } from '../math/shaping.js';
import { curve } from '../mesh/curve.js';
import { addLoft, type LoftRow } from '../mesh/loft.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade, untinted } from '../mesh/paint.js';
import { ring } from '../mesh/ring.js';
import { addStrip } from '../mesh/strip.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';
import { addHairCap, MENS_HAIRLINE } from './hair-cap.js';
import { HAT_Z } from './hat-vertex.js';

const STRAW = untinted('#c9a765');
const OLD_STRAW = untinted('#a98647');
const RIM = untinted('#7d6030');
const CORD = untinted('#6b2a20');
const SEGMENTS = 20;
/** Backward tilt, rise per metre; keeps the face lit. */
const TILT = 0.16;

/** Distance down the slope | radius, height. */
const SLOPE = curve([
  [0, 0.012, 0.262],
  [0.06, 0.056, 0.238],
  [0.14, 0.106, 0.212],
  [0.22, 0.158, 0.182],
  [0.3, 0.216, 0.14],
  [0.34, 0.246, 0.112],
  [0.355, 0.248, 0.104],
]);
/** Starts of the bands of straw along the slope. The last is the rim. */
const BANDS = [0, 0.06, 0.14, 0.22, 0.3, 0.34];
const FAR_BANDS = [0, 0.14, 0.34];
const EDGE = 0.355;

/** Ring heights of the hair. The hat does not touch it. */
const UNDER_HAT = [0.128, 0.1, 0.05, 0.01, -0.03, -0.06, -0.09];
/** The cord follows the broadest jaw. */
const CORD_SURFACE = headSurface({ jaw: 1.1 });

/** A cone of plaited straw with a chin cord. */
export function buildStrawHat(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addHairCap(mesh, { line: MENS_HAIRLINE, heights: UNDER_HAT, segments: 18 });
  addTop(mesh);
  addUnderside(mesh);
  addChinCord(mesh);
  return mesh;
}

function coneRing(
  mesh: MeshBuilder,
  at: number,
  drop: number,
  paintAt: (azimuth: number) => Paint,
): Vertex[] {
  const [radius, y] = SLOPE(at);
  return ring(mesh, SEGMENTS, (azimuth) => {
    const r = radius * (1 + 0.012 * Math.cos(azimuth * 4));
    const z = Math.cos(azimuth) * r;
    return {
      position: [Math.sin(azimuth) * r, HEAD_CENTRE + y - drop + TILT * z, z + HAT_Z],
      paint: paintAt(azimuth),
      weights: HEAD_WEIGHTS,
    };
  });
}

function addTop(mesh: MeshBuilder): void {
  const bandPaint = (band: number) => (azimuth: number) =>
    shade(band % 2 ? STRAW : OLD_STRAW, 0.93 + 0.11 * Math.cos(azimuth * 10));
  const rows: LoftRow[] = [];
  (mesh.isFar ? FAR_BANDS : BANDS).forEach((at, band) => {
    if (band > 0) rows.push({ vertices: coneRing(mesh, at, 0, bandPaint(band - 1)) });
    rows.push({ vertices: coneRing(mesh, at, 0, bandPaint(band)), isCut: band > 0 });
  });
  rows.push({ vertices: coneRing(mesh, EDGE, 0.004, () => RIM) });
  addLoft(mesh, rows, { startCap: true, facing: (point) => [point[0], 0.3, point[2]] });
}

function addUnderside(mesh: MeshBuilder): void {
  const rows = [
    [EDGE, 0.006, '#8a6c39'],
    [0.22, 0.012, '#6d5228'],
    [0.06, 0.02, '#3c2c14'],
  ] as const;
  addLoft(
    mesh,
    rows.map(([at, drop, hex]) => ({ vertices: coneRing(mesh, at, drop, () => untinted(hex)) })),
    { facing: [0, -1, 0] },
  );
}

function addChinCord(mesh: MeshBuilder): void {
  for (const side of [1, -1]) {
    addStrip(mesh, CORD_SURFACE, {
      path: (t) => [side * radians(mix(80, 20, t * t)), mix(0.06, -0.118, t)],
      width: 0.007,
      height: 0.003,
      paint: CORD,
      weights: () => HEAD_WEIGHTS,
      spans: 6,
    });
  }
}
