import ky from 'ky';
import { ConnectionError, InvalidResponseError } from '../errors/index.js';
import type { WithResponse } from './call.js';
import { Credentials, maskToken } from './credentials.js';
import type { CallOptions, CrowdClientOptions, Logger } from './crowd-client-options.js';
import { parseBaseUrl } from './parse-base-url.js';
import { createRetryPolicy } from './retry-policy.js';
import { translateError } from './translate-error.js';

const DEFAULT_TIMEOUT_MILLISECONDS = 30_000;
const DEFAULT_RETRIES = 2;

/** Sends the calls of one client: key, retries, time limit, log. The only file that knows the HTTP library. */
export class Transport {
  readonly #base: URL;
  readonly #credentials: Credentials;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #timeout: number;
  readonly #retries: number;
  readonly #logger: Logger | undefined;

  constructor(options: CrowdClientOptions) {
    this.#base = parseBaseUrl(options.baseUrl);
    this.#credentials = new Credentials(options);
    this.#fetch = options.fetch ?? ((request) => globalThis.fetch(request));
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT_MILLISECONDS;
    this.#retries = options.retry ?? DEFAULT_RETRIES;
    this.#logger = options.logger;
  }

  /** The address of a route given without a leading slash. */
  address(path: string): URL {
    return new URL(path, this.#base);
  }

  /**
   * @param parse makes the data of an answer from its JSON and the address it came from
   * @throws {CrowdError} one of this package's errors, or the signal's reason
   */
  async send<Data>(
    method: 'get' | 'post' | 'put',
    url: URL,
    { signal, timeout = this.#timeout, idempotencyKey = createIdempotencyKey() }: CallOptions,
    parse: (data: unknown, url: string) => Data,
    body?: object,
  ): Promise<WithResponse<Data>> {
    signal?.throwIfAborted();
    const retry = createRetryPolicy({ retries: this.#retries, milliseconds: timeout });
    let answeredAt = url.href;
    let token: string | undefined;
    const mask = (text: string) => maskToken(text, token);
    try {
      const sending = ky(url, {
        method,
        headers: { Accept: 'application/json', 'Idempotency-Key': idempotencyKey },
        ...(body && { json: body }),
        // An attempt has no limit of its own: the limit is the call's.
        timeout: false,
        totalTimeout: timeout,
        retry,
        ...(signal && { signal }),
        fetch: async (request) => {
          const response = await this.#attempt(request as Request);
          answeredAt = response.url || url.href;
          return response;
        },
        hooks: {
          beforeRequest: [
            async ({ request }) => {
              token = await this.#credentials.token();
              if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
            },
          ],
          beforeRetry: [
            ({ error, retryCount }) =>
              this.#logger?.warn(`three-crowd retries (${retryCount} of ${this.#retries}): ${url.href}`, {
                reason: mask(error.message),
              }),
          ],
        },
      });
      const response = await untilAborted(sending, signal);
      const json = parseJson(await response.text(), response, answeredAt);
      const { status, headers } = response;
      return {
        data: parse(json, answeredAt),
        response: { status, headers, url: answeredAt, requestId: headers.get('X-Request-Id') ?? undefined },
      };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw translateError(error, { url: url.href, timeout, mask });
    }
  }

  /** One attempt is an answer with its whole body: one that breaks off half-way is a lost connection like any other. */
  async #attempt(request: Request): Promise<Response> {
    const started = performance.now();
    this.#logger?.debug(`three-crowd ${request.method} ${request.url}`);
    try {
      const response = await this.#fetch(request);
      const body = await response.arrayBuffer();
      this.#logger?.debug(`three-crowd ${response.status} ${request.url}`, {
        milliseconds: Math.round(performance.now() - started),
        bytes: body.byteLength,
        requestId: response.headers.get('X-Request-Id'),
      });
      return withBody(response, body);
    } catch (cause) {
      if (request.signal.aborted) throw cause;
      throw new ConnectionError(
        `Lost the connection to ${request.url}: ${reasonOf(cause)}. Is the address right, and the service running?`,
        request.url,
        { cause },
      );
    }
  }
}

/** Rejects when the signal says so. Left to itself, Node 20 at times neither ends nor fails a body that is cut off. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}

/** Made from random bytes because `crypto.randomUUID` is missing in pages served without TLS. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function withBody(response: Response, body: ArrayBuffer): Response {
  const whole = new Response(body.byteLength > 0 ? body : null, response);
  Object.defineProperty(whole, 'url', { value: response.url });
  return whole;
}

function parseJson(text: string, response: Response, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const type = response.headers.get('Content-Type') ?? 'no content type';
    throw new InvalidResponseError(
      `${url} answered ${response.status} with ${type}, which is not JSON. Is baseUrl the service's address?`,
      '',
      { cause },
    );
  }
}

/** Node hides what happened in the cause of a bare "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  return [error.message, cause?.code ?? cause?.message].filter(Boolean).join(', ');
}
