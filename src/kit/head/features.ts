import { bell, clamp, mix } from '../math/shaping.js';
import { FORWARD } from '../math/vector.js';
import { addLoft } from '../mesh/loft.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade } from '../mesh/paint.js';
import { frontPoint, type Surface } from '../mesh/surface.js';
import { blendBones, HEAD_WEIGHTS, type Weights } from '../skeleton/weights.js';

/** Returns a vertex on the face: x and y relative to the middle of the head, and the height above the skin, metres. */
export function faceVertex(
  surface: Surface,
  [x, y, lift]: readonly [number, number, number],
  paint: Paint,
  weights: Weights = HEAD_WEIGHTS,
): Vertex {
  return { position: frontPoint(surface, x, y, lift), paint, weights };
}

/** Adds an open surface that faces forward, through one row for each entry of `table`. */
export function addDecal(mesh: MeshBuilder, table: readonly number[], rowAt: (t: number) => Vertex[]): void {
  const rows = table.map((t) => ({ vertices: rowAt(t) }));
  addLoft(mesh, rows, { isClosed: false, facing: FORWARD });
}

/** Returns `spans + 1` even positions from 0 to 1. */
function along(spans: number): number[] {
  return Array.from({ length: spans + 1 }, (_, i) => i / spans);
}

export interface Lips {
  readonly paint: Paint;
  /** Metres from the middle to a corner. */
  readonly halfWidth: number;
}

/** Upper and lower lip. The dark slit between is inside of the mouth, which opens as the lower lip goes with the jaw. */
export function addLips(mesh: MeshBuilder, surface: Surface, { paint, halfWidth }: Lips): void {
  addDecal(mesh, along(8), (t) => {
    const across = t * 2 - 1;
    const fullness = 1 - across * across;
    const top = -0.064 + 0.0045 * fullness ** 0.8 - 0.0012 * bell(across / 0.18);
    const slit = -0.0685 + 0.0015 * across * across;
    const bottom = -0.0685 - 0.0075 * fullness ** 0.7;
    const at = (y: number, lift: number, brightness: number, weights: Weights = HEAD_WEIGHTS) =>
      faceVertex(surface, [across * halfWidth, y, lift], shade(paint, brightness), weights);
    const lower = blendBones('head', 'jaw', 0.25 + 0.75 * fullness);
    return [
      at(top, 0.0004, 1),
      at(slit + 0.0012, 0.0042 * fullness + 0.001, 0.9),
      at(slit + 0.0003, 0.0005 + 0.001 * fullness, 0.3),
      at(slit - 0.0004, 0.0005 + 0.001 * fullness, 0.2, lower),
      at(slit - 0.0015, 0.0045 * fullness + 0.001, 1.1, lower),
      at(bottom, 0.0008, 1, lower),
    ];
  });
}

export interface Brows {
  readonly paint: Paint;
  /** @default 1 */
  readonly thickness?: number;
  /** Rise of the middle, metres. @default 0.007 */
  readonly arch?: number;
  /** Fall towards the temple; negative lowers the inner end, metres. @default 0.004 */
  readonly tilt?: number;
}

export function addBrows(mesh: MeshBuilder, surface: Surface, brows: Brows): void {
  const { paint, thickness = 1, arch = 0.007, tilt = 0.004 } = brows;
  for (const side of [1, -1]) {
    addDecal(mesh, along(5), (t) => {
      const x = side * mix(0.012, 0.053, t);
      const y = 0.0255 + arch * Math.sin(t * 2.4) - tilt * (t - 0.3) * 1.4;
      const weights = blendBones('head', 'brows', 1 - 0.5 * t);
      const half = thickness * 0.0052 * Math.sin(Math.PI * clamp(t * 0.8 + 0.16)) ** 0.7;
      return [
        faceVertex(surface, [x, y + half, 0.0002], paint, weights),
        faceVertex(surface, [x, y, 0.0028], paint, weights),
        faceVertex(surface, [x, y - half, 0.0002], paint, weights),
      ];
    });
  }
}

/** Adds a moustache of two tapering halves; `length` 1 is full. */
export function addMoustache(mesh: MeshBuilder, surface: Surface, paint: Paint, length: number): void {
  for (const side of [1, -1]) {
    addDecal(mesh, along(5), (t) => {
      const x = side * (0.003 + t * 0.034 * length);
      const y = -0.055 - 0.004 * t - 0.03 * t * t * length;
      const half = 0.006 * (1 - t * 0.9);
      const weights = blendBones('head', 'beard', t * 0.3);
      return [
        faceVertex(surface, [x, y + half, 0.0005], paint, weights),
        faceVertex(surface, [x, y, 0.006], paint, weights),
        faceVertex(surface, [x, y - half, 0.001], paint, weights),
      ];
    });
  }
}
