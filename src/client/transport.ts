import ky, { HTTPError } from 'ky';
import { ConnectionError, InvalidResponseError, isCrowdError, TimeoutError } from '../errors/index.js';
import type { ResponseInfo, WithResponse } from './call.js';
import { Credentials, maskToken } from './credentials.js';
import type { CallOptions, CrowdClientOptions, Logger } from './crowd-client-options.js';
import { createIdempotencyKey, takesIdempotencyKeys } from './idempotency.js';
import { parseBaseUrl } from './parse-base-url.js';
import { readBody } from './read-body.js';
import { createRetryPolicy } from './retry-policy.js';
import { TimeLimit } from './time-limit.js';
import { toApiError } from './to-api-error.js';

const DEFAULT_TIMEOUT_MILLISECONDS = 30_000;
const DEFAULT_RETRIES = 2;
/** Longest wait of a write for the service's description, after which it is sent without a key. */
const LONGEST_DESCRIPTION_MILLISECONDS = 5_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request and its retries. */
interface Sending {
  readonly method: Method;
  readonly url: URL;
  /** JSON text. */
  readonly body?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly retries: number;
  /** Ends the message of an error. */
  readonly advice: string;
}

/** Sends the requests of one client: key, retries, time limit, log. The only file that uses the HTTP library. */
export class Transport {
  readonly #base: URL;
  readonly #credentials: Credentials;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #timeout: number;
  readonly #retries: number;
  readonly #logger: Logger | undefined;
  #description: Promise<unknown> | undefined;

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
   * @param parse returns the data of a response from its JSON, undefined without a body, and its metadata
   * @throws {CrowdError} one of this package's errors, or the signal's reason
   */
  async send<Data>(
    method: Method,
    url: URL,
    { signal, timeout = this.#timeout, idempotencyKey }: CallOptions,
    parse: (data: unknown, response: ResponseInfo) => Data,
    body?: object,
  ): Promise<WithResponse<Data>> {
    const isWrite = method !== 'GET';
    let key = idempotencyKey;
    let advice = '';
    const limit = new TimeLimit(
      timeout,
      () => new TimeoutError(`No answer within ${timeout} ms: ${url.href}.${advice}`, url.href),
      signal,
    );
    try {
      if (isWrite) {
        key ??= await limit.race(this.#createKey(method, limit));
        advice = adviceOn(method, key);
      } else if (isCrowdRead(url) && isOwnOrigin(url)) key ??= createIdempotencyKey();
      // Without a key that the service recognises, a repeated write would be saved and billed twice.
      const retries = isWrite && key === undefined ? 0 : this.#retries;
      const text = body && JSON.stringify(body);
      const sending = { method, url, body: text, idempotencyKey: key, retries, advice };
      const response = await limit.race(this.#exchange(sending, limit));
      const { status, headers } = response;
      const info = {
        status,
        headers,
        url: response.url || url.href,
        requestId: headers.get('X-Request-Id') ?? undefined,
      };
      // The body of an answer to DELETE is ignored, whatever its format.
      const data = method === 'DELETE' ? undefined : await readJson(response, info.url, advice);
      return { data: parse(data, info), response: info };
    } finally {
      limit.end();
    }
  }

  /** Sends, with retries. */
  async #exchange(
    { method, url, body, idempotencyKey, retries, advice }: Sending,
    limit: TimeLimit,
  ): Promise<Response> {
    let token: string | undefined;
    let retryKey: string | undefined;
    try {
      return await ky(url, {
        method,
        headers: {
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body }),
        // The time limit is that of all attempts together.
        timeout: false,
        signal: limit.signal,
        retry: createRetryPolicy(retries, limit),
        fetch: (request) => this.#attempt(request as Request, advice),
        hooks: {
          beforeRequest: [
            async (request) => {
              token = await this.#credentials.token();
              if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
            },
          ],
          beforeRetry: [
            async ({ request, error, retryCount }) => {
              const reason =
                error instanceof HTTPError
                  ? `it answered ${error.response.status}`
                  : maskToken(error.message, token);
              this.#logger?.warn(`three-crowd retries (${retryCount} of ${retries}): ${url.href}`, {
                reason,
              });
              if (method !== 'GET' || idempotencyKey !== undefined || !isCrowdRead(url)) return;
              retryKey ??= await this.#createKey(method, limit);
              if (retryKey !== undefined) request.headers.set('Idempotency-Key', retryKey);
            },
          ],
        },
      });
    } catch (error) {
      if (limit.signal.aborted) throw limit.signal.reason;
      if (!(error instanceof HTTPError)) throw error;
      const { response } = error;
      throw toApiError(response, await response.text(), { method, url: url.href, token, advice });
    }
  }

  /** Sends once, and reads the whole body: one that breaks off counts as a lost connection. */
  async #attempt(request: Request, advice: string): Promise<Response> {
    const { method, url } = request;
    const started = performance.now();
    this.#logger?.debug(`three-crowd ${method} ${url}`);
    try {
      const response = await this.#fetch(request);
      const bytes = await readBody(response);
      this.#logger?.debug(`three-crowd ${response.status} ${url}`, {
        milliseconds: Math.round(performance.now() - started),
        bytes: bytes.byteLength,
        requestId: response.headers.get('X-Request-Id'),
      });
      return withBody(response, bytes);
    } catch (cause) {
      if (request.signal.aborted || isCrowdError(cause, 'InvalidResponseError')) throw cause;
      throw new ConnectionError(
        `Lost the connection to ${url}: ${reasonOf(cause)}. Is the address right, the service running, and, ` +
          `in a page, does it allow the page's origin (CORS)?${advice}`,
        url,
        { cause },
      );
    }
  }

  /** A key for a request; undefined unless the service's description says that it recognises keys. */
  async #createKey(method: Method, limit: TimeLimit): Promise<string | undefined> {
    this.#description ??= this.#describe();
    const late = limit.sleep(LONGEST_DESCRIPTION_MILLISECONDS);
    const description = await Promise.race([this.#description, late]);
    return takesIdempotencyKeys(description, method) ? createIdempotencyKey() : undefined;
  }

  /**
   * Requests the interface description of the service. All calls share it, so it has a time limit of its own: a caller
   * that aborts its call does not abort it for the others.
   *
   * @returns undefined where the request fails; the next call requests it again
   */
  async #describe(): Promise<unknown> {
    const url = this.address('openapi.json');
    const createError = () =>
      new TimeoutError(`No answer within ${this.#timeout} ms: ${url.href}.`, url.href);
    const limit = new TimeLimit(this.#timeout, createError);
    try {
      // A page cannot tell a lost answer from one that CORS forbids, which is lost each time.
      const retries = isOwnOrigin(url) ? this.#retries : 0;
      const sending: Sending = { method: 'GET', url, retries, advice: '' };
      return await (await this.#exchange(sending, limit)).json();
    } catch {
      this.#description = undefined;
      return undefined;
    } finally {
      limit.end();
    }
  }
}

/** True for the address of a crowd: the read that is billed. */
function isCrowdRead({ pathname }: URL): boolean {
  return pathname.includes('/v1/crowd/');
}

/**
 * True outside of pages, and for the origin of the page: any header may be sent there. Elsewhere (CORS) a service has to allow
 * it, and asking which before the first read would delay the first picture, so reads get a key with their first retry.
 */
function isOwnOrigin({ origin }: URL): boolean {
  // 'null' in a sandboxed frame, whose location has the origin of its file.
  return globalThis.origin === undefined || globalThis.origin === origin;
}

function adviceOn(method: Method, key: string | undefined): string {
  if (method === 'DELETE') return ' The crowd may have been deleted all the same: look at projects.list().';
  const look =
    ' The crowd may have been saved, and billed, all the same: look at projects.list() before you send it again';
  return key === undefined
    ? `${look}.`
    : `${look}, or send it with the idempotencyKey "${key}", which saves it once.`;
}

function withBody(response: Response, body: ArrayBuffer): Response {
  const whole = new Response(body.byteLength > 0 ? body : null, response);
  Object.defineProperty(whole, 'url', { value: response.url });
  return whole;
}

async function readJson(response: Response, url: string, advice: string): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const type = response.headers.get('Content-Type') ?? 'no content type';
    const problem = /\bjson\b/i.test(type)
      ? `${type} of ${text.length} characters that is cut off or damaged (${(cause as Error).message}). Ask again; if that does not help, the service is at fault.`
      : `${type}, which is not JSON. Is baseUrl the service's address?`;
    throw new InvalidResponseError(`${url} answered ${response.status} with ${problem}${advice}`, '', {
      cause,
    });
  }
}

/** Node's message is "fetch failed"; its cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  return [error.message, cause?.code ?? cause?.message].filter(Boolean).join(', ');
}
