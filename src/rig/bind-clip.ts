import { RigError } from '../errors/index.js';
import type { Clip, Track } from './clip.js';
import { findBone } from './find-bone.js';
import type { Skeleton } from './skeleton.js';

const bindings = new WeakMap<Skeleton, WeakMap<Clip, Int16Array>>();

/**
 * Returns the bone of each track, −1 if the skeleton has none of that name. Cached per skeleton and clip, so that
 * sampling compares no names.
 *
 * @throws {RigError} if a track's keys are missing, out of order or of the wrong number
 */
export function bindClip(skeleton: Skeleton, clip: Clip): Int16Array {
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
