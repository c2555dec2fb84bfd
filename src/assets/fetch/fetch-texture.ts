import { SRGBColorSpace, Texture } from 'three';
import { AssetError } from '../../errors/index.js';
import { describeContent, type FetchOptions, fetchBytes } from './fetch-bytes.js';

/**
 * Fetches an image as a texture of colours, as `GLTFLoader` makes them.
 *
 * @throws {AssetError} if it cannot be fetched, or is no image that the browser reads
 * @throws the signal's reason
 */
export async function fetchTexture(url: string, options: FetchOptions): Promise<Texture> {
  const file = await fetchBytes(url, options);
  try {
    const image = await createImageBitmap(new Blob([file.bytes], { type: file.contentType }), {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    });
    const texture = Object.assign(new Texture(image), { flipY: false, colorSpace: SRGBColorSpace });
    texture.needsUpdate = true;
    return texture;
  } catch (cause) {
    const problem = `${url} is no image that this browser reads: it ${describeContent(file)}.`;
    throw new AssetError(`${problem} Give a PNG, JPEG or WebP file.`, url, { cause });
  }
}
