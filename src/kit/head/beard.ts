import { mix, radians, smoothstep } from '../math/shaping.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { addStrip } from '../mesh/strip.js';
import { type Surface, superellipse } from '../mesh/surface.js';
import { blendBones, HEAD_WEIGHTS, jawShare } from '../skeleton/weights.js';
import { HEAD_CENTRE } from './head-shape.js';

export interface Beard {
  /** Metres below the chin. */
  readonly length: number;
  /** True for a broad, ridged beard; false for a narrow tuft. */
  readonly isFull: boolean;
  /** Width of a full beard, as a factor. Wide flat ones look like a board. @default 1 */
  readonly width?: number;
}

/** Fraction of the length | half width and depth, as factors. */
const FULL_ROWS = [
  [0, 0.8, 0.8],
  [0.15, 1, 1.1],
  [0.45, 0.8, 1],
  [0.75, 0.5, 0.7],
  [1, 0.06, 0.1],
];
/** Fraction of the length | radius, as a factor. */
const TUFT_ROWS = [
  [0, 1],
  [0.3, 0.95],
  [0.7, 0.55],
  [1, 0.05],
];
/** Fraction of the length | radius, metres. */
const FAR_ROWS = [
  [0, 0.028],
  [0.4, 0.022],
  [1, 0.003],
];

export function addBeard(mesh: MeshBuilder, beard: Beard, paint: Paint): void {
  if (mesh.isFar) addFarBeard(mesh, beard, paint);
  else if (beard.isFull) addFullBeard(mesh, beard, paint);
  else addTuft(mesh, beard, paint);
}

function addFullBeard(mesh: MeshBuilder, { length, width = 1 }: Beard, paint: Paint): void {
  const vertexAt = ([t, halfWidth, depth]: number[], azimuth: number): Vertex => {
    const [x, z] = superellipse(azimuth, 0.034 * halfWidth * width, 0.019 * depth);
    const ridge = Math.cos(azimuth * 3);
    const r = 1 + 0.16 * ridge;
    return {
      position: [x * r, HEAD_CENTRE - 0.092 - t * length, 0.066 + z * r + 0.018 * Math.sin(t * 2) - 0.01 * t],
      paint: shade(paint, ridge > 0.01 ? 1.15 : 0.85),
      weights: blendBones('jaw', 'beard', smoothstep(0, 0.5, t)),
    };
  };
  addRings(mesh, FULL_ROWS, 9, vertexAt, { endCap: true });
}

function addTuft(mesh: MeshBuilder, { length }: Beard, paint: Paint): void {
  const vertexAt = ([t, radius]: number[], azimuth: number): Vertex => ({
    position: [
      Math.sin(azimuth) * 0.015 * radius,
      HEAD_CENTRE - 0.098 - t * length,
      0.08 + Math.cos(azimuth) * 0.01 * radius + 0.008 * t,
    ],
    paint,
    weights: blendBones('jaw', 'beard', t),
  });
  addRings(mesh, TUFT_ROWS, 7, vertexAt, { endCap: true });
}

function addFarBeard(mesh: MeshBuilder, { length, isFull, width = 0.6 }: Beard, paint: Paint): void {
  const breadth = isFull ? width * 1.2 : 0.6;
  addRings(mesh, FAR_ROWS, 4, ([t, radius], azimuth) => ({
    position: [
      Math.sin(azimuth) * radius * breadth,
      HEAD_CENTRE - 0.09 - t * length,
      0.072 + Math.cos(azimuth) * radius * 0.7,
    ],
    paint,
    weights: HEAD_WEIGHTS,
  }));
}

/** Strips of beard along the jaw, from the ears to the chin. */
export function addSideBeard(mesh: MeshBuilder, surface: Surface, paint: Paint): void {
  for (const side of [1, -1]) {
    addStrip(mesh, surface, {
      path: (t) => [side * radians(mix(78, 22, t)), mix(-0.02, -0.108, t ** 0.8)],
      width: (t) => 0.012 + 0.022 * t,
      height: 0.006,
      paint,
      weights: (point) => blendBones('head', 'jaw', jawShare(point)),
      spans: 6,
    });
  }
}
