import { TAU } from '../../math/index.js';
import { clamp, mix, smoothstep } from '../math/shaping.js';
import { curve, type Station } from '../mesh/curve.js';
import type { MeshBuilder } from '../mesh/mesh-builder.js';
import { type Paint, shade, WHITE_LINEN } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { type Surface, superellipse } from '../mesh/surface.js';
import type { TubeOptions } from '../mesh/tube.js';
import { torsoWeights } from '../skeleton/weights.js';

/** Displacement of the cloth, about −1 in a valley to 1 on a crest. */
export type FoldPattern = (azimuth: number, y: number) => number;

export interface Robe {
  readonly surface: Surface;
  /** Fold depth at a point, as a fraction of the radius. */
  readonly fold: FoldPattern;
}

/** Creates the surface of a garment from torso stations; the fold pattern is scaled by each station's depth. */
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
 * Returns asymmetric folds: a slow rise and a steep fall, uneven around the body. They need at least three segments per
 * fold to avoid aliasing. Sums of cosines were rejected: they look washed out.
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

/** Returns pleats. They are sharp on a ring of exactly `2 * count` segments. A slow wave makes them uneven. */
export function pleats(count: number): FoldPattern {
  return (azimuth, y) => 0.8 * Math.cos(count * azimuth) + 0.45 * Math.cos(5 * azimuth + 0.6 + 0.8 * y);
}

/** Returns the colour of cloth: darker in the valleys of its folds, and near the hem. */
export function clothPaint(base: Paint, fold: FoldPattern, contrast = 5): TubeOptions['paint'] {
  return (azimuth, y) => {
    const depth = clamp(fold(azimuth, y) * contrast, -0.38, 0.16);
    return shade(base, (1 + depth) * mix(0.86, 1, smoothstep(0.03, 0.4, y)));
  };
}

/** Replaces the colour of the topmost ring by the white linen worn underneath. */
export function overLinen(paint: TubeOptions['paint']): TubeOptions['paint'] {
  return (azimuth, y) => (y > LINEN_HEIGHT ? WHITE_LINEN : paint(azimuth, y));
}

const LINEN_HEIGHT = 1.43;

/** Rows of the inside of a skirt: height above the hem | offset from the surface, brightness. */
const INNER_HEM = [
  [0, -0.004, 0.5],
  [0.2, -0.05, 0.12],
];

/** Adds the inside of a skirt, up from its hem: the last of the cloth's heights. */
export function addInnerHem(
  mesh: MeshBuilder,
  surface: Surface,
  { segments, heights }: Pick<TubeOptions, 'segments' | 'heights'>,
  paint: Paint,
): void {
  if (mesh.isFar) return;
  const hem = heights[heights.length - 1];
  const vertexAt = ([up, offset, brightness]: number[], azimuth: number) => {
    const position = surface(azimuth, hem + up, offset);
    return { position, paint: shade(paint, brightness), weights: torsoWeights(position) };
  };
  addRings(mesh, INNER_HEM, segments, vertexAt, { facing: 'inward' });
}
