import { parseByteRange } from './byte-range.js';
import type { Content } from './content.js';
import { respond } from './direct-body.js';
import { isStillGood, sendContent, varyOf } from './send-content.js';

/**
 * Answers a GET or HEAD with a file, as {@link sendContent} does, or with the requested range: 206 or 416.
 */
export async function sendFile(
  request: Request,
  content: Content,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const common = { ...headers, 'Accept-Ranges': 'bytes' };
  return sendRange(request, content, common) ?? sendContent(request, content, common);
}

/** Undefined without a usable `Range`. Ranges are never compressed. */
function sendRange(
  request: Request,
  content: Content,
  headers: Readonly<Record<string, string>>,
): Response | undefined {
  const header = request.headers.get('Range');
  const etag = content.etag;
  const of = request.headers.get('If-Range') ?? etag;
  if (header === null || of !== etag || isStillGood(request.headers.get('If-None-Match') ?? undefined, etag))
    return undefined;
  const size = content.bytes.byteLength;
  const range = parseByteRange(header, size);
  if (range === undefined) return undefined;
  if (range === 'unsatisfiable') {
    return Response.json(
      { error: `range not satisfiable: there are ${size} bytes` },
      { status: 416, headers: { 'Content-Range': `bytes */${size}` } },
    );
  }
  const bytes = content.bytes.subarray(range.start, range.end + 1);
  return respond(request, bytes, {
    status: 206,
    headers: {
      ...headers,
      ETag: etag,
      Vary: varyOf(headers),
      'Content-Type': content.mediaType,
      'Content-Length': String(bytes.byteLength),
      'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
    },
  });
}
