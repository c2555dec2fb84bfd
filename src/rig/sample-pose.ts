import { RigError } from '../errors/index.js';
import type { Clip, Track } from './clip.js';
import { findBone } from './find-bone.js';
import { sampleTrack } from './sample-track.js';
import { type Floats, type Skeleton, TRS_SIZE } from './skeleton.js';

const bindings = new WeakMap<Skeleton, WeakMap<Clip, Int16Array>>();

/**
 * Returns the bone of each track, −1 if the skeleton has none of that name. Cached per skeleton and clip, so that
 * sampling compares no names.
 *
 * @throws {RigError} if a track's keys are missing, out of order or of the wrong number
 */
function bindClip(skeleton: Skeleton, clip: Clip): Int16Array {
  let clips = bindings.get(skeleton);
  if (!clips) {
    clips = new WeakMap();
    bindings.set(skeleton, clips);
  }
  let bones = clips.get(clip);
  if (!bones) {
    for (const track of clip.tracks) checkTrack(clip, track);
    bones = Int16Array.from(clip.tracks, (track) => findBone(skeleton, track.bone));
    clips.set(clip, bones);
  }
  return bones;
}

function checkTrack(clip: Clip, { bone, path, interpolation, times, values }: Track): void {
  const where = `Clip "${clip.name}", ${path} of bone "${bone}"`;
  const size = (path === 'rotation' ? 4 : 3) * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  if (times.length === 0)
    throw new RigError(`${where}, has no keys. Drop the track or export the clip again.`);
  if (values.length !== times.length * size) {
    throw new RigError(
      `${where}, has ${values.length} numbers for ${times.length} ${interpolation} keys, which take ` +
        `${times.length * size}. Export the clip again.`,
    );
  }
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) {
    throw new RigError(`${where}: number ${wrong} is ${values[wrong]}. Export the clip again.`);
  }
  for (let key = 1; key < times.length; key++) {
    if (!(times[key] >= times[key - 1])) {
      throw new RigError(
        `${where}: key ${key} is at ${times[key]} s, before key ${key - 1} at ${times[key - 1]} s. Sort the keys by time.`,
      );
    }
  }
}

/** Offset of each property in a bone's {@link TRS_SIZE} numbers. */
const OFFSETS = { translation: 0, rotation: 3, scale: 7 } as const;

/**
 * Samples a clip: ten local numbers (translation, rotation, scale) per bone. Loops wrap in both directions; other clips
 * are clamped. Untracked properties keep the rest pose; tracks of missing bones are ignored.
 *
 * @throws {RigError} on the first call, if the clip's tracks are malformed
 */
export function samplePose(skeleton: Skeleton, clip: Clip, seconds: number, out: Floats): void {
  const { duration } = clip;
  if (!clip.loop) sampleOnce(skeleton, clip, Math.min(Math.max(seconds, 0), duration), out);
  else
    sampleOnce(skeleton, clip, duration > 0 ? seconds - duration * Math.floor(seconds / duration) : 0, out);
}

/** Samples without wrapping: the end of a loop is its last key. */
export function sampleOnce(skeleton: Skeleton, clip: Clip, seconds: number, out: Floats): void {
  const bones = bindClip(skeleton, clip);
  out.set(skeleton.rest);
  for (let i = 0; i < bones.length; i++) {
    if (bones[i] < 0) continue;
    const track = clip.tracks[i];
    sampleTrack(track, seconds, out, bones[i] * TRS_SIZE + OFFSETS[track.path]);
  }
}
