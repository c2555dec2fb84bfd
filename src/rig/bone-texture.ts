import { BoneTextureError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import type { BoneTextureManifest, ClipInfo } from '../protocol/index.js';

/** A baked bone texture in memory, always in the affine layout. */
export interface BoneTexture {
  readonly manifest: BoneTextureManifest;
  /** `texWidth · texHeight · 4` numbers. */
  readonly data: Float32Array;
}

/** Texels of one bone of one frame: the rows of its 3×4 matrix. */
const TEXELS_PER_BONE = 3;

/** The largest side that every WebGL2 device in use can hold. */
const MAX_SIDE = 4096;

/**
 * Copies the matrix of one bone in one frame (counted from the texture's first) to `out[o]`: 12 numbers, from the
 * vertex as stored to metres in the character's space.
 */
export function readBoneMatrix(
  texture: BoneTexture,
  frame: number,
  bone: number,
  out: Float32Array | Float64Array,
  o: number,
): void {
  const i = (frame * texture.manifest.nBones + bone) * AFFINE_SIZE;
  for (let k = 0; k < AFFINE_SIZE; k++) out[o + k] = texture.data[i + k];
}

/**
 * The sides of a nearly square texture for so many matrices: `texWidth` a multiple of 3, neither over 4096.
 *
 * @throws {BoneTextureError} where they do not fit
 */
export function fitBoneTexture(frames: number, bones: number): { texWidth: number; texHeight: number } {
  const matrices = frames * bones;
  const texWidth = TEXELS_PER_BONE * Math.ceil(Math.sqrt(matrices / TEXELS_PER_BONE));
  const texHeight = Math.ceil((matrices * TEXELS_PER_BONE) / texWidth);
  if (texWidth > MAX_SIDE) {
    throw new BoneTextureError(
      `${frames} frames of ${bones} bones take ${texWidth} × ${texHeight} texels, more than ${MAX_SIDE} a side. ` +
        'Bake fewer clips or at a lower frame rate.',
      'texWidth',
    );
  }
  return { texWidth, texHeight };
}

/** The texels of a bone texture as a file: raw little-endian Float32, whatever the machine's own order. */
export function encodeBoneTexture({ data }: BoneTexture): ArrayBuffer {
  const bytes = new ArrayBuffer(data.length * 4);
  const view = new DataView(bytes);
  for (let i = 0; i < data.length; i++) view.setFloat32(i * 4, data[i], true);
  return bytes;
}

/** The number of frames up to the end of the last clip. */
export function frameEnd(clipInfo: readonly ClipInfo[]): number {
  return Math.max(...clipInfo.map((clip) => clip.startFrame + clip.frameCount));
}
