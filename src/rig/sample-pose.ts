import { bindClip } from './bind-clip.js';
import type { Clip } from './clip.js';
import { sampleTrack } from './sample-track.js';
import { type Floats, type Skeleton, TRS_SIZE } from './skeleton.js';

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
