import { AFFINE_SIZE } from '../math/index.js';
import { refuseSameNames } from './bake-bone-texture.js';
import { type BoneTexture, fitBoneTexture, storedFrames } from './bone-texture.js';

/**
 * Joins bone textures of the same joints into one, without the frames that none of their clips has.
 *
 * @param textures at least one; the first one says which clip is walked with
 * @throws {RigError} if two clips have the same name
 * @throws {BoneTextureError} if the frames do not fit into a texture
 */
export function joinBoneTextures(textures: readonly BoneTexture[]): BoneTexture {
  const [{ manifest }] = textures;
  const clips = textures.flatMap(({ manifest: { clipInfo }, data }) =>
    clipInfo.map((info) => ({ info, data })),
  );
  refuseSameNames(clips.map(({ info }) => info));
  const frames = clips.reduce((sum, { info }) => sum + storedFrames(info), 0);
  const size = fitBoneTexture(frames, manifest.nBones);
  const joined = new Float32Array(size.texWidth * size.texHeight * 4);
  const frameSize = manifest.nBones * AFFINE_SIZE;
  let startFrame = 0;
  const clipInfo = clips.map(({ info, data }) => {
    const end = info.startFrame + storedFrames(info);
    joined.set(data.subarray(info.startFrame * frameSize, end * frameSize), startFrame * frameSize);
    startFrame += storedFrames(info);
    return { ...info, startFrame: startFrame - storedFrames(info) };
  });
  const walk = clipInfo.findIndex(({ name }) => name === 'walk');
  const walkClip = manifest.walkClip >= 0 ? manifest.walkClip : walk;
  return { manifest: { ...manifest, ...size, clipInfo, walkClip }, data: joined };
}
