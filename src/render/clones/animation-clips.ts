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

/** three's names of the properties that a track can move. */
const PROPERTIES = { translation: 'position', rotation: 'quaternion', scale: 'scale' } as const;

/** A clip as three plays it on the bones of `scene` and of its clones. */
export function toAnimationClip(clip: Clip, scene: Object3D): AnimationClip {
  const names = objectNames(scene);
  const tracks = clip.tracks.map((track) => toKeyframeTrack(track, names, clip.name));
  return new AnimationClip(clip.name, clip.duration, tracks);
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

/** The loader rewrites names that three's paths cannot hold, and keeps the file's own beside them. */
function objectNames(scene: Object3D): Map<string, string> {
  const names = new Map<string, string>();
  scene.traverse((object) => {
    const own: unknown = object.userData['name'];
    names.set(typeof own === 'string' ? own : object.name, object.name);
  });
  return names;
}
