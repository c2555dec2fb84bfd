import type { Clip } from '../../rig/index.js';

/**
 * A clip whose first keys lie at 0. Blender's scenes start at frame 1, other programs wherever the animation was made, and their
 * exporters count from frame 0: the first pose would be held until then, while walkers glide on still legs in every round of
 * the clip.
 */
export function startAtFirstKey(clip: Clip): Clip {
  // A track of one key moves nothing.
  const moving = clip.tracks.filter(({ times }) => times.length > 1);
  const start = Math.min(...moving.map(({ times }) => times[0]));
  if (!(start > 0) || start >= clip.duration) return clip;
  return {
    ...clip,
    duration: clip.duration - start,
    tracks: clip.tracks.map((track) => ({
      ...track,
      times: track.times.map((time) => Math.max(0, time - start)),
    })),
  };
}
