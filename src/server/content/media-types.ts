import { getMimeType } from 'hono/utils/mime';

const PACKED = /^(?:image\/(?!svg)|font\/)/;

/** The media type of a file by its name. */
export function mediaTypeOf(name: string): string {
  return getMimeType(name) ?? 'application/octet-stream';
}

/** True if compression pays: pictures and fonts are compressed already. */
export function isCompressible(mediaType: string): boolean {
  return !PACKED.test(mediaType);
}
