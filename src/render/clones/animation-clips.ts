import {
  AnimationClip,
  InterpolateDiscrete,
  InterpolateLinear,
  type KeyframeTrack,
  type Object3D,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import { RigError } from '../../errors/index.js';
import type { Clip, Track } from '../../rig/index.js';
import { fileName } from './character-clone.js';
import { isSkinnedMesh } from './clone-scene.js';

/** three's names of the properties that a track can move. */
const PROPERTIES = { translation: 'position', rotation: 'quaternion', scale: 'scale' } as const;

/**
 * A clip as three plays it on the bones of `scene` and of its clones.
 *
 * @param closedAt seconds, after its end, at which it is back at its beginning; undefined to leave it as it is
 */
export function toAnimationClip(clip: Clip, scene: Object3D, closedAt?: number): AnimationClip {
  const names = objectNames(scene);
  const tracks = clip.tracks.map((track) => {
    const closed = closedAt === undefined ? track : closeTrack(track, clip.duration, closedAt);
    return toKeyframeTrack(closed, names, clip.name);
  });
  return new AnimationClip(clip.name, closedAt ?? clip.duration, tracks);
}

function toKeyframeTrack(track: Track, names: ReadonlyMap<string, string>, clip: string): KeyframeTrack {
  const object = names.get(track.bone);
  if (object === undefined)
    throw new RigError(`Clip "${clip}" moves "${track.bone}", which is not in the scene.`);
  if (track.interpolation === 'CUBICSPLINE') {
    throw new RigError(
      `Clip "${clip}" has a cubic track for "${track.bone}"; retarget it first, which samples it.`,
    );
  }
  const Type = track.path === 'rotation' ? QuaternionKeyframeTrack : VectorKeyframeTrack;
  return new Type(
    `${object}.${PROPERTIES[track.path]}`,
    track.times,
    track.values,
    track.interpolation === 'STEP' ? InterpolateDiscrete : InterpolateLinear,
  );
}

/** Holds a track's last key to the clip's end and leads it back to its first. */
function closeTrack(track: Track, end: number, closedAt: number): Track {
  const size = track.path === 'rotation' ? 4 : 3;
  const first = track.values.subarray(0, size);
  const last = track.values.subarray(-size);
  const isHeld = track.times[track.times.length - 1] < end;
  return {
    ...track,
    times: Float32Array.of(...track.times, ...(isHeld ? [end] : []), closedAt),
    values: Float32Array.of(...track.values, ...(isHeld ? last : []), ...first),
  };
}

/** Names of all objects, by their names in the file. */
function objectNames(scene: Object3D): Map<string, string> {
  const names = new Map<string, string>();
  // A part may be called like a bone.
  scene.traverse((object) => isSkinnedMesh(object) || names.set(fileName(object), object.name));
  return names;
}
