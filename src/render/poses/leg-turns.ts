import { quaternionBetween, rotateVector } from '../../math/index.js';
import type { Floats } from '../../rig/index.js';

/** Maximum stretch of a leg as a share of its length, unless its clip stretches it more: straight legs snap. */
export const LONGEST_REACH = 0.9995;

/** Weight of the rig's hinge against the plane of the bent leg, which is undefined for a straight leg. */
export const HINGE_SHARE = 0.02;

const u = new Float64Array(3);
const v = new Float64Array(3);
const axis = new Float64Array(3);
const from = new Float64Array(3);
const to = new Float64Array(3);

/**
 * Turns that bring an ankle to `target`, or as near as the leg reaches: 8 numbers at `out[o]`, the knee's turn of shin
 * and foot, then the turn of the whole leg, each a quaternion in the space of the points. If the ankle is at the target
 * already, both are the identity (but for a leg stretched to its last half a thousandth).
 *
 * Closed form: the knee bends until hip and ankle are as far apart as hip and target (law of cosines by half angles, since
 * an arc cosine loses digits near a straight leg), then the leg swings. `crowd-leg-turns` in the shaders is its twin.
 *
 * @param points hip, knee and ankle, 3 numbers each
 * @param hinge axis of the knee, length 1
 */
export function legTurns(out: Floats, o: number, points: Floats, target: Floats, hinge: Floats): void {
  for (let k = 0; k < 3; k++) {
    u[k] = points[3 + k] - points[k];
    v[k] = points[6 + k] - points[3 + k];
    to[k] = target[k] - points[k];
  }
  const upper = length(u);
  const lower = length(v);
  const share = HINGE_SHARE * upper * lower;
  axis[0] = u[1] * v[2] - u[2] * v[1] + share * hinge[0];
  axis[1] = u[2] * v[0] - u[0] * v[2] + share * hinge[1];
  axis[2] = u[0] * v[1] - u[1] * v[0] + share * hinge[2];
  const size = length(axis);
  const reach = upper + lower;
  const far = length(to) / reach;
  const near = Math.min(LONGEST_REACH, Math.max(Math.abs(upper - lower) / reach, far));
  // Sines of half the angles between thigh and shin, before and after. A leg that its clip stretches more stays so.
  for (let k = 0; k < 3; k++) from[k] = u[k] / upper - v[k] / lower;
  const s0 = 0.5 * length(from);
  const bent = Math.sqrt(Math.min(1, ((1 - near) * (1 + near) * reach * reach) / (4 * upper * lower)));
  const stretch = Math.min(1, Math.max(0, (far - LONGEST_REACH) / (1 - LONGEST_REACH)));
  const s1 = bent + (Math.min(s0, bent) - bent) * stretch;
  const c0 = Math.sqrt(1 - s0 * s0);
  const c1 = Math.sqrt(1 - s1 * s1);
  const sine = (s1 * c0 - c1 * s0) / size;
  for (let k = 0; k < 3; k++) out[o + k] = axis[k] * sine;
  out[o + 3] = c1 * c0 + s1 * s0;
  rotateVector(v, 0, out, o, v, 0);
  for (let k = 0; k < 3; k++) from[k] = u[k] + v[k];
  normalize(from);
  normalize(to);
  quaternionBetween(out, o + 4, from, 0, to, 0);
}

function length(a: Float64Array): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

function normalize(a: Float64Array): void {
  const scale = 1 / length(a);
  for (let k = 0; k < 3; k++) a[k] *= scale;
}
