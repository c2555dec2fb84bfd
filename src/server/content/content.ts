import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from './media-types.js';

export const ENCODINGS = ['br', 'gzip'] as const;
/** Content codings in the order of preference. */
export type Encoding = (typeof ENCODINGS)[number];

/** Shorter bodies grow, or fit a packet anyway. */
const LEAST_COMPRESSED_BYTES = 1024;

const COMPRESS: Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  // Quality 5 is about as fast as gzip here, and a tenth smaller; 11 would take seconds for a big crowd.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Bytes to be served more than once: hashed once, and compressed once for each coding that somebody asks for. */
export class Content {
  readonly #hash: string;
  readonly #encoded = new Map<Encoding, Promise<Uint8Array>>();

  constructor(
    readonly bytes: Uint8Array,
    readonly mediaType: string,
    /** What its ETags begin with. @default '' */
    readonly etagPrefix = '',
  ) {
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  }

  /** Strong, so each coding has its own. */
  etag(encoding?: Encoding): string {
    const tag = this.etagPrefix + this.#hash;
    return encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
  }

  get isCompressible(): boolean {
    return this.bytes.byteLength >= LEAST_COMPRESSED_BYTES && isCompressible(this.mediaType);
  }

  /** Compressed once for all who ask; a compression that failed is forgotten, so that the next request tries again. */
  encoded(encoding: Encoding): Promise<Uint8Array> {
    let encoded = this.#encoded.get(encoding);
    if (!encoded) {
      encoded = COMPRESS[encoding](this.bytes);
      this.#encoded.set(encoding, encoded);
      encoded.catch(() => this.#encoded.delete(encoding));
    }
    return encoded;
  }
}
