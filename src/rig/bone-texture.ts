import { BoneTextureError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import type { BoneTextureManifest, ClipInfo } from '../protocol/index.js';

/** A baked bone texture in memory, always in the affine layout. */
export interface BoneTexture {
  readonly manifest: BoneTextureManifest;
  /** `texWidth · texHeight · 4` numbers. */
  readonly data: Float32Array;
}

/** Texels per bone and frame: the rows of a 3×4 matrix. */
const TEXELS_PER_BONE = 3;

/** Maximum texture size of all WebGL2 devices in use. */
const MAX_SIDE = 4096;

/**
 * Copies the matrix of a bone in a frame (relative to the texture's first) to `out[o]`: 12 numbers, which map a stored
 * vertex to metres in character space.
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
 * Returns the size of a nearly square texture: `texWidth` is a multiple of 3, both sides are at most 4096.
 *
 * @throws {BoneTextureError} if the matrices do not fit
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

/** Encodes the texels of a bone texture as raw little-endian Float32, on any machine. */
export function encodeBoneTexture({ data }: BoneTexture): ArrayBuffer {
  const bytes = new ArrayBuffer(data.length * 4);
  const view = new DataView(bytes);
  for (let i = 0; i < data.length; i++) view.setFloat32(i * 4, data[i], true);
  return bytes;
}

/** Returns the number of frames up to the end of the last clip. */
export function frameEnd(clipInfo: readonly ClipInfo[]): number {
  return Math.max(...clipInfo.map((clip) => clip.startFrame + storedFrames(clip)));
}

/** Lists the frames of all clips, clip by clip; a texture may have others between them. */
export function* clipFrames(clipInfo: readonly ClipInfo[]): Iterable<number> {
  for (const clip of clipInfo) {
    for (let k = 0; k < storedFrames(clip); k++) yield clip.startFrame + k;
  }
}

/** Returns the number of frames that a clip takes in the texture: its own, and its end if that is stored. */
export function storedFrames({ frameCount, end }: Pick<ClipInfo, 'frameCount' | 'end'>): number {
  return frameCount + (end === 'stored' ? 1 : 0);
}
