import { TAU } from '../../math/index.js';
import { clamp, mix, smoothstep } from '../math/shaping.js';
import { curve, type Station } from '../mesh/curve.js';
import { addLoft } from '../mesh/loft.js';
import type { MeshBuilder } from '../mesh/mesh-builder.js';
import { type Paint, shade, WHITE_LINEN } from '../mesh/paint.js';
import { ring } from '../mesh/ring.js';
import { superellipse } from '../mesh/superellipse.js';
import type { Surface } from '../mesh/surface.js';
import { torsoWeights } from '../skeleton/weights.js';

/** How far out the cloth lies at a place, about −1 in a valley to 1 on a crest. */
export type FoldPattern = (azimuth: number, y: number) => number;

export interface Robe {
  readonly surface: Surface;
  /** Fold at a place as a share of the radius. */
  readonly fold: FoldPattern;
}

/** Cloth about the body: stations as in the torso tables, folds by the pattern times each station's depth. */
export function robe(stations: readonly Station[], pattern: FoldPattern): Robe {
  const profile = curve(stations);
  const fold: FoldPattern = (azimuth, y) => profile(y)[4] * pattern(azimuth, y);
  const surface: Surface = (azimuth, y, offset = 0) => {
    const [radiusX, radiusZ, centre, exponent, depth] = profile(y);
    const swell = 1 + depth * pattern(azimuth, y);
    const [x, z] = superellipse(azimuth, (radiusX + offset) * swell, (radiusZ + offset) * swell, exponent);
    return [x, y, z + centre];
  };
  return { surface, fold };
}

/**
 * Hanging folds that rise slowly and fall fast, uneven round the body; sums of cosines came out washed out. At least
 * three segments a fold, or they alias into nothing.
 */
export function hangingFolds(count: number, shift: number): FoldPattern {
  return (azimuth, y) => {
    const turns = (count * (azimuth + TAU / 2)) / TAU + 0.35 * Math.sin(2 * azimuth + shift);
    const u = turns - Math.floor(turns);
    const strength =
      0.62 + 0.38 * Math.cos(2 * azimuth + 1 + shift + 1.5 * y) + 0.2 * Math.cos(5 * azimuth - 2 * y);
    const rise = u < 0.62 ? mix(-1, 0.9, smoothstep(0, 0.62, u)) : mix(0.9, -1, smoothstep(0.62, 1, u));
    return strength * rise;
  };
}

/** Pleats, crisp on a ring of exactly twice as many segments; a slow wave makes them uneven. */
export function pleats(count: number): FoldPattern {
  return (azimuth, y) => 0.8 * Math.cos(count * azimuth) + 0.45 * Math.cos(5 * azimuth + 0.6 + 0.8 * y);
}

export const smooth: FoldPattern = () => 0;

/** Cloth, darker in the valleys of its folds and dusty at the hem. */
export function clothPaint(
  base: Paint,
  fold: FoldPattern,
  contrast = 5,
): (azimuth: number, y: number) => Paint {
  return (azimuth, y) => {
    const depth = clamp(fold(azimuth, y) * contrast, -0.38, 0.16);
    return shade(base, (1 + depth) * mix(0.86, 1, smoothstep(0.03, 0.4, y)));
  };
}

/** The robe's topmost ring is the white linen worn under it. */
export function overLinen(
  paint: (azimuth: number, y: number) => Paint,
): (azimuth: number, y: number) => Paint {
  return (azimuth, y) => (y > LINEN_HEIGHT ? WHITE_LINEN : paint(azimuth, y));
}

const LINEN_HEIGHT = 1.43;

/** The inside of a skirt, as far as one can see up it: below the hem | height, depth, brightness. */
const INNER_HEM = [
  [0, -0.004, 0.5],
  [0.2, -0.05, 0.12],
];

export function addInnerHem(
  mesh: MeshBuilder,
  surface: Surface,
  hem: number,
  segments: number,
  paint: Paint,
): void {
  if (mesh.isFar) return;
  const rows = INNER_HEM.map(([up, offset, brightness]) => ({
    vertices: ring(mesh, segments, (azimuth) => {
      const position = surface(azimuth, hem + up, offset);
      return { position, paint: shade(paint, brightness), weights: torsoWeights(position) };
    }),
  }));
  addLoft(mesh, rows, { facing: 'inward' });
}
