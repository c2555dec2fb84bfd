import { chooseEncoding } from './accept-encoding.js';
import type { Content, Copy } from './content.js';
import { respond } from './direct-body.js';

/**
 * Answers a GET or HEAD with some content, compressed as the caller accepts, or with 304.
 *
 * @param headers further headers of the answer, such as `Cache-Control`
 */
export async function sendContent(
  request: Request,
  content: Content,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return respondWith(request, await prepareContent(content, header, headers));
}

/** An answer that is ready to be sent: headers and body, or 304 without a body. */
export interface PreparedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array | undefined;
}

/** Prepares what {@link sendContent} sends, for answers that are counted in between. */
export async function prepareContent(
  content: Content,
  header: (name: string) => string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<PreparedAnswer> {
  const copy = chooseCopy(content, header('accept-encoding'));
  const etag = copy?.etag ?? content.etag;
  const own = { ...headers, ETag: etag, Vary: varyOf(headers) };
  if (isStillGood(header('if-none-match'), etag)) return { headers: own, bytes: undefined };
  const bytes = copy ? await copy.bytes() : content.bytes;
  return { headers: { ...own, ...describeBody(content, copy, bytes) }, bytes };
}

export function respondWith(request: Request, { headers, bytes }: PreparedAnswer): Response {
  return bytes ? respond(request, bytes, { headers }) : new Response(null, { status: 304, headers });
}

/** The compressed copy for a caller; undefined for the bytes as they are. */
export function chooseCopy(content: Content, acceptEncoding: string | undefined): Copy | undefined {
  const encoding = content.isCompressible ? chooseEncoding(acceptEncoding) : undefined;
  return encoding && content.copy(encoding);
}

/** The headers that belong to a body and not to a 304. */
function describeBody(content: Content, copy: Copy | undefined, bytes: Uint8Array): Record<string, string> {
  return {
    'Content-Type': content.mediaType,
    'Content-Length': String(bytes.byteLength),
    ...(copy && { 'Content-Encoding': copy.encoding }),
  };
}

/** True if `If-None-Match` has the ETag. The comparison is weak: `W/` does not count. */
export function isStillGood(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Value of `Vary`, with the coding. */
export function varyOf(headers: Readonly<Record<string, string>>): string {
  return [headers['Vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
}
