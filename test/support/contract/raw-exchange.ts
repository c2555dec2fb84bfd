import { connect } from 'node:net';
import type { OddRequest } from './odd-requests.js';

/** The bytes of an answer, parsed. */
export interface RawAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body without chunk headers. */
  readonly body: Buffer;
  /** Bytes after the end of the answer. */
  readonly surplus: number;
}

/** Time without data that counts as a hang, milliseconds. */
const PATIENCE = 25_000;

/**
 * Sends a request exactly as it is, and reads until the connection ends.
 *
 * @param chunked sends the body in pieces, without its length
 * @returns undefined where the connection ended without an answer
 * @throws if it never ends
 */
export function exchange(
  port: number,
  request: OddRequest,
  chunked: boolean,
): Promise<RawAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.setTimeout(PATIENCE, () => {
      socket.destroy();
      reject(new Error('no end of the answer'));
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      try {
        resolve(parseAnswer(Buffer.concat(chunks), request.method));
      } catch (error) {
        reject(error as Error);
      }
    });
    socket.write(write(request, chunked));
  });
}

function write({ method, target, headers, body }: OddRequest, chunked: boolean): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const bytes = Buffer.from(body ?? '');
  if (body !== undefined)
    lines.push(chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`);
  const head = Buffer.from(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  if (body === undefined || !chunked) return Buffer.concat([head, bytes]);
  const half = bytes.length >> 1;
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0);
  const sent = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([head, ...sent, Buffer.from('0\r\n\r\n')]);
}

function parseAnswer(bytes: Buffer, method: string): RawAnswer | undefined {
  if (bytes.length === 0) return undefined;
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`no head: ${bytes.subarray(0, 200)}`);
  const [first, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (!(status >= 100)) throw new Error(`no status: ${first}`);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return parseAnswer(rest, method);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([\w-]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`no header: ${line}`);
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  const { body, surplus } = takeBody(rest, headers, method === 'HEAD' || status === 204 || status === 304);
  return { status, headers, body, surplus };
}

function takeBody(rest: Buffer, headers: ReadonlyMap<string, string>, isEmpty: boolean) {
  if (isEmpty) return { body: Buffer.alloc(0), surplus: rest.length };
  if (headers.get('transfer-encoding') === 'chunked') return joinChunks(rest);
  const length = Number(headers.get('content-length') ?? rest.length);
  if (rest.length < length) throw new Error(`${rest.length} of ${length} bytes came`);
  return { body: rest.subarray(0, length), surplus: rest.length - length };
}

function joinChunks(bytes: Buffer): { body: Buffer; surplus: number } {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (end < 0 || Number.isNaN(length)) throw new Error('chunks without an end');
    if (length === 0) return { body: Buffer.concat(parts), surplus: bytes.length - end - 4 };
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
