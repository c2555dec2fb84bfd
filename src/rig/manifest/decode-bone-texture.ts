import { BoneTextureError } from '../../errors/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import { type BoneTexture, fitBoneTexture, frameEnd } from '../bone-texture.js';
import { type ReadManifest, readManifest } from './read-manifest.js';

/**
 * Decodes a bone texture (raw little-endian Float32, RGBA) and its manifest, from any exporter.
 *
 * Accepts variations in form: `clipInfo` as an array or an object keyed by clip name; common field names (`start`,
 * `frames`, `count`, `fps`, …) in any case; the walk clip by name or index under any key that means it; 4 texels per
 * bone (the columns of a 4×4), as given by `layout` or by the texture's size. Missing or contradictory content is an
 * error. Defaults: `loop` is true, `speed` is 0, `boneNames` are the expected ones.
 *
 * @param expected the joints that the texture must have been baked for, in order
 * @returns the texture in the `affine3x4` layout
 * @throws {BoneTextureError} whose `field` names the invalid field of the manifest, or `data`
 */
export function decodeBoneTexture(
  bytes: ArrayBuffer,
  manifest: unknown,
  expected?: { readonly boneNames: readonly string[] },
): BoneTexture {
  const read = readManifest(manifest, expected?.boneNames);
  const texels = readTexels(bytes, read);
  const { texelsPerBone, texWidth, texHeight, ...rest } = read;
  const size =
    texelsPerBone === 3 ? { texWidth, texHeight } : fitBoneTexture(frameEnd(read.clipInfo), read.nBones);
  return {
    manifest: { version: 1, layout: 'affine3x4', ...size, ...rest },
    data: texelsPerBone === 3 ? texels : transposeColumns(texels, read, size.texWidth * size.texHeight),
  };
}

function readTexels(bytes: ArrayBuffer, read: ReadManifest): Float32Array {
  const { texWidth, texHeight } = read;
  const count = texWidth * texHeight * 4;
  if (bytes.byteLength !== count * 4) {
    throw new BoneTextureError(
      `The data has ${bytes.byteLength} bytes, but ${texWidth} × ${texHeight} RGBA texels of Float32 take ${count * 4}. ` +
        'Fetch the file again, or the manifest that belongs to it.',
      'data',
    );
  }
  const view = new DataView(bytes);
  const texels = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const number = view.getFloat32(i * 4, true);
    if (!Number.isFinite(number)) throw notFinite(read, i, number);
    texels[i] = number;
  }
  return texels;
}

function notFinite(read: ReadManifest, i: number, number: number): BoneTextureError {
  const matrix = Math.floor(i / 4 / read.texelsPerBone);
  const frame = Math.floor(matrix / read.nBones);
  const name = read.boneNames[matrix % read.nBones];
  return new BoneTextureError(
    `The data has ${number} at number ${i} (frame ${frame}, bone "${name}"). Bake the texture again.`,
    'data',
  );
}

/** Converts 4×4 column-major matrices to 3×4 row-major ones. */
function transposeColumns(columns: Float32Array, read: ReadManifest, texels: number): Float32Array {
  const rows = new Float32Array(texels * 4);
  const matrices = frameEnd(read.clipInfo) * read.nBones;
  for (let matrix = 0; matrix < matrices; matrix++) {
    const from = matrix * 16;
    const isAffine =
      columns[from + 3] === 0 &&
      columns[from + 7] === 0 &&
      columns[from + 11] === 0 &&
      columns[from + 15] === 1;
    if (!isAffine) {
      const frame = Math.floor(matrix / read.nBones);
      throw new BoneTextureError(
        `Frame ${frame}, bone "${read.boneNames[matrix % read.nBones]}" is not a 4×4 stored by columns: its last row should ` +
          'be 0 0 0 1. Store each matrix column by column, or say the right layout.',
        'data',
      );
    }
    for (let k = 0; k < AFFINE_SIZE; k++)
      rows[matrix * AFFINE_SIZE + k] = columns[from + (k % 4) * 4 + (k >> 2)];
  }
  return rows;
}
