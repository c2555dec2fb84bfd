import { addScaled, cross, mixVectors, normalize, subtract, type Vector } from '../math/vector.js';
import type { Weights } from '../skeleton/weights.js';
import { curve } from './curve.js';
import { addLoft, type LoftRow } from './loft.js';
import type { MeshBuilder } from './mesh-builder.js';
import { type Paint, shade } from './paint.js';

export interface RibbonPoint {
  readonly position: Vector;
  /** Direction across the ribbon. */
  readonly side: Vector;
  readonly weights: Weights;
}

export interface RibbonOptions {
  /** Width in metres at `t`, 0 to 1. */
  readonly width: (t: number) => number;
  readonly paint: (t: number) => Paint;
  readonly spans: number;
}

const FAR_SPANS = 6;

/** Cross-section as fraction of the half width, height, brightness: two soft ridges in front, a flat face behind. */
const SECTION: readonly (readonly [number, number, number])[] = [
  [-1, 0, 0.75],
  [-0.45, 0.012, 1.05],
  [0, -0.002, 0.84],
  [0.45, 0.012, 1.05],
  [1, 0, 0.75],
  [0, -0.008, 0.6],
];

const FAR_SECTION: readonly (readonly [number, number, number])[] = [
  [-1, 0, 0.8],
  [0, 0.01, 1],
  [1, 0, 0.8],
];

/** Adds a strip of loose cloth through points, such as a shawl. */
export function addRibbon(mesh: MeshBuilder, points: readonly RibbonPoint[], options: RibbonOptions): void {
  const { width, paint } = options;
  const last = points.length - 1;
  const path = curve(points.map(({ position }, i) => [i, ...position]));
  const at = (u: number): Vector => path(u) as [number, number, number];
  const spans = mesh.isFar ? FAR_SPANS : options.spans;
  const rows = Array.from({ length: spans + 1 }, (_, i): LoftRow => {
    const u = (i / spans) * last;
    const before = Math.min(last - 1, Math.floor(u));
    const [a, b, share] = [points[before], points[before + 1], u - before];
    const tangent = normalize(subtract(at(Math.min(last, u + 0.05)), at(Math.max(0, u - 0.05))));
    const side = normalize(mixVectors(a.side, b.side, share));
    const normal = normalize(cross(tangent, side));
    const weights = mixWeights(a.weights, b.weights, share);
    const halfWidth = width(u / last) / 2;
    return {
      vertices: (mesh.isFar ? FAR_SECTION : SECTION).map(([across, height, brightness]) => ({
        position: addScaled(addScaled(at(u), side, across * halfWidth), normal, height),
        paint: shade(paint(u / last), brightness),
        weights,
      })),
    };
  });
  addLoft(mesh, rows);
}

function mixWeights(a: Weights, b: Weights, share: number): Weights {
  return [
    ...a.map(([bone, weight]) => [bone, weight * (1 - share)] as const),
    ...b.map(([bone, weight]) => [bone, weight * share] as const),
  ];
}
