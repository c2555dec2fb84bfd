import { AssetError } from '../errors/index.js';
import { fileProgress, type OnProgress } from './progress.js';

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** A file as it came. */
export interface Fetched {
  readonly url: string;
  readonly bytes: ArrayBuffer;
  /** As the server calls it; empty where it says nothing. */
  readonly contentType: string;
}

/** @throws {AssetError} where the server cannot be reached, answers an error, or breaks off */
export async function fetchBytes(url: string, options: FetchOptions): Promise<Fetched> {
  const { signal, onProgress } = options;
  const response = await request(url, options);
  if (!response.ok) {
    await response.body?.cancel();
    const status = `${response.status} ${response.statusText}`.trim();
    throw new AssetError(`${url} answered ${status}. Check the address, and that the file is there.`, url);
  }
  const announced = Number(response.headers.get('content-length')) || 0;
  let loaded = 0;
  const report = (bytes: number) => {
    loaded = bytes;
    onProgress?.(fileProgress(bytes, announced));
  };
  try {
    const bytes = await readBody(response, report);
    onProgress?.({ loaded: bytes.byteLength, total: bytes.byteLength, fraction: 1 });
    return { url, bytes, contentType: response.headers.get('content-type') ?? '' };
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `${url} broke off after ${loaded} bytes. Load it again; if it stays so, look at the server.`;
    throw new AssetError(message, url, { cause });
  }
}

/** The same for JSON. */
export async function fetchJson(url: string, options: FetchOptions): Promise<unknown> {
  const fetched = await fetchBytes(url, options);
  try {
    return JSON.parse(new TextDecoder().decode(fetched.bytes));
  } catch (cause) {
    throw new AssetError(`${url} is no JSON: it ${describeContent(fetched)}. Check the address.`, url, {
      cause,
    });
  }
}

/** What came, for an error message: `begins with "<!doctype html>" and came as text/html`. */
export function describeContent({ bytes, contentType }: Fetched): string {
  if (bytes.byteLength === 0) return 'is empty';
  const head = new Uint8Array(bytes, 0, Math.min(40, bytes.byteLength));
  const text = new TextDecoder().decode(head).trim();
  const isText = /^[\t\n\r\x20-\x7e]*$/.test(text);
  const hex = [...head.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const beginning = isText ? JSON.stringify(text) : `the bytes ${hex}`;
  return `begins with ${beginning} and came as ${contentType || 'no content type'}`;
}

async function request(url: string, { signal, fetch = globalThis.fetch }: FetchOptions): Promise<Response> {
  try {
    return await fetch(url, signal ? { signal } : {});
  } catch (cause) {
    signal?.throwIfAborted();
    const advice = 'Check the network, and that the server lets this page read it (CORS)';
    throw new AssetError(`${url} could not be reached. ${advice}.`, url, { cause });
  }
}

async function readBody(response: Response, report: (loaded: number) => void): Promise<ArrayBuffer> {
  if (!response.body) return response.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    loaded += value.byteLength;
    report(loaded);
  }
  const bytes = new Uint8Array(loaded);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes.buffer;
}
