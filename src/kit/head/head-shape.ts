import { bell, mix, smoothstep } from '../math/shaping.js';
import { curve } from '../mesh/curve.js';
import { bump, type Surface, superellipse } from '../mesh/surface.js';

/** Height of the middle of the head, metres. Heights on the head are relative to it. */
export const HEAD_CENTRE = 1.575;

/** Shape parameters of a head. 1 is average unless noted. Eyes are the same for all heads. */
export interface HeadShape {
  /** Width below the eyes. @default 1 */
  readonly jaw?: number;
  /** Length of the nose. @default 1 */
  readonly nose?: number;
  /** @default 1 */
  readonly noseWidth?: number;
  /** Height of the ridge over the eyes. @default 1 */
  readonly browRidge?: number;
  /** Fullness of the cheeks: 0 is average, negative is hollow. @default 0 */
  readonly cheek?: number;
}

/** Height | half width, depth in front, depth behind. */
const PROFILE = curve([
  [0.125, 0.004, 0.004, 0.004],
  [0.119, 0.034, 0.03, 0.04],
  [0.104, 0.056, 0.056, 0.068],
  [0.08, 0.069, 0.076, 0.09],
  [0.05, 0.0755, 0.0865, 0.101],
  [0.02, 0.0775, 0.0905, 0.104],
  [0, 0.077, 0.088, 0.102],
  [-0.02, 0.0765, 0.0885, 0.098],
  [-0.045, 0.074, 0.0885, 0.088],
  [-0.07, 0.0685, 0.087, 0.073],
  [-0.094, 0.058, 0.083, 0.05],
  [-0.112, 0.044, 0.076, 0.028],
  [-0.122, 0.029, 0.066, 0.01],
  [-0.1265, 0.006, 0.05, -0.03],
]);

/** Height | protrusion of the ridge of the nose, metres. */
const NOSE = curve([
  [-0.052, 0],
  [-0.0475, 0.006],
  [-0.043, 0.017],
  [-0.036, 0.0215],
  [-0.026, 0.017],
  [-0.012, 0.0105],
  [0.004, 0.0055],
  [0.018, 0.002],
  [0.03, 0],
]);

/** Shells with a larger offset, such as caps, ignore facial features, metres. */
const FEATURES_REACH = 0.03;

/**
 * Returns the surface of a head, with heights relative to {@link HEAD_CENTRE}. Hair and hats use offsets of the same
 * function.
 */
export function headSurface(shape: HeadShape = {}): Surface {
  const { jaw = 1 } = shape;
  return (azimuth, y, offset = 0) => {
    const [width, front, back] = PROFILE(y);
    const facing = Math.cos(azimuth);
    const narrowing = mix(1, jaw, smoothstep(0, 0.09, -y));
    const depth = facing >= 0 ? front : back;
    const exponent = 2.25 - 0.1 * smoothstep(0.02, 0.1, y);
    const [x, z] = superellipse(azimuth, width * narrowing + offset, depth + offset, exponent);
    const relief =
      facing > 0 && offset < FEATURES_REACH
        ? features(shape, Math.abs(x), y) * smoothstep(0.05, 0.5, facing)
        : 0;
    return [x, y + HEAD_CENTRE, z + relief - 0.004];
  };
}

/** Returns the displacement of the face from the smooth head, metres, `x` from the middle at height `y`. */
function features(shape: HeadShape, x: number, y: number): number {
  const { nose = 1, noseWidth = 1, browRidge = 1, cheek = 0 } = shape;
  const noseSpread = noseWidth * mix(0.0135, 0.0078, smoothstep(-0.04, -0.01, y));
  return (
    -0.0085 * bump(x - 0.03, y - 0.003, 0.017, 0.0125) + // eye sockets
    0.0035 * browRidge * bump(x - 0.026, y - 0.025, 0.02, 0.009) +
    NOSE(y)[0] * nose * bell(x / noseSpread) +
    0.005 * nose * noseWidth * bump(x - 0.0145 * noseWidth, y + 0.041, 0.006, 0.006) + // nostril wings
    0.0045 * bump(x, y + 0.0675, 0.02, 0.011) + // mouth
    -0.003 * bump(x, y + 0.085, 0.014, 0.006) + // below the lip
    0.0055 * bump(x, y + 0.107, 0.02, 0.012) + // chin
    0.0022 * cheek * bump(x - 0.042, y + 0.03, 0.018, 0.02) +
    0.002 * bump(x - 0.048, y + 0.015, 0.016, 0.014) // cheekbone
  );
}
