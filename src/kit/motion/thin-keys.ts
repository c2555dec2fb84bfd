import { slerpQuaternions } from '../../math/index.js';
import type { Track } from '../../rig/index.js';
import { mix } from '../math/shaping.js';

/** Maximum error of dropped keys: quaternion components (half of it takes 119 kB for the clips), and centimetres. */
const ROTATION_TOLERANCE = Number((globalThis as any).RT ?? 1e-4);
const TRANSLATION_TOLERANCE = Number((globalThis as any).TT ?? 5e-3);

/** Drops keys that interpolation of the others reproduces. A constant track keeps one key. */
export function thinKeys(track: Track): Track {
  const last = track.times.length - 1;
  const kept = [0];
  for (let to = 2; to <= last; to++) {
    if (!isImplied(track, kept[kept.length - 1], to)) kept.push(to - 1);
  }
  if (kept.length === 1 && isSame(track, keyAt(track, 0), last)) return pickKeys(track, kept);
  return pickKeys(track, [...kept, last]);
}

/** True if every key between two others is on the interpolated path. */
function isImplied(track: Track, from: number, to: number): boolean {
  const { times, path } = track;
  const a = keyAt(track, from);
  const b = keyAt(track, to);
  for (let key = from + 1; key < to; key++) {
    const t = (times[key] - times[from]) / (times[to] - times[from]);
    const between = a.map((value, k) => mix(value, b[k], t));
    if (path === 'rotation') slerpQuaternions(between, 0, a, 0, b, 0, t);
    if (!isSame(track, between, key)) return false;
  }
  return true;
}

function isSame(track: Track, value: readonly number[], key: number): boolean {
  const tolerance = track.path === 'rotation' ? ROTATION_TOLERANCE : TRANSLATION_TOLERANCE;
  return keyAt(track, key).every((component, k) => Math.abs(component - value[k]) <= tolerance);
}

function keyAt({ times, values }: Track, key: number): number[] {
  const size = values.length / times.length;
  return [...values.subarray(key * size, (key + 1) * size)];
}

function pickKeys(track: Track, keys: readonly number[]): Track {
  return {
    ...track,
    times: Float32Array.from(keys, (key) => track.times[key]),
    values: Float32Array.from(keys.flatMap((key) => keyAt(track, key))),
  };
}

/** Quantization steps of exported rotations, those of normalized 16-bit integers, and of translations. */
const ROTATION_STEPS = 32767;
const TRANSLATION_STEPS = 512;

/** Quantizes the values of a track. */
export function roundKeys(track: Track): Track {
  const { path, times, values } = track;
  if (path !== 'rotation') {
    return { ...track, values: values.map((value) => Math.round(value * TRANSLATION_STEPS) / TRANSLATION_STEPS) };
  }
  const keys = Array.from(times, (_, key) => roundRotation(keyAt(track, key)));
  return { ...track, values: Float32Array.from(keys.flat()) };
}

/**
 * Rounds each component of a unit quaternion up or down, such that the length stays as close to 1 as possible: three
 * does not normalise quaternions, so that a length of 1.00001 poses a hand 0.01 mm elsewhere.
 */
function roundRotation(rotation: readonly number[]): number[] {
  const low = rotation.map((value) => Math.floor(value * ROTATION_STEPS));
  let best = low;
  let least = Number.POSITIVE_INFINITY;
  for (let ups = 0; ups < 1 << rotation.length; ups++) {
    const rounded = low.map((value, k) => value + ((ups >> k) & 1));
    const square = rounded.reduce((sum, value) => sum + value * value, 0);
    const error = Math.abs(square - ROTATION_STEPS * ROTATION_STEPS);
    if (error >= least || rounded.some((value) => Math.abs(value) > ROTATION_STEPS)) continue;
    least = error;
    best = rounded;
  }
  return best.map((value) => value / ROTATION_STEPS);
}
