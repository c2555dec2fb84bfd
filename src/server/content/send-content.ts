import { chooseEncoding } from './accept-encoding.js';
import { parseByteRange } from './byte-range.js';
import type { Content, Encoding } from './content.js';

/**
 * Answers a GET or HEAD with some content: 304 for a copy that is still good, 206 or 416 for a range, else all of it,
 * compressed as the caller can take it.
 *
 * @param headers further headers of the answer, such as `Cache-Control`
 */
export async function sendContent(
  request: Request,
  content: Content,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const range = request.headers.get('Range');
  const encoding =
    content.isCompressible && range === null
      ? chooseEncoding(request.headers.get('Accept-Encoding'))
      : undefined;
  const etag = content.etag(encoding);
  const common = {
    ...headers,
    ETag: etag,
    Vary: [headers['Vary'], 'Accept-Encoding'].filter(Boolean).join(', '),
    'Accept-Ranges': 'bytes',
  };
  if (isStillGood(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  const described = { ...common, 'Content-Type': content.mediaType };
  const ifRange = request.headers.get('If-Range');
  if (range !== null && (ifRange === null || ifRange === etag)) {
    const answer = sendRange(range, content, described);
    if (answer) return answer;
  }
  return sendWhole(content, encoding, described);
}

async function sendWhole(
  content: Content,
  encoding: Encoding | undefined,
  headers: Record<string, string>,
): Promise<Response> {
  const bytes = encoding ? await content.encoded(encoding) : content.bytes;
  return new Response(bytes as BodyInit, {
    headers: {
      ...headers,
      'Content-Length': String(bytes.byteLength),
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
}

function sendRange(header: string, content: Content, headers: Record<string, string>): Response | undefined {
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
  return new Response(bytes as BodyInit, {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(bytes.byteLength),
      'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
    },
  });
}

/** `If-None-Match` compares weakly: `W/` does not count. */
function isStillGood(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
