import { mix, radians, smoothstep } from '../math/shaping.js';
import type { MeshBuilder } from '../mesh/mesh-builder.js';
import { type Paint, shade, WHITE_LINEN } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { addStrip, type StripOptions } from '../mesh/strip.js';
import { azimuthAtX, type Surface } from '../mesh/surface.js';
import { blendBones } from '../skeleton/weights.js';

export interface CrossCollar {
  readonly paint: Paint;
  /** Metres. */
  readonly width: number;
  /** Height at which the upper lapel meets the belt, metres. */
  readonly bottom: number;
}

/** Fraction of a lapel's path that runs around the nape. */
const NAPE = 0.34;
/** End of the lower lapel, hidden under the upper one, as a fraction of its path. */
const UNDER_END = 0.6;

/**
 * Adds a collar whose left lapel crosses over the right: the visible edge runs from the left of the neck (+x) to the
 * right of the waist. The opposite crossing is for burial clothes.
 */
export function addCrossCollar(mesh: MeshBuilder, surface: Surface, collar: CrossCollar): void {
  const { paint, width, bottom } = collar;
  addStrip(mesh, surface, {
    path: (t) => [0, mix(1.425, mix(1.408, bottom, 0.36), t)],
    width: (t) => mix(0.085, 0.012, t),
    height: 0.003,
    paint: WHITE_LINEN,
    spans: 4,
  });
  const under = lapelPath(surface, -1, -0.09, bottom);
  addStrip(mesh, surface, {
    path: (t) => under(t * UNDER_END),
    width,
    height: 0.008,
    paint: shade(paint, 0.9),
    spans: 8,
  });
  addStrip(mesh, surface, {
    path: lapelPath(surface, 1, -0.13, bottom),
    width,
    height: 0.013,
    paint,
    spans: 12,
  });
}

/** Returns a path around the nape to the side of the neck, then straight in the frontal plane to `endX` at the bottom. */
function lapelPath(surface: Surface, side: number, endX: number, bottom: number): StripOptions['path'] {
  return (t) => {
    if (t < NAPE) return [side * radians(mix(180, 64, t / NAPE)), 1.424 - 0.012 * smoothstep(0, NAPE, t)];
    const down = (t - NAPE) / (1 - NAPE);
    const y = mix(1.408, bottom, down);
    return [azimuthAtX(surface, side * mix(0.058, endX, down ** 1.1), y), y];
  };
}

interface NeckBand {
  readonly y: number;
  /** Drop at the front, metres. */
  readonly dip: number;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
}

/** Returns a round collar that lies on the neck. */
export function neckBand({ y, dip, ...band }: NeckBand): StripOptions {
  const path = (t: number) => {
    const azimuth = (t - 0.5) * 2 * Math.PI * 0.9999;
    return [azimuth, y - dip * (0.5 + 0.5 * Math.cos(azimuth))] as const;
  };
  return { path, ...band, spans: 14 };
}

/** Height above its lower edge | distance outwards, metres. */
const SCARF = [
  [0, 0],
  [0, 0.022],
  [0.045, 0.0165],
  [0.045, 0],
  [0.0135, -0.01],
];

/** Adds a scarf around the neck. */
export function addScarf(mesh: MeshBuilder, paint: Paint): void {
  addRings(mesh, mesh.isFar ? SCARF.slice(1, 4) : SCARF, 14, ([up, out], azimuth) => {
    const radius = 0.07 + out - up * 0.2;
    return {
      position: [
        Math.sin(azimuth) * radius,
        1.39 + up - 0.01 * Math.cos(azimuth),
        Math.cos(azimuth) * radius * 0.98 - 0.014,
      ],
      paint,
      weights: blendBones('neck', 'chest', 0.45),
    };
  });
}
