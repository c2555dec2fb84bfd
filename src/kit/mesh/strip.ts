import { add, addScaled, cross, dot, normalize, scale, subtract, type Vector } from '../math/vector.js';
import { torsoWeights, type Weights } from '../skeleton/weights.js';
import { addLoft, type LoftRow } from './loft.js';
import type { MeshBuilder, Vertex } from './mesh-builder.js';
import { type Paint, shade } from './paint.js';
import type { Surface } from './surface.js';

export interface StripOptions {
  /** Returns azimuth and height at `t`, 0 to 1. */
  readonly path: (t: number) => readonly [azimuth: number, y: number];
  /** Metres. */
  readonly width: number | ((t: number) => number);
  /** Thickness above the surface, metres. */
  readonly height: number | ((t: number) => number);
  readonly paint: Paint | ((t: number) => Paint);
  /** @default torsoWeights */
  readonly weights?: (point: Vector) => Weights;
  readonly spans: number;
}

/** The far mesh omits strips that are narrower, metres, or have fewer spans. */
const FAR_SMALLEST_WIDTH = 0.03;
const FAR_SMALLEST_SPANS = 3;
/** Lift of far strips above the coarse surface, metres; prevents the surface from showing through. */
const FAR_LIFT = 0.006;
const EDGE_DEPTH = -0.004;
const EDGE_SHADE = 0.7;

/** Adds a band of cloth that follows a surface: collars, sashes, straps, plaques, brows. */
export function addStrip(mesh: MeshBuilder, surface: Surface, options: StripOptions): void {
  const { spans } = options;
  const isSmall = valueAt(options.width, 0.5) <= FAR_SMALLEST_WIDTH || spans < FAR_SMALLEST_SPANS;
  if (mesh.isFar && isSmall) return;
  const rows = mesh.isFar
    ? stripRows(surface, options, Math.ceil(spans / 2), farSection)
    : stripRows(surface, options, spans, nearSection);
  addLoft(mesh, rows, { isClosed: false, facing: 'as-wound' });
}

/** Cross-section of a strip from its left edge: fraction of the half width, height above the surface, brightness. */
type Section = (height: number) => readonly (readonly [across: number, lift: number, brightness: number])[];

const nearSection: Section = (height) => [
  [1, EDGE_DEPTH, EDGE_SHADE],
  [0.85, height, 1],
  [-0.85, height, 1],
  [-1, EDGE_DEPTH, EDGE_SHADE],
];

const farSection: Section = (height) => [
  [1, height + FAR_LIFT, 1],
  [-1, height + FAR_LIFT, 1],
];

function stripRows(surface: Surface, options: StripOptions, spans: number, section: Section): LoftRow[] {
  return Array.from({ length: spans + 1 }, (_, i) => {
    const t = i / spans;
    const { point, normal, side } = frameAt(surface, options.path, t);
    const halfWidth = valueAt(options.width, t) / 2;
    const paint = typeof options.paint === 'function' ? options.paint(t) : options.paint;
    const weights = (options.weights ?? torsoWeights)(point);
    const vertices = section(valueAt(options.height, t)).map(
      ([across, lift, brightness]): Vertex => ({
        position: add(addScaled(point, side, across * halfWidth), scale(normal, lift)),
        paint: shade(paint, brightness),
        weights,
        isFixed: true,
      }),
    );
    return { vertices };
  });
}

/** Returns the point, the outward normal and the direction across the path, by finite differences. */
function frameAt(
  surface: Surface,
  path: StripOptions['path'],
  t: number,
): { point: Vector; normal: Vector; side: Vector } {
  const [azimuth, y] = path(t);
  const point = surface(azimuth, y);
  const tangent = normalize(
    subtract(surface(...path(Math.min(1, t + 0.02))), surface(...path(Math.max(0, t - 0.02)))),
  );
  const round = subtract(surface(azimuth + 0.008, y), surface(azimuth - 0.008, y));
  const upward = subtract(surface(azimuth, y + 0.003), surface(azimuth, y - 0.003));
  let normal = normalize(cross(round, upward));
  if (dot(normal, subtract(point, [0, point[1], -0.01])) < 0) normal = scale(normal, -1);
  return { point, normal, side: normalize(cross(normal, tangent)) };
}

function valueAt(value: number | ((t: number) => number), t: number): number {
  return typeof value === 'function' ? value(t) : value;
}
