import type { Tier } from '../protocol/index.js';

/** Log of a {@link CrowdClient}, such as `console`. It never receives keys. */
export interface Logger {
  /** Every request and answer. */
  debug(message: string, details?: Record<string, unknown>): void;
  /** Every retry. */
  warn(message: string, details?: Record<string, unknown>): void;
}

/** Options of a client. */
export interface CrowdClientOptions {
  /** Address of the service, such as `https://crowds.example/`; may have a path. In a page it may be relative. */
  baseUrl: string;
  /**
   * Bearer key of the service. Leave it and `tokenProvider` out where `baseUrl` is a proxy of your own that adds it.
   */
  apiKey?: string;
  /** Returns a bearer token, instead of `apiKey`; called before each request. For short-lived tokens from your own back end. */
  tokenProvider?: () => string | Promise<string>;
  /**
   * Sends a request: a service in the same process, a proxy, a mock.
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
   * Number of retries after a lost connection, 408, 409, a 5xx, or a 429 with `Retry-After`.
   *
   * A write is tried again only if it carries an `Idempotency-Key`, so that it is saved and billed once. Writes carry one
   * where the service's `/openapi.json`, requested once before the first write, has it among the parameters of the
   * route. A read is always tried again. It carries such a key, too, so that a service that knows the header bills it
   * once. In a page of another origin than the service's, a read carries one from its first retry on.
   *
   * @default 2
   */
  retry?: number;
  /**
   * Throws for everything in an answer that is otherwise corrected.
   *
   * @default false
   */
  strict?: boolean;
  /**
   * Called with one message for all corrections of an answer, and for a list that may be incomplete.
   *
   * @default console.warn
   */
  onWarning?: (message: string) => void;
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

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call: it rejects with the signal's reason, by default a `DOMException` named `AbortError`. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds for this call.
   *
   * @default the client's
   */
  timeout?: number | undefined;
  /**
   * Sent as `Idempotency-Key`: names the call, so that a service that knows the header answers and bills it once, even if
   * it is made again after a crash. Two calls that differ need two names.
   *
   * @default a random one, where the service takes one: see {@link CrowdClientOptions.retry}
   */
  idempotencyKey?: string | undefined;
}

/** Options of fetching a page of a list. */
export interface ListOptions extends CallOptions {
  /**
   * Entries in a page, where the service lets a caller choose: the reference service takes 1 to 100.
   *
   * @default the service's
   */
  limit?: number | undefined;
  /**
   * Start of the page: `next_cursor` of an earlier page, unchanged.
   *
   * @default the beginning
   */
  cursor?: string | undefined;
}

/** Options of fetching a crowd. */
export interface GetCrowdOptions extends CallOptions {
  /** @default the service's: everything */
  tier?: Tier | undefined;
}
