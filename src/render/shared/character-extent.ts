import type { BoundedClip } from './clip-bounds.js';

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

export function characterExtent(clips: readonly Pick<BoundedClip, 'bounds'>[]): CharacterExtent {
  const boxes = clips.map(({ bounds }) => bounds);
  const reach = Math.max(
    ...boxes.map(([x0, , z0, x1, , z1]) => Math.hypot(Math.max(-x0, x1), Math.max(-z0, z1))),
  );
  const minY = Math.min(...boxes.map((box) => box[1]));
  const maxY = Math.max(...boxes.map((box) => box[4]));
  return { reach, minY, maxY, centerY: (minY + maxY) / 2, radius: Math.hypot(reach, (maxY - minY) / 2) };
}
