import { normalizeQuaternion, slerpQuaternions } from '../math/index.js';
import type { Track } from './clip.js';
import type { Floats } from './skeleton.js';

/**
 * Writes the value of a track at a time to `out[o]`: 3 numbers or a unit quaternion. Clamped to the first and last
 * keys.
 *
 * @see glTF 2.0, appendix C, Animation Sampler Interpolation Modes
 */
export function sampleTrack(track: Track, seconds: number, out: Floats, o: number): void {
  const { times, values, interpolation } = track;
  const isRotation = track.path === 'rotation';
  const size = isRotation ? 4 : 3;
  const isCubic = interpolation === 'CUBICSPLINE';
  const stride = isCubic ? 3 * size : size;
  const key = findKey(times, seconds);
  const i = Math.max(key, 0) * stride;
  if (key < 0 || key === times.length - 1 || interpolation === 'STEP') {
    const value = isCubic ? i + size : i;
    for (let k = 0; k < size; k++) out[o + k] = values[value + k];
  } else {
    const span = times[key + 1] - times[key];
    const t = (seconds - times[key]) / span;
    if (isCubic) hermite(values, i, size, span, t, out, o);
    else if (isRotation) slerpQuaternions(out, o, values, i, values, i + size, t);
    else for (let k = 0; k < size; k++) out[o + k] = values[i + k] * (1 - t) + values[i + size + k] * t;
  }
  if (isRotation) normalizeQuaternion(out, o, out, o);
}

/** Returns the last key at or before `seconds`; −1 before the first. */
function findKey(times: Float32Array, seconds: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Interpolates between the keys at `i` and after it; each has an in-tangent, a value and an out-tangent. */
function hermite(
  values: Float32Array,
  i: number,
  size: number,
  span: number,
  t: number,
  out: Floats,
  o: number,
): void {
  const t2 = t * t;
  const t3 = t2 * t;
  const end = 3 * t2 - 2 * t3;
  const outTangent = (t3 - 2 * t2 + t) * span;
  const inTangent = (t3 - t2) * span;
  const next = i + 3 * size;
  for (let k = 0; k < size; k++) {
    out[o + k] =
      values[i + size + k] * (1 - end) +
      values[i + 2 * size + k] * outTangent +
      values[next + size + k] * end +
      values[next + k] * inTangent;
  }
}
