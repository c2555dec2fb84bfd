import { chooseEncoding } from './accept-encoding.js';
import type { Content } from './content.js';
import { respond } from './direct-body.js';

/**
 * Answers a GET or HEAD with some content: 304 for a copy that is still good, else all of it, compressed as the caller
 * can take it.
 *
 * @param headers further headers of the answer, such as `Cache-Control`
 */
export async function sendContent(
  request: Request,
  content: Content,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const encoding = content.isCompressible
    ? chooseEncoding(request.headers.get('Accept-Encoding'))
    : undefined;
  const copy = encoding && content.copy(encoding);
  const etag = copy?.etag ?? content.etag;
  const common = { ...headers, ETag: etag, Vary: varyOf(headers) };
  if (isStillGood(request, etag)) return new Response(null, { status: 304, headers: common });
  const bytes = copy ? await copy.bytes() : content.bytes;
  return respond(request, bytes, {
    headers: {
      ...common,
      'Content-Type': content.mediaType,
      'Content-Length': String(bytes.byteLength),
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
}

/** Whether the caller has what the ETag names. `If-None-Match` compares weakly: `W/` does not count. */
export function isStillGood(request: Request, etag: string): boolean {
  const header = request.headers.get('If-None-Match');
  if (header === null) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** What an answer depends on, its coding among it. */
export function varyOf(headers: Readonly<Record<string, string>>): string {
  return [headers['Vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
}
