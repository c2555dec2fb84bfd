import { slerpQuaternions } from '../../math/index.js';
import type { Track } from '../../rig/index.js';
import { mix } from '../math/shaping.js';
import { BONES } from '../skeleton/kit-skeleton.js';

/** Maximum error of dropped keys: quaternion components, and centimetres. */
const ROTATION_TOLERANCE = 1e-4;
const TRANSLATION_TOLERANCE = 5e-3;

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

/**
 * Quantization steps of exported values. Powers of two leave zero bits at the end of each float, which brotli
 * compresses. Linear rotations need the finest: three does not normalise them, and with fewer steps they are so far from
 * unit length that joints are 0.012 mm elsewhere than in the rig. Those of splines are normalised, and bones without children move
 * no joint.
 */
const LINEAR_STEPS = { leaf: 2048, trunkOrLeg: 65536, limb: 65536, translation: 512 };
const SPLINE_STEPS = { leaf: 2048, trunkOrLeg: 4096, limb: 2048, translation: 128 };
/** The same for tangents, units per second. */
const TANGENT_STEPS = { leaf: 128, trunkOrLeg: 512, limb: 256, translation: 32 };

/** With the steps of other limbs, heads and feet would move by 2 mm and more. */
const TRUNK_OR_LEG = /^(hips|spine|chest|neck|thigh|shin|foot)/;
const PARENTS = new Set<string | null>(BONES.map(({ parent }) => parent));

function kindOf({ bone, path }: Track): keyof typeof LINEAR_STEPS {
  if (path === 'translation') return 'translation';
  if (!PARENTS.has(bone)) return 'leaf';
  return TRUNK_OR_LEG.test(bone) ? 'trunkOrLeg' : 'limb';
}

/** Quantizes the values of a track, without negative zeros: tracks that differ in these alone share their numbers in a file. */
export function roundKeys(track: Track): Track {
  const kind = kindOf(track);
  const size = kind === 'translation' ? 3 : 4;
  const stepsAt = (i: number): number => {
    if (track.interpolation !== 'CUBICSPLINE') return LINEAR_STEPS[kind];
    return (Math.floor(i / size) % 3 === 1 ? SPLINE_STEPS : TANGENT_STEPS)[kind];
  };
  const round = (value: number, i: number): number => Math.round(value * stepsAt(i)) / stepsAt(i) + 0;
  return { ...track, values: track.values.map(round) };
}
