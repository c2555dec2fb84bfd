import { type Clip, retargetClip, type Skeleton, samplePose, TRS_SIZE, type Track } from '../../rig/index.js';
import { inverse, multiply, type Quaternion } from '../math/quaternion.js';
import { add, scale, subtract } from '../math/vector.js';
import { basePosition, baseRotation, baseSkeleton } from '../skeleton/base-skeleton.js';
import {
  BONE_INDEX,
  BONES,
  type BoneName,
  bonePosition,
  kitSkeleton,
  METRES_PER_UNIT,
} from '../skeleton/kit-skeleton.js';
import { FACE_BONES } from './face.js';
import { Figure } from './figure.js';
import { fitSpline } from './fit-spline.js';
import { atFrame, FRAME_RATE, type Motion } from './motion.js';
import { roundKeys, thinKeys } from './thin-keys.js';

/** Ratio of the hip heights of base mesh and characters. */
const HIP_RATIO = basePosition('hips')[1] / bonePosition('hips')[1];

/**
 * Converts motions, which are authored on the characters, to clips for the base mesh. Retargeted to the characters
 * (`pose-matched`), the clips show the original poses. Speeds are scaled to the longer legs.
 */
export function authorClips(motions: readonly Motion[]): Clip[] {
  const base = baseSkeleton();
  const offsets = undoRetargeting(base);
  return motions.map((motion) => authorClip(motion, base, offsets));
}

function authorClip(motion: Motion, base: Skeleton, offsets: readonly Quaternion[]): Clip {
  const { name, duration, loop, speed, period = duration } = motion;
  const count = Math.round(duration * FRAME_RATE);
  const cycle = Math.round(period * FRAME_RATE);
  // Poses at all frames. The last frame of a loop is its first.
  const times = Float32Array.from({ length: count + 1 }, (_, key) => atFrame(key));
  const figures = Array.from(times, (_, key) => {
    const figure = new Figure();
    motion.pose(figure, loop && key === count ? 0 : atFrame(key));
    return figure;
  });
  const linear = { interpolation: 'LINEAR', times } as const;
  const tracks: Track[] = BONES.map(({ name: bone }) => {
    return { bone, path: 'rotation', ...linear, values: rotationKeys(bone, figures, offsets) };
  });
  const travel = Float32Array.from(figures.flatMap(hipsOnBase));
  tracks.push({ bone: 'hips', path: 'translation', ...linear, values: travel });
  // Drops redundant keys and tracks.
  const kept = tracks
    .map((track) => {
      if (cycle === count || FACE_BONES.has(track.bone)) return withFewKeys(track, loop);
      return repeated(withFewKeys(firstFrames(track, cycle), loop), count / cycle, cycle);
    })
    .filter((track) => !isAtRest(track, base))
    .map(roundKeys);
  return { name, duration, loop, speed: speed * HIP_RATIO, tracks: kept };
}

function withFewKeys(track: Track, loop: boolean): Track {
  return fewestNumbers(thinKeys(track), fitSpline(track, loop));
}

function firstFrames(track: Track, frames: number): Track {
  const size = track.values.length / track.times.length;
  return {
    ...track,
    times: track.times.subarray(0, frames + 1),
    values: track.values.subarray(0, (frames + 1) * size),
  };
}

/** Repeats a cycle of `frames` frames. The keys of all cycles are alike, so that compressed files contain their values once. */
function repeated(track: Track, cycles: number, frames: number): Track {
  if (track.times.length === 1) return track;
  const size = track.values.length / track.times.length;
  // A cycle may end with the negative of the quaternion that it begins with; the next one then has all signs changed.
  const end = track.values.length - size;
  const turns = Math.sign(dot(track.values.subarray(0, size), track.values.subarray(end)));
  const times: number[] = [];
  const values: number[] = [];
  for (let k = 0; k < cycles; k++) {
    const from = k === 0 ? 0 : 1;
    for (const time of track.times.subarray(from))
      times.push(atFrame(Math.round(time * FRAME_RATE) + k * frames));
    for (const value of track.values.subarray(from * size)) values.push(value * turns ** k);
  }
  return { ...track, times: Float32Array.from(times), values: Float32Array.from(values) };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}

function fewestNumbers(linear: Track, spline: Track): Track {
  // The two tangents of a key are equal, so that compressed files contain one.
  return spline.values.length * (2 / 3) < linear.values.length ? spline : linear;
}

/**
 * Returns the inverse of the rotation that retargeting applies to each bone. It is measured: the base mesh's rest pose
 * is retargeted and compared with the original.
 */
function undoRetargeting(base: Skeleton): Quaternion[] {
  const kit = kitSkeleton();
  const { clip } = retargetClip({ name: 'rest', duration: 0, loop: false, tracks: [] }, base, kit);
  const pose = new Float32Array(kit.rest.length);
  samplePose(kit, clip, 0, pose);
  const retargeted = new Figure();
  BONES.forEach(({ name }, i) => {
    const [x, y, z, w] = pose.subarray((i + 1) * TRS_SIZE + 3);
    retargeted.set(name, [x, y, z, w]);
  });
  return BONES.map(({ name }) => multiply(inverse(retargeted.world(name)), baseRotation(name)));
}

/** Returns local rotations per key, with the quaternion sign closest to the previous key. */
function rotationKeys(
  bone: BoneName,
  figures: readonly Figure[],
  offsets: readonly Quaternion[],
): Float32Array {
  const onBase = (figure: Figure, name: BoneName) =>
    multiply(figure.world(name), offsets[BONE_INDEX.get(name)!]);
  const { parent } = BONES[BONE_INDEX.get(bone)!];
  const values = new Float32Array(figures.length * 4);
  figures.forEach((figure, key) => {
    const world = onBase(figure, bone);
    const local = parent === null ? world : multiply(inverse(onBase(figure, parent)), world);
    const o = key * 4;
    const agreement = local.reduce((sum, value, k) => sum + (key > 0 ? values[o - 4 + k] * value : 0), 0);
    values.set(agreement < 0 ? local.map((value) => -value) : local, o);
  });
  return values;
}

function hipsOnBase(figure: Figure): [number, number, number] {
  const travel = subtract(figure.hips, bonePosition('hips'));
  const [x, y, z] = scale(add(basePosition('hips'), scale(travel, HIP_RATIO)), 1 / METRES_PER_UNIT);
  return [x, y, z];
}

const REST_TOLERANCE = 1e-6;

function isAtRest({ bone, path, times, values }: Track, base: Skeleton): boolean {
  if (times.length > 1) return false;
  const rest = base.rest.subarray(base.names.indexOf(bone) * TRS_SIZE + (path === 'rotation' ? 3 : 0));
  return values.every((value, k) => Math.abs(value - rest[k]) < REST_TOLERANCE);
}
