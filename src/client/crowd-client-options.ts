import type { Tier } from '../protocol/index.js';

/** Where a {@link CrowdClient} reports what it does; `console` is one. Keys never reach it. */
export interface Logger {
  /** Every request and answer. */
  debug(message: string, details?: Record<string, unknown>): void;
  /** Every retry. */
  warn(message: string, details?: Record<string, unknown>): void;
}

/** How a client reaches the service. */
export interface CrowdClientOptions {
  /** Address of the service, such as `https://crowds.example/`; may have a path. In a page it may be relative. */
  baseUrl: string;
  /**
   * Bearer key of the service. Leave it and `tokenProvider` out where `baseUrl` is a proxy of your own that adds it.
   */
  apiKey?: string;
  /** Asked for a bearer token at each call, instead of `apiKey`: for short-lived tokens from your own back end. */
  tokenProvider?: () => string | Promise<string>;
  /**
   * What sends a request: a service in the same process, a proxy, a mock.
   *
   * @default globalThis.fetch
   */
  fetch?: (request: Request) => Promise<Response>;
  /**
   * Milliseconds for a whole call, from the first attempt to the last byte, retries and their waits included.
   *
   * @default 30000
   */
  timeout?: number;
  /**
   * How often a call is tried again after a lost connection, 408, 409, 429 or a 5xx. All attempts of a call carry the
   * same `Idempotency-Key`, so that it is billed once.
   *
   * @default 2
   */
  retry?: number;
  /**
   * Allows `apiKey` in a page, where every visitor can read it. Right for sample keys and keys restricted to reading
   * public crowds, wrong for any other.
   *
   * @default false
   */
  dangerouslyAllowBrowser?: boolean;
  /** @default nothing is logged */
  logger?: Logger;
}

/** What can be said of a single call. */
export interface CallOptions {
  /** Gives the call up: it rejects with the signal's reason, by default a `DOMException` named `AbortError`. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds for this call.
   *
   * @default the client's
   */
  timeout?: number | undefined;
  /**
   * Names the call, so that the service answers and bills it once, even if it is made again after a crash.
   *
   * @default a new one for each call, kept over its retries
   */
  idempotencyKey?: string | undefined;
}

/** Which page of a list to fetch. */
export interface ListOptions extends CallOptions {
  /**
   * Entries in a page, 1 to 100.
   *
   * @default the service's: 50
   */
  limit?: number | undefined;
  /**
   * Where to start: `next_cursor` of an earlier page.
   *
   * @default the beginning
   */
  cursor?: string | undefined;
}

/** Which assets an answer is to name. */
export interface GetCrowdOptions extends CallOptions {
  /** @default the service's: everything */
  tier?: Tier | undefined;
}
