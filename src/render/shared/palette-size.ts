import { UnsupportedError } from '../../errors/index.js';

/**
 * The sides of a palette target: a block of three texels a bone for each character, side by side and then below one
 * another, so that neither side limits the crowd.
 *
 * @throws {UnsupportedError} where the device's textures cannot hold it
 */
export function paletteSize(
  characters: number,
  bones: number,
  maxTextureSize: number,
): { width: number; height: number } {
  const block = bones * 3;
  const square = Math.ceil(Math.sqrt(characters / block));
  const across = Math.max(1, Math.min(Math.floor(maxTextureSize / block), square));
  const width = across * block;
  const height = Math.ceil(characters / across);
  if (width <= maxTextureSize && height <= maxTextureSize) return { width, height };
  throw new UnsupportedError(
    `${characters} characters of ${bones} bones need a palette of ${width} × ${height} texels; this device allows ` +
      `${maxTextureSize}. Split the crowd, or draw fewer characters.`,
  );
}
