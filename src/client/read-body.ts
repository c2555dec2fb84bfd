import { InvalidResponseError } from '../errors/index.js';

/** Limit of an unpacked answer, bytes. A crowd of 100,000 characters has about 26 MB. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * The whole body of an answer, unpacked. Its length is limited: a small answer can unpack to more than there is memory.
 *
 * @throws {InvalidResponseError} where it is longer than any crowd
 */
export async function readBody(response: Response): Promise<ArrayBuffer> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return new Blob(chunks).arrayBuffer();
    size += value.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      // Not waited for: the sender need not agree to stop.
      reader?.cancel().catch(() => {});
      throw new InvalidResponseError(
        `${response.url} answered with more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB, which no crowd has. Is baseUrl the service's address?`,
        '',
      );
    }
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
}
