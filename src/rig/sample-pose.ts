import { bindClip } from './bind-clip.js';
import type { Clip } from './clip.js';
import { sampleTrack } from './sample-track.js';
import { type Floats, type Skeleton, TRS_SIZE } from './skeleton.js';

/** Where each property stands among a bone's {@link TRS_SIZE} numbers. */
const OFFSETS = { translation: 0, rotation: 3, scale: 7 } as const;

/**
 * The pose of a clip at a time: ten local numbers (translation, rotation, scale) a bone. Loops wrap, in both directions;
 * other clips hold their first and last pose. What no track moves keeps the rest pose, and tracks of bones that the
 * skeleton lacks are passed over.
 *
 * @throws {RigError} the first time, where the clip's tracks are malformed
 */
export function samplePose(skeleton: Skeleton, clip: Clip, seconds: number, out: Floats): void {
  const { duration } = clip;
  if (!clip.loop) sampleOnce(skeleton, clip, Math.min(Math.max(seconds, 0), duration), out);
  else
    sampleOnce(skeleton, clip, duration > 0 ? seconds - duration * Math.floor(seconds / duration) : 0, out);
}

/** The same without wrapping: a loop's end is its last keys, not its first. */
export function sampleOnce(skeleton: Skeleton, clip: Clip, seconds: number, out: Floats): void {
  const bones = bindClip(skeleton, clip);
  out.set(skeleton.rest);
  for (let i = 0; i < bones.length; i++) {
    if (bones[i] < 0) continue;
    const track = clip.tracks[i];
    sampleTrack(track, seconds, out, bones[i] * TRS_SIZE + OFFSETS[track.path]);
  }
}
