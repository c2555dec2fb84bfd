import type { Track } from '../../rig/index.js';
import { hermite } from '../math/shaping.js';
import { FRAME_RATE } from './motion.js';

/** Most frames between two keys. */
const LONGEST_SPAN = 60;

/**
 * Maximum error at frames between two keys: quaternion components (1e-4 is at most 0.02°) and centimetres. Legs carry feet that
 * stand on the ground. Rejected: 5.5e-4, with which `walk` bends between frames, so that it is retargeted at four times as many.
 */
const ROTATION_TOLERANCE = 4.8e-4;
const LEG_TOLERANCE = 2e-4;
const LEG = /^(hips|thigh|shin|foot|toe)/;
const TRANSLATION_TOLERANCE = 0.02;

function toleranceOf({ path, bone }: Track): number {
  if (path !== 'rotation') return TRANSLATION_TOLERANCE;
  return LEG.test(bone) ? LEG_TOLERANCE : ROTATION_TOLERANCE;
}

/** Values and tangents of all frames, `size` numbers each; tangents per frame. */
interface Curve {
  readonly values: ArrayLike<number>;
  readonly tangents: Float64Array;
  readonly size: number;
}

/**
 * Fits a spline with few keys to a track with a key at each frame: each key is as late as the tolerance of the bone
 * allows. On smooth movements a spline needs a fourth of the keys of {@link thinKeys}, and it has no corners.
 */
export function fitSpline(track: Track, loop: boolean): Track {
  const last = track.times.length - 1;
  const size = track.values.length / track.times.length;
  const curve = { values: track.values, tangents: tangentsOf(track.values, size, loop), size };
  const keys = [0];
  while (keys[keys.length - 1] < last) {
    const from = keys[keys.length - 1];
    let to = Math.min(last, from + LONGEST_SPAN);
    while (to > from + 1 && !isOnCurve(curve, from, to, toleranceOf(track))) to--;
    keys.push(to);
  }
  const slice = (numbers: ArrayLike<number>, key: number, scale: number) =>
    Array.from({ length: size }, (_, k) => numbers[key * size + k] * scale);
  return {
    ...track,
    interpolation: 'CUBICSPLINE',
    times: Float32Array.from(keys, (key) => track.times[key]),
    values: Float32Array.from(
      keys.flatMap((key) => {
        const tangent = slice(curve.tangents, key, FRAME_RATE);
        return [...tangent, ...slice(curve.values, key, 1), ...tangent];
      }),
    ),
  };
}

/** Returns the derivative at each frame, by central differences of the fourth order. */
function tangentsOf(values: ArrayLike<number>, size: number, loop: boolean): Float64Array {
  const last = values.length / size - 1;
  // A quaternion and its negative are the same rotation; a cycle may end with the other one.
  let dot = 0;
  for (let k = 0; k < size; k++) dot += values[k] * values[last * size + k];
  const sign = size === 4 && dot < 0 ? -1 : 1;
  const at = (frame: number, k: number): number => {
    const inside = Math.min(Math.max(frame, 0), last);
    if (frame === inside) return values[frame * size + k];
    if (loop) return sign * values[(frame - Math.sign(frame) * last) * size + k];
    return 2 * values[inside * size + k] - values[(2 * inside - frame) * size + k];
  };
  return Float64Array.from({ length: values.length }, (_, i) => {
    const [frame, k] = [Math.floor(i / size), i % size];
    return (8 * (at(frame + 1, k) - at(frame - 1, k)) - at(frame + 2, k) + at(frame - 2, k)) / 12;
  });
}

/** True if the frames between two keys are on the spline through these. */
function isOnCurve({ values, tangents, size }: Curve, from: number, to: number, tolerance: number): boolean {
  const span = to - from;
  const [a, b] = [from * size, to * size];
  for (let frame = from + 1; frame < to; frame++) {
    const t = (frame - from) / span;
    const point = Array.from({ length: size }, (_, k) =>
      hermite(values[a + k], tangents[a + k] * span, values[b + k], tangents[b + k] * span, t),
    );
    const length = size === 4 ? Math.sqrt(point.reduce((sum, value) => sum + value * value, 0)) : 1;
    if (point.some((value, k) => Math.abs(value / length - values[frame * size + k]) > tolerance))
      return false;
  }
  return true;
}
