import { expect, test } from 'vitest';
import { type BoneTexture, bakeBoneTexture, deriveLocalPoses } from '../../../src/rig/index.js';
import { skeletonOf, skinOf, TINY_BONES, tinyClips } from '../../support/rig/tiny-rig.js';

/** The texture with empty frames before and between its clips. */
function spread({ manifest, data }: BoneTexture, gap: number): BoneTexture {
  const size = manifest.nBones * 12;
  const spacious = new Float32Array(data.length + (manifest.clipInfo.length + 1) * gap * size);
  const clipInfo = manifest.clipInfo.map((clip, k) => {
    const startFrame = clip.startFrame + (k + 1) * gap;
    const first = clip.startFrame * size;
    spacious.set(data.subarray(first, first + clip.frameCount * size), startFrame * size);
    return { ...clip, startFrame };
  });
  return { manifest: { ...manifest, clipInfo }, data: spacious };
}

test('empty frames between clips change no pose of the clips', () => {
  const skeleton = skeletonOf(TINY_BONES, 0.01);
  const skin = skinOf(TINY_BONES);
  const texture = bakeBoneTexture(skeleton, skin, tinyClips());
  const expected = deriveLocalPoses(texture, skeleton, skin)!;
  const spacious = spread(texture, 3);
  const poses = deriveLocalPoses(spacious, skeleton, skin)!;
  expect(poses.size).toBe(expected.size);
  expect(texture.manifest.clipInfo.length).toBeGreaterThan(1);
  const frame = poses.size * skin.joints.length;
  for (const [k, { startFrame, frameCount }] of texture.manifest.clipInfo.entries()) {
    const moved = spacious.manifest.clipInfo[k].startFrame;
    expect(poses.data.subarray(moved * frame, (moved + frameCount) * frame)).toEqual(
      expected.data.subarray(startFrame * frame, (startFrame + frameCount) * frame),
    );
  }
});
