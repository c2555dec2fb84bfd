import { HEAD_CENTRE } from '../head/head-shape.js';
import type { Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade } from '../mesh/paint.js';
import { superellipse } from '../mesh/surface.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';

/** A ring around the head. */
export interface HatRing {
  /** From the middle of the head, metres. */
  readonly y: number;
  readonly radiusX: number;
  readonly radiusZ: number;
  /** Offset of the middle to the front. @default 0 */
  readonly centre?: number;
  /** 2 is round, 6 nearly square. @default 2.2 */
  readonly exponent?: number;
  /** Rise forward, metres a metre. @default 0 */
  readonly tilt?: number;
  readonly paint: Paint;
  /** Factor of the paint's brightness. @default 1 */
  readonly brightness?: number;
}

/** Offset of hats behind the middle of the head, metres. */
export const HAT_Z = -0.008;

/** Returns a vertex of a hat's ring, weighted to the head alone. */
export function hatVertex(azimuth: number, hat: HatRing): Vertex {
  const { y, radiusX, radiusZ, centre = 0, exponent = 2.2, tilt = 0, paint, brightness = 1 } = hat;
  const [x, z] = superellipse(azimuth, radiusX, radiusZ, exponent);
  return {
    position: [x, HEAD_CENTRE + y + tilt * z, z + centre + HAT_Z],
    paint: shade(paint, brightness),
    weights: HEAD_WEIGHTS,
  };
}

/** A ring of a knob, bun or bead. */
export interface LobeRing {
  /** From the middle of the head, metres. */
  readonly y: number;
  readonly radius: number;
  readonly z: number;
  readonly paint: Paint;
  /** Radius modulation, −1 to 1, for coils of hair. @default 0 */
  readonly lobe?: number;
}

/** Returns a vertex of a round ring, weighted to the head alone. */
export function lobeVertex(azimuth: number, { y, radius, z, paint, lobe = 0 }: LobeRing): Vertex {
  const r = radius * (1 + 0.07 * lobe);
  return {
    position: [Math.sin(azimuth) * r, HEAD_CENTRE + y, Math.cos(azimuth) * r + z],
    paint: shade(paint, 1 + 0.3 * lobe),
    weights: HEAD_WEIGHTS,
  };
}
