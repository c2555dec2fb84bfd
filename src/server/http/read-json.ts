import { parseJson } from '../core/parse-input.js';
import { ServiceError } from '../core/service-error.js';

/** Bytes of a body at most: of the longest recipe, sent as JSON within JSON with every character escaped. */
export const MAX_BODY_BYTES = 256 * 1024;

/**
 * The JSON body of a request.
 *
 * @throws {ServiceError} 415 for another media type, 413 for too long a body, 400 for invalid JSON, 422 for data that no
 * storage can hold
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new ServiceError(415, 'the body must be JSON: send "Content-Type: application/json"');
  }
  if ((request.headers.get('Content-Encoding') ?? 'identity') !== 'identity') {
    throw new ServiceError(415, 'the body must not be compressed');
  }
  const bytes = await readBytes(request);
  try {
    // `ignoreBOM: true` keeps a byte order mark, which `parseJson` removes.
    return parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) throw new ServiceError(400, 'the body is not UTF-8');
    throw error;
  }
}

/**
 * The body of a request. Stops reading at the limit.
 *
 * @throws {ServiceError} 413 for too long a body, 400 for one that breaks off
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (Number(request.headers.get('Content-Length')) > MAX_BODY_BYTES) throw tooLarge();
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read().catch(brokenOff)) ?? { done: true, value: undefined };
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      // Not awaited: the sender need not stop.
      reader?.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
}

/** A caller that hangs up is no failure of the service. */
function brokenOff(): never {
  throw new ServiceError(400, 'the body broke off');
}

/** The rest of the body would come where the next request is expected, so the connection ends. */
function tooLarge(): ServiceError {
  return new ServiceError(413, `the body must not have more than ${MAX_BODY_BYTES} bytes`, {
    Connection: 'close',
  });
}
