import { RigError } from '../../errors/index.js';
import type { RetargetConvention } from '../../protocol/index.js';
import type { Clip, Track } from '../clip.js';
import { bendsBetweenFrames } from '../clip-frames.js';
import { findBone, isSameBone } from '../find-bone.js';
import { sampleTrack } from '../sample-track.js';
import { type Skeleton, TRS_SIZE } from '../skeleton.js';
import { matchBones } from './match-bones.js';
import { createRetargeter } from './retarget-pose.js';

/** Options of {@link retargetClip}. */
export interface RetargetOptions {
  /** Meaning of the clip's rotations if rest poses differ. @default 'pose-matched' */
  readonly convention?: RetargetConvention;
  /** Keys per second of the new clip. @default 30 */
  readonly fps?: number;
}

/** A retargeted clip. */
export interface RetargetedClip {
  readonly clip: Clip;
  /** Bones of only one of the skeletons, which keep their rest pose. */
  readonly unmatched: string[];
}

/**
 * Converts a clip for one skeleton to a clip for another. Bones are matched by name.
 *
 * If both rest poses are equal, the tracks are kept, translations and scales included; only splines are sampled.
 * Otherwise all rotations are sampled to linear keys at `fps`, at the clip's own keys between them, and at the end; a step
 * takes 0.1 ms. Splines that bend visibly between two keys are sampled four times as often. The translation of the hips is
 * that of the source, multiplied by the ratio of both hips' heights. All other translations and all scales stay those of the target's rest pose.
 *
 * @throws {RigError} if no bone has the same name, a track is malformed or `fps` is not positive
 * @example
 * const { clip, unmatched } = retargetClip(walk, restReference, skeleton);
 */
export function retargetClip(
  clip: Clip,
  source: Skeleton,
  target: Skeleton,
  options: RetargetOptions = {},
): RetargetedClip {
  const { convention = 'pose-matched', fps = 30 } = options;
  if (!(fps > 0 && Number.isFinite(fps))) {
    throw new RigError(`The rate fps is ${fps}. Give a positive number of keys a second.`);
  }
  const rate = bendsBetweenFrames(clip, source, fps) ? fps * SPLINE_KEYS : fps;
  const kept = keepOnSameRest(clip, source, target, rate);
  if (kept) return kept;
  // Samples the retargeted pose at each key.
  const retargeter = createRetargeter(clip, source, target, convention);
  const { hips, sourceOf, unmatched } = retargeter.match;
  const times = keyTimesOf(clip, rate);
  const bones = target.names.map((_, bone) => bone).filter((bone) => sourceOf[bone] >= 0);
  const rotations = bones.map(() => new Float32Array(times.length * 4));
  const travel = new Float32Array(times.length * 3);
  const pose = new Float64Array(target.rest.length);

  for (let key = 0; key < times.length; key++) {
    retargeter.pose(times[key], pose);
    for (let k = 0; k < 3; k++) travel[key * 3 + k] = pose[hips * TRS_SIZE + k];
    for (let i = 0; i < bones.length; i++) putQuaternion(rotations[i], key, pose, bones[i] * TRS_SIZE + 3);
  }

  // A rotation track per bone, and one translation track for the hips.
  const linear = { interpolation: 'LINEAR', times } as const;
  const tracks: Track[] = bones.map((bone, i) => {
    return { bone: target.names[bone], path: 'rotation', ...linear, values: rotations[i] };
  });
  tracks.push({ bone: target.names[hips], path: 'translation', ...linear, values: travel });
  const speed = clip.speed === undefined ? {} : { speed: clip.speed * retargeter.ratio };
  return { clip: { ...clip, ...speed, tracks }, unmatched: [...unmatched] };
}

/** Duration of a step in a clip with linear keys, seconds. */
const STEP_SECONDS = 1e-4;
/**
 * Keys of a spline that bends between keys at `fps`, as a multiple of these. Curves are then within 2 mm of the spline, and at
 * `fps` within 23 mm.
 */
const SPLINE_KEYS = 4;
/** Distance from a key at `fps` within which a key of the clip is taken for the same, seconds. */
const SAME_KEY = 1e-3;

/** Tolerance of equal rest poses, relative to the larger number. */
const REST_TOLERANCE = 1e-4;

/**
 * Returns the clip with the target's bone names if both rest poses are equal. Roots that the clip does not animate may
 * differ, since their scale is a matter of units.
 *
 * @returns undefined if the rest poses differ
 */
function keepOnSameRest(
  clip: Clip,
  source: Skeleton,
  target: Skeleton,
  rate: number,
): RetargetedClip | undefined {
  const moved = new Set(clip.tracks.map((track) => findBone(target, track.bone)));
  // Compares parents and rest poses of all bones with the same name.
  let matched = 0;
  for (let bone = 0; bone < target.names.length; bone++) {
    const other = findBone(source, target.names[bone]);
    if (other < 0) continue;
    const parent = target.parents[bone];
    if (parent < 0 && source.parents[other] < 0 && !moved.has(bone)) continue;
    const sourceParent = source.parents[other] < 0 ? '' : source.names[source.parents[other]];
    const isChild = parent < 0 ? sourceParent === '' : isSameBone(target.names[parent], sourceParent);
    if (!isChild || !isSameRest(target, bone, source, other)) return undefined;
    matched += 1;
  }
  if (matched === 0) return undefined;
  // Renames the tracks and samples splines.
  const tracks = clip.tracks.flatMap((track): Track[] => {
    const bone = findBone(target, track.bone);
    if (bone < 0) return [];
    const named = { ...track, bone: target.names[bone] };
    return [track.interpolation === 'CUBICSPLINE' ? sampleSpline(named, clip.duration, rate) : named];
  });
  const { unmatched } = matchBones(clip, source, target);
  return { clip: { ...clip, tracks }, unmatched: [...unmatched] };
}

function isSameRest(a: Skeleton, boneOfA: number, b: Skeleton, boneOfB: number): boolean {
  const i = boneOfA * TRS_SIZE;
  const j = boneOfB * TRS_SIZE;
  // A quaternion and its negative are the same rotation.
  let dot = 0;
  for (let k = 3; k < 7; k++) dot += a.rest[i + k] * b.rest[j + k];
  const sign = dot < 0 ? -1 : 1;
  for (let k = 0; k < TRS_SIZE; k++) {
    const x = a.rest[i + k];
    const y = (k >= 3 && k < 7 ? sign : 1) * b.rest[j + k];
    if (!(Math.abs(x - y) <= REST_TOLERANCE * Math.max(1, Math.abs(x), Math.abs(y)))) return false;
  }
  return true;
}

/** Converts a spline track to a linear one, with its own keys and `rate` more per second. */
function sampleSpline(track: Track, duration: number, rate: number): Track {
  const times = Float32Array.from(new Set([...track.times, ...keyTimes(duration, rate)])).sort();
  const size = track.path === 'rotation' ? 4 : 3;
  const values = new Float32Array(times.length * size);
  for (const [key, time] of times.entries()) sampleTrack(track, time, values, key * size);
  return { ...track, interpolation: 'LINEAR', times, values };
}

/** Returns the times of all whole keys, of the clip's own keys between them, of both sides of its steps, and the end. */
function keyTimesOf({ tracks, duration }: Clip, rate: number): Float32Array {
  const whole = keyTimes(duration, rate);
  const isBetween = (time: number): boolean =>
    time > 0 && time < duration && Math.abs(time - Math.round(time * rate) / rate) > SAME_KEY;
  const own = tracks.flatMap(({ times, interpolation }) =>
    interpolation === 'STEP'
      ? [...times].flatMap((time) => (time > 0 && time < duration ? [time - STEP_SECONDS, time] : []))
      : [...times].filter(isBetween),
  );
  return Float32Array.from(new Set([...whole, ...own].map(Math.fround))).sort();
}

/** Returns the times of all whole keys, then the end. */
function keyTimes(duration: number, fps: number): Float32Array {
  // A key within a thousandth of a step of the end is the end.
  const keys = Math.ceil(duration * fps - 1e-3);
  return Float32Array.from({ length: Math.max(0, keys) + 1 }, (_, key) =>
    key < keys ? key / fps : duration,
  );
}

/** Stores a rotation with the sign closest to the previous key. */
function putQuaternion(values: Float32Array, key: number, pose: Float64Array, i: number): void {
  const o = key * 4;
  let dot = 0;
  for (let k = 0; key > 0 && k < 4; k++) dot += values[o - 4 + k] * pose[i + k];
  const sign = dot < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) values[o + k] = sign * pose[i + k];
}
