import { AFFINE_SIZE } from '../math/index.js';
import { refuseSameNames } from './bake-bone-texture.js';
import { type BoneTexture, fitBoneTexture, frameEnd, storedFrames } from './bone-texture.js';

/**
 * Joins bone textures of the same joints into one, so that clips can be baked as they arrive.
 *
 * @param textures as `bakeBoneTexture` makes them, at least one
 * @throws {RigError} if two clips have the same name
 * @throws {BoneTextureError} if the frames do not fit into a texture
 */
export function joinBoneTextures(textures: readonly BoneTexture[]): BoneTexture {
  const [{ manifest }] = textures;
  let startFrame = 0;
  const clipInfo = textures.flatMap((texture) =>
    texture.manifest.clipInfo.map((clip) => {
      const joined = { ...clip, startFrame };
      startFrame += storedFrames(clip);
      return joined;
    }),
  );
  refuseSameNames(clipInfo);
  const size = fitBoneTexture(startFrame, manifest.nBones);
  const data = new Float32Array(size.texWidth * size.texHeight * 4);
  let at = 0;
  for (const { manifest, data: part } of textures) {
    const length = frameEnd(manifest.clipInfo) * manifest.nBones * AFFINE_SIZE;
    data.set(part.subarray(0, length), at);
    at += length;
  }
  const walkClip = clipInfo.findIndex(({ name }) => name === 'walk');
  return { manifest: { ...manifest, ...size, clipInfo, walkClip }, data };
}
