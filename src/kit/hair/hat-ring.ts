import { HEAD_CENTRE } from '../head/head-shape.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade } from '../mesh/paint.js';
import { ring } from '../mesh/ring.js';
import { superellipse } from '../mesh/superellipse.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';

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
  /** Brightness at an azimuth. @default 1 everywhere */
  readonly shading?: (azimuth: number) => number;
}

/** Offset of hats behind the middle of the head, metres. */
export const HAT_Z = -0.008;

/** Returns a ring around the head, weighted to the head alone. */
export function hatRing(mesh: MeshBuilder, segments: number, hat: HatRing): Vertex[] {
  const { y, radiusX, radiusZ, centre = 0, exponent = 2.2, tilt = 0, paint, shading = () => 1 } = hat;
  return ring(mesh, segments, (azimuth) => {
    const [x, z] = superellipse(azimuth, radiusX, radiusZ, exponent);
    return {
      position: [x, HEAD_CENTRE + y + tilt * z, z + centre + HAT_Z],
      paint: shade(paint, shading(azimuth)),
      weights: HEAD_WEIGHTS,
    };
  });
}

/** Returns a ring of a knob, bun or bead, at a height relative to the middle of the head. */
export function lobeRing(
  mesh: MeshBuilder,
  segments: number,
  { y, radius, z, paint, lobes = () => 0 }: Lobe,
): Vertex[] {
  return ring(mesh, segments, (azimuth) => {
    const lobe = lobes(azimuth);
    const r = radius * (1 + 0.07 * lobe);
    return {
      position: [Math.sin(azimuth) * r, HEAD_CENTRE + y, Math.cos(azimuth) * r + z],
      paint: shade(paint, 1 + 0.3 * lobe),
      weights: HEAD_WEIGHTS,
    };
  });
}

export interface Lobe {
  readonly y: number;
  readonly radius: number;
  readonly z: number;
  readonly paint: Paint;
  /** Radius modulation by azimuth, −1 to 1, for coils of hair. */
  readonly lobes?: (azimuth: number) => number;
}
