import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';

export const ENCODINGS = ['br', 'gzip'] as const;
/** Content codings in the order of preference. */
export type Encoding = (typeof ENCODINGS)[number];

/** Shorter bodies fit a packet, or grow. */
const LEAST_COMPRESSED_BYTES = 1024;

const COMPRESS: Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  // Quality 5 is about as fast as gzip here, and a tenth smaller; 11 would take seconds for a big crowd.
  br: (bytes) => compressBrotli(bytes, 5),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Bytes compressed with one coding, once for all requests. */
export class Copy {
  #bytes: Promise<Uint8Array> | undefined;

  constructor(
    readonly encoding: Encoding,
    /** Strong, so each copy has its own. */
    readonly etag: string,
    readonly compress: () => Promise<Uint8Array>,
  ) {}

  /** A compression that failed is forgotten, so that the next request tries again. */
  bytes(): Promise<Uint8Array> {
    if (!this.#bytes) {
      this.#bytes = this.compress();
      this.#bytes.catch(() => {
        this.#bytes = undefined;
      });
    }
    return this.#bytes;
  }
}

/** Bytes to be served more than once: hashed once, and compressed once for each requested coding. */
export class Content {
  /** Bytes in a cache. */
  static readonly sizeOf = ({ bytes }: Content): number => bytes.byteLength;

  readonly #tag: string;
  readonly #copies = new Map<Encoding, Copy>();

  constructor(
    readonly bytes: Uint8Array,
    readonly mediaType: string,
    /** Prefix of the ETags. @default '' */
    etagPrefix = '',
  ) {
    this.#tag = etagPrefix + createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  }

  /** Of the bytes as they are. */
  get etag(): string {
    return `"${this.#tag}"`;
  }

  get isCompressible(): boolean {
    return this.bytes.byteLength >= LEAST_COMPRESSED_BYTES && isCompressible(this.mediaType);
  }

  copy(encoding: Encoding): Copy {
    return (
      this.#copies.get(encoding) ?? this.keepCopy(encoding, encoding, () => COMPRESS[encoding](this.bytes))
    );
  }

  /** @param suffix tells the copy's ETag from others */
  protected keepCopy(encoding: Encoding, suffix: string, compress: Copy['compress']): Copy {
    const copy = new Copy(encoding, `"${this.#tag}-${suffix}"`, compress);
    this.#copies.set(encoding, copy);
    return copy;
  }
}

/** Requests after which a file's brotli copy is made again, smaller. */
const POPULAR_REQUESTS = 16;
/** Of the sample kit's master file 207 kB for 2 s, where quality 5 leaves 259, and 10 leaves 212 for 1 s. */
const SLOW_QUALITY = 11;

/** Slow compressions run one after the other, and leave the other cores to requests. */
let lastCompression: Promise<unknown> = Promise.resolve();

/** A file. If it is requested often, a smaller brotli copy, made slowly, replaces the first one. */
export class FileContent extends Content {
  #requests = 0;

  override copy(encoding: Encoding): Copy {
    const copy = super.copy(encoding);
    if (encoding === 'br' && ++this.#requests === POPULAR_REQUESTS) void this.#compressSlowly(copy);
    return copy;
  }

  async #compressSlowly(first: Copy): Promise<void> {
    const work = lastCompression.then(() => compressBrotli(this.bytes, SLOW_QUALITY));
    lastCompression = work.catch(() => {});
    try {
      const [bytes, { byteLength }] = [await work, await first.bytes()];
      if (bytes.byteLength < byteLength) {
        this.keepCopy('br', `br${SLOW_QUALITY}`, () => Promise.resolve(bytes));
      }
    } catch {
      // The first copy goes on.
    }
  }
}

function compressBrotli(bytes: Uint8Array, quality: number): Promise<Uint8Array> {
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

const PACKED = /^(?:image\/(?!svg)|font\/)/;

/** The media type of a file by its name. */
export function mediaTypeOf(name: string): string {
  return getMimeType(name) ?? 'application/octet-stream';
}

/** True if compression pays: pictures and fonts are compressed already. */
export function isCompressible(mediaType: string): boolean {
  return !PACKED.test(mediaType);
}
