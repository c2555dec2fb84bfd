import { AFFINE_SIZE } from '../../../src/math/index.js';
import { frameAt } from '../../../src/rig/frame-at.js';
import { type BoneTexture, readBoneMatrix } from '../../../src/rig/index.js';

/**
 * Largest difference of two textures' matrices, clip by clip at the moments of the frames of one of them. The other may have
 * more frames of a clip.
 *
 * @throws {Error} where a clip is absent, or has fewer frames
 */
export function poseDifference(actual: BoneTexture, expected: BoneTexture): number {
  const { clipInfo, nBones } = expected.manifest;
  const [wanted, before, after] = [0, 1, 2].map(() => new Float64Array(AFFINE_SIZE));
  let most = 0;
  for (const { name, startFrame, frameCount, duration } of clipInfo) {
    const clip = actual.manifest.clipInfo.find((info) => info.name === name);
    if (!clip || clip.frameCount < frameCount) throw new Error(`"${name}" has fewer frames.`);
    for (let frame = 0; frame < frameCount; frame++) {
      const { frame0, frame1, blend } = frameAt(clip, (frame * duration) / frameCount);
      for (let bone = 0; bone < nBones; bone++) {
        readBoneMatrix(expected, startFrame + frame, bone, wanted, 0);
        readBoneMatrix(actual, frame0, bone, before, 0);
        readBoneMatrix(actual, frame1, bone, after, 0);
        for (const [k, value] of wanted.entries()) {
          most = Math.max(most, Math.abs(before[k] + (after[k] - before[k]) * blend - value));
        }
      }
    }
  }
  return most;
}
