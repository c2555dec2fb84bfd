import { AFFINE_SIZE } from '../math/index.js';
import type { Clip, Track, TrackPath } from './clip.js';
import { findBone } from './find-bone.js';
import { worldMatrices } from './pose-matrices.js';
import { sampleOnce } from './sample-pose.js';
import { sampleTrack } from './sample-track.js';
import { type Floats, type Skeleton, TRS_SIZE } from './skeleton.js';

/** Largest difference between a key and the frames around it that is not seen: radians, and fractions of a scale. */
const FAINT_TURN = 0.004;
/** The same for translations, metres. */
const FAINT_STEP = 0.0015;
/** Most frames of a clip, as a multiple of those at the usual rate. */
const DENSEST = 4;
/** Distance from a key to a frame at which they meet, seconds. */
const MEETING = 5e-4;

/** True if a clip moves in steps alone, so that each of its frames holds until the next. */
export function isStepped({ tracks }: Clip): boolean {
  const moving = tracks.filter((track) => !isConstant(track));
  return moving.length > 0 && moving.every(({ interpolation }) => interpolation === 'STEP');
}

/** True if a clip's end is another pose than its beginning. */
export function endsElsewhere(clip: Clip, skeleton: Skeleton): boolean {
  const [first, last] = [0, clip.duration].map((seconds) => {
    const pose = new Float64Array(skeleton.rest.length);
    sampleOnce(skeleton, clip, seconds, pose);
    return pose;
  });
  const metres = metresOf(skeleton);
  return skeleton.names.some((_, bone) => {
    const o = bone * TRS_SIZE;
    return (
      isFar('translation', first, o, last, o, metres[bone]) ||
      isFar('rotation', first, o + 3, last, o + 3, 1) ||
      isFar('scale', first, o + 7, last, o + 7, 1)
    );
  });
}

/**
 * Number of equal steps of a clip whose frames show its keys: those of the rate `fps`, or more where these would miss keys
 * visibly, up to {@link DENSEST} times as many.
 */
export function countSteps(clip: Clip, skeleton: Skeleton, fps: number): number {
  const usual = Math.max(1, Math.round(clip.duration * fps));
  if (clip.duration <= 0 || !missesKeys(clip, skeleton, usual)) return usual;
  const most = usual * DENSEST;
  const keys = [...new Set(clip.tracks.flatMap(({ times }) => [...times]))];
  for (let steps = usual + 1; steps < most; steps++) {
    if (meetsAll(keys, clip.duration / steps) && !missesKeys(clip, skeleton, steps)) return steps;
  }
  return most;
}

function meetsAll(keys: readonly number[], step: number): boolean {
  return keys.every((time) => Math.abs(time - step * Math.round(time / step)) < MEETING);
}

/** True if a key of a clip, or a jump between two, is visibly elsewhere than the blend of the frames around it. */
function missesKeys(clip: Clip, skeleton: Skeleton, steps: number): boolean {
  const metres = metresOf(skeleton);
  const step = clip.duration / steps;
  const isHeld = isStepped(clip);
  const [before, after, value] = [0, 1, 2].map(() => new Float64Array(4));
  return clip.tracks.some((track) => {
    const bone = findBone(skeleton, track.bone);
    if (bone < 0 || isConstant(track)) return false;
    const isStep = track.interpolation === 'STEP';
    if (isStep && !isHeld) return true;
    const size = track.path === 'rotation' ? 4 : 3;
    for (const [key, time] of track.times.entries()) {
      if (time >= clip.duration || (isStep && meetsAll([time], step))) continue;
      // Two keys at one time are a step of a track that moves.
      if (isStep || (key > 0 && time === track.times[key - 1])) return true;
      const frame = Math.floor(time / step);
      const blend = time / step - frame;
      sampleTrack(track, frame * step, before, 0);
      sampleTrack(track, (frame + 1) * step, after, 0);
      sampleTrack(track, time, value, 0);
      let dot = 0;
      for (let k = 0; k < size; k++) dot += before[k] * after[k];
      const sign = size === 4 && dot < 0 ? -1 : 1;
      for (let k = 0; k < size; k++) before[k] += (sign * after[k] - before[k]) * blend;
      if (isFar(track.path, before, 0, value, 0, metres[bone])) return true;
    }
    return false;
  });
}

/**
 * True if a spline of a clip leaves the lines between its values at the rate `fps` visibly. Its second derivative is
 * largest at a key: between two values, a curve is at most an eighth of that, times the step squared, from the line.
 */
export function bendsBetweenFrames({ tracks }: Clip, skeleton: Skeleton, fps: number): boolean {
  const metres = metresOf(skeleton);
  return tracks.some((track) => {
    const bone = findBone(skeleton, track.bone);
    if (bone < 0 || track.interpolation !== 'CUBICSPLINE') return false;
    // The angle of a rotation is twice that of its quaternion.
    const faint = { rotation: FAINT_TURN / 2, scale: FAINT_TURN, translation: FAINT_STEP / metres[bone] };
    return largestBend(track) / (8 * fps * fps) > faint[track.path];
  });
}

/** Returns the largest second derivative of a spline, in units per second squared. */
function largestBend({ times, values, path }: Track): number {
  const size = path === 'rotation' ? 4 : 3;
  let largest = 0;
  for (let key = 0; key + 1 < times.length; key++) {
    const span = times[key + 1] - times[key];
    for (let k = 0; k < size; k++) {
      const [from, to] = [(3 * key + 1) * size + k, (3 * key + 4) * size + k];
      const way = 6 * (values[to] - values[from]);
      const [out, into] = [values[from + size] * span, values[to - size] * span];
      const bend = Math.max(Math.abs(way - 4 * out - 2 * into), Math.abs(4 * into + 2 * out - way));
      largest = Math.max(largest, bend / (span * span));
    }
  }
  return largest;
}

/** True if two values of a property differ visibly. Quaternions need not be of length 1. */
function isFar(path: TrackPath, a: Floats, i: number, b: Floats, j: number, metres: number): boolean {
  if (path !== 'rotation') {
    const most = path === 'scale' ? FAINT_TURN : FAINT_STEP / metres;
    return [0, 1, 2].some((k) => Math.abs(a[i + k] - b[j + k]) > most);
  }
  let [dot, aa, bb] = [0, 0, 0];
  for (let k = 0; k < 4; k++) {
    dot += a[i + k] * b[j + k];
    aa += a[i + k] * a[i + k];
    bb += b[j + k] * b[j + k];
  }
  return 2 * Math.acos(Math.min(1, Math.abs(dot) / Math.sqrt(aa * bb))) > FAINT_TURN;
}

/** Metres at rest of a unit of each bone's translation. */
function metresOf(skeleton: Skeleton): Float64Array {
  const world = new Float64Array(skeleton.parents.length * AFFINE_SIZE);
  worldMatrices(skeleton, skeleton.rest, world);
  return Float64Array.from(skeleton.parents, (parent) => {
    const o = parent * AFFINE_SIZE;
    return parent < 0 ? 1 : Math.hypot(world[o], world[o + 4], world[o + 8]);
  });
}

function isConstant({ values, path, interpolation }: Track): boolean {
  const size = (path === 'rotation' ? 4 : 3) * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  return values.every((value, k) => value === values[k % size]);
}
