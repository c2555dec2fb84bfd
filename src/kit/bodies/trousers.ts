import { smoothstep } from '../math/shaping.js';
import { curve } from '../mesh/curve.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { type Paint, shade } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import type { Weights } from '../skeleton/weights.js';

export interface Trousers {
  readonly paint: Paint;
  /** Height of the upper end, which other cloth hides, metres. @default 0.9 */
  readonly top?: number;
  /** Height of the lower end, at the boot or gaiter, metres. */
  readonly bottom: number;
  /** Radius there, metres. */
  readonly cuffRadius: number;
  readonly cuffPaint: Paint;
  /** Depth of the folds, as a fraction of the radius. */
  readonly folds: number;
}

const LEG_HEIGHTS = [0.9, 0.82, 0.7, 0.57, 0.52, 0.47, 0.38];
const SEGMENTS = 11;
const CUFF_SEGMENTS = 12;

/** Adds both legs, and boots or gaiters from their lower ends to the shoes. */
export function addTrousers(mesh: MeshBuilder, trousers: Trousers): void {
  addBothSides(mesh, (left) => {
    addLeg(left, trousers);
    addCuff(left, trousers);
  });
}

function addLeg(mesh: MeshBuilder, { paint, top = 0.9, bottom, cuffRadius, folds }: Trousers): void {
  const shape = curve([
    [0.9, 0.085, 0.1, 0.078],
    [0.84, 0.088, 0.104, 0.086],
    [0.72, 0.086, 0.098, 0.094],
    [0.52, 0.08, 0.088, 0.098],
    [0.4, 0.078, 0.086, 0.1],
    [bottom + 0.03, cuffRadius * 1.16, cuffRadius * 1.2, 0.1],
    [bottom, cuffRadius, cuffRadius * 1.04, 0.1],
  ]);
  const heights = mesh.isFar
    ? [Math.min(top, 0.86), 0.5, bottom]
    : [...LEG_HEIGHTS.filter((y) => y <= top && y > bottom + 0.05), bottom + 0.03, bottom];
  addRings(mesh, heights, SEGMENTS, (y, azimuth): Vertex => {
    const [radiusX, radiusZ, centre] = shape(y);
    const swell =
      1 +
      folds * 0.6 * Math.cos(y * 60 + azimuth * 2) * smoothstep(0, 0.25, 0.75 - y) +
      folds * 0.5 * Math.cos(azimuth * 5 + y * 6);
    return {
      position: [
        Math.max(0.004, centre + Math.sin(azimuth) * radiusX * swell),
        y,
        Math.cos(azimuth) * radiusZ * swell - 0.012,
      ],
      paint: shade(paint, swell > 1 ? 1 : 0.86),
      weights: legWeights(y),
    };
  });
}

function legWeights(y: number): Weights {
  const hips = smoothstep(0.76, 0.92, y);
  const thigh = smoothstep(0.42, 0.57, y);
  return [
    ['hips', hips],
    ['thighL', (1 - hips) * thigh],
    ['shinL', (1 - hips) * (1 - thigh)],
  ];
}

function addCuff(mesh: MeshBuilder, { bottom, cuffRadius, cuffPaint }: Trousers): void {
  // Height | radius, as a factor.
  const far = [
    [bottom + 0.02, 1.35],
    [0.085, 0.85],
  ];
  const near = [
    [bottom + 0.03, 1],
    [bottom + 0.012, 1.24],
    [0.2, 1.06],
    [0.12, 0.84],
    [0.085, 0.82],
  ];
  const rows = mesh.isFar ? far : near;
  addRings(mesh, rows, CUFF_SEGMENTS, (row, azimuth) => {
    const [y, size] = row;
    const brightness = (rows.indexOf(row) % 2 ? 0.9 : 1) * (1 - 0.1 * Math.cos(y * 150));
    return {
      position: [
        0.1 + Math.sin(azimuth) * cuffRadius * size,
        y,
        Math.cos(azimuth) * cuffRadius * size * 1.08 - 0.016,
      ],
      paint: shade(cuffPaint, brightness),
      weights: [['shinL', 1]],
    };
  });
}
