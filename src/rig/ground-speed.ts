import { AFFINE_SIZE, invertAffine, transformPoint } from '../math/index.js';
import type { ClipInfo } from '../protocol/index.js';
import type { BoneTexture } from './bone-texture.js';
import type { Skin } from './skeleton.js';

/** A joint that moves less than this over a clip, such as a root on the ground, is no foot; metres. */
const MOVING_DISTANCE = 0.05;

/** Joints this much above the lowest joint of a clip may still be the foot that stands, metres. */
const FOOT_HEIGHT = 0.06;

/**
 * How fast the ground goes by under somebody who walks on the spot, metres a second at playback speed 1: the median,
 * over the clip's frames, of how fast the lowest joint moves backwards (−Z). For clips whose manifest gives no `speed`.
 *
 * A foot that stands does not slide over the ground, so the ground moves with it; the median leaves out the frames in
 * which both feet or none stand.
 *
 * @returns 0 where no joint moves backwards near the ground: the clip stays in place
 */
export function estimateGroundSpeed(
  { data, manifest }: BoneTexture,
  skin: Skin,
  { startFrame, frameCount, loop }: ClipInfo,
): number {
  const { nBones, bakeFps } = manifest;
  const positions = new Float64Array(frameCount * nBones * 3);
  const bind = new Float64Array(AFFINE_SIZE);
  let lowest = Number.POSITIVE_INFINITY;
  for (let joint = 0; joint < nBones; joint++) {
    // A joint without an inverse is flat: it carries no foot.
    const hasBind = invertAffine(bind, 0, skin.inverseBind, joint * AFFINE_SIZE);
    const origin = [bind[3], bind[7], bind[11]];
    let nearest = Number.POSITIVE_INFINITY;
    let farthest = Number.NEGATIVE_INFINITY;
    for (let frame = 0; frame < frameCount; frame++) {
      const o = (frame * nBones + joint) * 3;
      transformPoint(positions, o, data, ((startFrame + frame) * nBones + joint) * AFFINE_SIZE, origin, 0);
      nearest = Math.min(nearest, positions[o + 2]);
      farthest = Math.max(farthest, positions[o + 2]);
    }
    for (let frame = 0; frame < frameCount; frame++) {
      const y = (frame * nBones + joint) * 3 + 1;
      if (!hasBind || farthest - nearest < MOVING_DISTANCE) positions[y] = Number.POSITIVE_INFINITY;
      lowest = Math.min(lowest, positions[y]);
    }
  }
  const speeds: number[] = [];
  for (let frame = 0; frame < (loop ? frameCount : frameCount - 1); frame++) {
    const next = (frame + 1) % frameCount;
    let joint = 0;
    let height = Number.POSITIVE_INFINITY;
    for (let j = 0; j < nBones; j++) {
      const y = Math.max(positions[(frame * nBones + j) * 3 + 1], positions[(next * nBones + j) * 3 + 1]);
      if (y < height) {
        height = y;
        joint = j;
      }
    }
    if (height > lowest + FOOT_HEIGHT) continue;
    const dz = positions[(next * nBones + joint) * 3 + 2] - positions[(frame * nBones + joint) * 3 + 2];
    speeds.push(-dz * bakeFps);
  }
  speeds.sort((a, b) => a - b);
  return Math.max(0, speeds[speeds.length >> 1] ?? 0);
}
