import { AssetError, isCrowdError, TimeoutError } from '../../errors/index.js';
import { describeBytes } from '../../gltf/index.js';
import { fileProgress, type OnProgress } from './progress.js';
import { untilAborted } from './until-aborted.js';

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch | undefined;
  /** Must not throw: an error would count as a broken connection. See `abortOnThrow`. */
  readonly onProgress?: OnProgress | undefined;
  /**
   * Longest time without data from the server, milliseconds: before its answer begins, and within the body.
   * @default 30000
   */
  readonly timeout?: number | undefined;
  /**
   * Further attempts after a lost connection, 408, 429 and 5xx, but not after a timeout.
   * @default 2
   */
  readonly retry?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;
/** Wait before the second attempt; each further one waits twice as long. */
const FIRST_WAIT_MS = 300;

/** A downloaded file. */
export interface Fetched {
  readonly url: string;
  readonly bytes: ArrayBuffer;
  /** The header `Content-Type`; empty if there is none. */
  readonly contentType: string;
}

/**
 * Fetches a file, trying again where another attempt may succeed.
 *
 * @throws {AssetError} where the server cannot be reached, answers an error, or breaks off
 * @throws {TimeoutError} where the server falls silent
 * @throws the signal's reason
 */
export async function fetchBytes(url: string, options: FetchOptions): Promise<Fetched> {
  const { retry = DEFAULT_RETRIES, signal } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchOnce(url, options);
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt >= retry || !(error instanceof RetriableAssetError)) throw error;
      await untilAborted(wait(FIRST_WAIT_MS * 2 ** attempt), signal);
    }
  }
}

/** A failure that another attempt may not meet. */
class RetriableAssetError extends AssetError {}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function fetchOnce(url: string, options: FetchOptions): Promise<Fetched> {
  const { signal, onProgress, timeout = DEFAULT_TIMEOUT_MS } = options;
  const silence = new SilenceTimer(timeout);
  let loaded = 0;
  try {
    const response = await request(url, options, silence.signal);
    silence.restart();
    await checkStatus(url, response);
    const announced = Number(response.headers.get('content-length')) || 0;
    const bytes = await readBody(response, (count) => {
      silence.restart();
      loaded = count;
      onProgress?.(fileProgress(count, announced));
    });
    onProgress?.({ loaded: bytes.byteLength, total: bytes.byteLength, fraction: 1 });
    return { url, bytes, contentType: response.headers.get('content-type') ?? '' };
  } catch (cause) {
    signal?.throwIfAborted();
    if (silence.signal.aborted) {
      const state = loaded > 0 ? `after ${loaded} bytes` : 'without an answer';
      throw new TimeoutError(
        `${url} was silent for ${timeout / 1000} s ${state}. Look at the server, or allow more time with timeout.`,
        url,
        { cause },
      );
    }
    if (isCrowdError(cause, 'AssetError')) throw cause;
    const message = `${url} broke off after ${loaded} bytes. Load it again; if it stays so, look at the server.`;
    throw new RetriableAssetError(message, url, { cause });
  } finally {
    silence.stop();
  }
}

/** Aborts its signal where {@link SilenceTimer.restart} has not been called for some time. */
class SilenceTimer {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function checkStatus(url: string, response: Response): Promise<void> {
  if (response.ok) return;
  await response.body?.cancel();
  const { status, statusText } = response;
  const isBusy = status === 408 || status === 429 || status >= 500;
  const advice = isBusy
    ? 'The server is busy or broken; load it again later'
    : status === 401 || status === 403
      ? 'Check that the file may be read without signing in, or give an address that carries the permission'
      : 'Check the address, and that the file is there';
  const answered = `${url} answered ${`${status} ${statusText}`.trim()}. ${advice}.`;
  throw isBusy ? new RetriableAssetError(answered, url) : new AssetError(answered, url);
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

/** Describes content for an error message: `begins with "<!doctype html>" and came as text/html`. */
export function describeContent({ bytes, contentType }: Fetched): string {
  const beginning = describeBytes(new Uint8Array(bytes));
  return bytes.byteLength === 0 ? beginning : `${beginning} and came as ${contentType || 'no content type'}`;
}

async function request(
  url: string,
  { signal, fetch = globalThis.fetch }: FetchOptions,
  silence: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, { signal: signal ? AbortSignal.any([signal, silence]) : silence });
  } catch (cause) {
    signal?.throwIfAborted();
    if (silence.aborted) throw cause;
    throw new RetriableAssetError(`${url} could not be reached. ${connectionAdvice(url)}.`, url, { cause });
  }
}

/** A browser does not say why a request failed: for another origin, CORS is the likely cause. */
function connectionAdvice(url: string): string {
  const page = globalThis.origin;
  const server = new URL(url).origin;
  if (page === undefined || page === server) return 'Check the network, and that the server is running';
  return `Check the network, and that ${server} sends "Access-Control-Allow-Origin" for pages of ${page} (CORS)`;
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
