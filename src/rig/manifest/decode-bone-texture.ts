import { BoneTextureError } from '../../errors/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import { type BoneTexture, fitBoneTexture, frameEnd } from '../bone-texture.js';
import { type ReadManifest, readManifest } from './read-manifest.js';

/**
 * Reads a bone texture (raw little-endian Float32, RGBA) and its manifest, whoever wrote them.
 *
 * Tolerant of form: `clipInfo` is an array or an object keyed by clip name; fields answer to their common names (`start`,
 * `frames`, `count`, `fps`, …), whatever their case; the walk clip may be named or counted under any key that means it;
 * a bone may take 4 texels, the columns of a 4×4, as `layout` says or the texture's size does. Strict in content: what is
 * missing or contradicts itself is an error. Absent `loop` means true, absent `speed` 0, and absent `boneNames` those
 * expected.
 *
 * @param expected the joints that the texture must have been baked for, in order
 * @returns the texture in this project's own layout, whatever its file's
 * @throws {BoneTextureError} whose `field` names what is wrong: a field of the manifest, or `data`
 */
export function decodeBoneTexture(
  bytes: ArrayBuffer,
  manifest: unknown,
  expected?: { readonly boneNames: readonly string[] },
): BoneTexture {
  const read = readManifest(manifest, expected?.boneNames);
  const texels = readTexels(bytes, read);
  const { texelsPerBone, texWidth, texHeight, ...rest } = read;
  const size = texelsPerBone === 3 ? { texWidth, texHeight } : columnsFit(read);
  return {
    manifest: { version: 1, layout: 'affine3x4', ...size, ...rest },
    data: texelsPerBone === 3 ? texels : transposeColumns(texels, read, size.texWidth * size.texHeight),
  };
}

function columnsFit({ nBones, clipInfo }: ReadManifest): { texWidth: number; texHeight: number } {
  return fitBoneTexture(frameEnd(clipInfo), nBones);
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

/** The columns of 4×4 matrices as rows of 3×4 ones. */
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
