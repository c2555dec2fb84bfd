import { BoneTextureError } from '../../errors/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import { frameEnd } from '../bone-texture.js';
import { type Fields, type Found, findField, show } from './manifest-fields.js';

/** Texels per bone: the 3 rows of a 3×4 matrix, or the 4 columns of a 4×4. */
export type TexelsPerBone = 3 | 4;

/** Size of a texture according to its manifest. */
export interface TextureSize {
  readonly texWidth: number;
  readonly texHeight: number;
  readonly nBones: number;
}

/**
 * Returns the texels per bone from `layout`; if it is absent, from the texture's size.
 *
 * @throws {BoneTextureError} if the layout is ambiguous or unknown, or the clips do not fit the texture
 */
export function readLayout(
  manifest: Fields,
  size: TextureSize,
  clipInfo: readonly ClipInfo[],
): TexelsPerBone {
  const found = findField(manifest, '', ['layout', 'texelsPerBone']);
  const texelsPerBone = found ? namedLayout(found) : measuredLayout(size, frameEnd(clipInfo));
  checkSize(texelsPerBone, size, clipInfo);
  return texelsPerBone;
}

function measuredLayout({ texWidth, texHeight, nBones }: TextureSize, frames: number): TexelsPerBone {
  const texels = texWidth * texHeight;
  const need = (size: TexelsPerBone): number => frames * nBones * size;
  const fitting = ([3, 4] as const).filter((size) => texWidth % size === 0 && need(size) <= texels);
  const full = fitting.filter((size) => need(size) === texels);
  const tight = fitting.filter((size) => Math.ceil(need(size) / texWidth) === texHeight);
  // If neither layout fits, errors refer to the default layout.
  if (fitting.length === 0) return 3;
  for (const candidates of [full, tight, fitting]) if (candidates.length === 1) return candidates[0];
  throw new BoneTextureError(
    `The manifest's layout is missing, and ${texWidth} × ${texHeight} texels hold ${frames} frames of ${nBones} bones both as 3 and as ` +
      '4 texels a bone. Add layout: "affine3x4" (rows of a 3×4) or "mat4" (columns of a 4×4).',
    'layout',
  );
}

function namedLayout({ value, path }: Found): TexelsPerBone {
  if (value === 3 || value === 'affine3x4' || value === 'mat3x4') return 3;
  if (value === 4 || value === 'mat4' || value === 'mat4x4' || value === 'columns4x4') return 4;
  throw new BoneTextureError(
    `The manifest's ${path} is ${show(value)}. This reader knows "affine3x4" (3 texels a bone, the rows of a 3×4) and "mat4" (4 texels, ` +
      'the columns of a 4×4).',
    'layout',
  );
}

function checkSize(
  texelsPerBone: TexelsPerBone,
  { texWidth, texHeight, nBones }: TextureSize,
  clipInfo: readonly ClipInfo[],
): void {
  if (texWidth % texelsPerBone !== 0) {
    throw new BoneTextureError(
      `The manifest's texWidth is ${texWidth}, not a multiple of ${texelsPerBone}, so that matrices would straddle rows. Bake the ` +
        'texture with another width.',
      'texWidth',
    );
  }
  const held = Math.floor((texWidth * texHeight) / (texelsPerBone * nBones));
  clipInfo.forEach(({ name, startFrame, frameCount }, index) => {
    if (startFrame + frameCount <= held) return;
    throw new BoneTextureError(
      `Clip "${name}" ends at frame ${startFrame + frameCount - 1}, past the texture's last, ${held - 1} (${texWidth} × ` +
        `${texHeight} texels, ${nBones} bones of ${texelsPerBone}). Correct its frames or the texture's size.`,
      `clipInfo[${index}].frameCount`,
    );
  });
}
