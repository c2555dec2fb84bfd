import type { ClipInfo } from '../../protocol/index.js';

/** How far a character of scale 1 reaches in any pose of any clip, whichever way it faces; metres. */
export interface CharacterExtent {
  /** From the axis through its feet. */
  readonly reach: number;
  readonly minY: number;
  readonly maxY: number;
  /** Height of the middle of the sphere about it. */
  readonly centerY: number;
  readonly radius: number;
}

/** A person with a wide hat, for clips whose bounds are not known. */
const UNKNOWN = { reach: 1, minY: -0.2, maxY: 2.2 };

export function characterExtent(clips: readonly Pick<ClipInfo, 'bounds'>[]): CharacterExtent {
  const { reach, minY, maxY } = cylinder(clips);
  return { reach, minY, maxY, centerY: (minY + maxY) / 2, radius: Math.hypot(reach, (maxY - minY) / 2) };
}

function cylinder(clips: readonly Pick<ClipInfo, 'bounds'>[]): { reach: number; minY: number; maxY: number } {
  const known = clips.flatMap((clip) => (clip.bounds ? [clip.bounds] : []));
  if (known.length < clips.length || known.length === 0) return UNKNOWN;
  return {
    reach: Math.max(...known.map(([x0, , z0, x1, , z1]) => Math.hypot(Math.max(-x0, x1), Math.max(-z0, z1)))),
    minY: Math.min(...known.map((box) => box[1])),
    maxY: Math.max(...known.map((box) => box[4])),
  };
}
