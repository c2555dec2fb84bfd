import { UnsupportedError } from '../../errors/index.js';

export interface PaletteSize {
  readonly width: number;
  readonly height: number;
  /** Two to the power of this many slots stand side by side, so that finding one needs no division. */
  readonly acrossBits: number;
}

/**
 * The sides of a palette's targets, in texels: a texel a bone for each character, side by side and then below one
 * another, so that neither side limits the crowd.
 *
 * @throws {UnsupportedError} where the device's textures cannot hold it
 */
export function paletteSize(characters: number, bones: number, maxTextureSize: number): PaletteSize {
  const square = Math.ceil(Math.log2(Math.sqrt(Math.max(1, characters / bones))));
  const most = Math.max(0, Math.floor(Math.log2(maxTextureSize / bones)));
  const acrossBits = Math.min(square, most);
  const width = bones << acrossBits;
  const height = Math.ceil(characters / (1 << acrossBits));
  if (width <= maxTextureSize && height <= maxTextureSize) return { width, height, acrossBits };
  throw new UnsupportedError(
    `${characters} characters of ${bones} bones need a palette of ${width} × ${height} texels; this device allows ` +
      `${maxTextureSize}. Split the crowd, or draw fewer characters.`,
  );
}
