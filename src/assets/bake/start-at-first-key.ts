import type { Clip } from '../../rig/index.js';

/** Seconds: a frame at 24 a second, the fewest that films and Blender have. A pause before a clip is longer. */
const LONGEST_FRAME = 1 / 24 + 1e-3;

/**
 * A clip whose first keys lie at 0. Blender's scenes start at frame 1, and its exporter counts from frame 0: the first pose
 * would be held for a frame, in which walkers stop once in every round of the clip.
 */
export function startAtFirstKey(clip: Clip): Clip {
  const start = Math.min(...clip.tracks.map(({ times }) => times[0]));
  if (start <= 0 || start > LONGEST_FRAME || start >= clip.duration) return clip;
  return {
    ...clip,
    duration: clip.duration - start,
    tracks: clip.tracks.map((track) => ({ ...track, times: track.times.map((time) => time - start) })),
  };
}
