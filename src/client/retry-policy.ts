import { HTTPError, type RetryOptions } from 'ky';
import { type ConnectionError, isCrowdError } from '../errors/index.js';
import type { TimeLimit } from './time-limit.js';

const FIRST_WAIT = 500;
const LONGEST_BACKOFF = 8_000;
/** A service that asks for more is out of quota, not busy. */
const LONGEST_RETRY_AFTER = 60_000;
/** Up to this fraction is taken off at random, so that clients turned away together do not come back together. */
const JITTER = 0.25;

/** Options for the HTTP library: which calls it retries, and after which delay. */
export function createRetryPolicy(retries: number, limit: TimeLimit): RetryOptions {
  let wait = 0;
  return {
    limit: retries,
    methods: ['get', 'post', 'put', 'delete'],
    delay: () => wait,
    shouldRetry: ({ error, retryCount }) => {
      const outcome = error instanceof HTTPError ? error.response : error;
      const delay =
        outcome instanceof Response || isCrowdError(outcome, 'ConnectionError')
          ? retryDelay(outcome, retryCount)
          : undefined;
      if (delay === undefined || delay >= limit.left) return false;
      wait = delay;
      return true;
    },
  };
}

/**
 * Milliseconds to wait before a call is tried again; undefined where trying again is of no use.
 *
 * It is of use after a lost connection, 408, 409 and 5xx, and after a 429 that says when to come back: without
 * `Retry-After` it means that the quota is used up. `x-should-retry` overrules the status. `Retry-After` is obeyed,
 * unless it is more than a minute away.
 *
 * @param attempt 1 for the first
 */
function retryDelay(outcome: Response | ConnectionError, attempt: number): number | undefined {
  if (!(outcome instanceof Response)) return backoff(attempt);
  const asked = parseRetryAfter(outcome.headers);
  if (!isRetriable(outcome, asked)) return undefined;
  const wait = asked ?? backoff(attempt);
  return wait <= LONGEST_RETRY_AFTER ? wait : undefined;
}

function isRetriable({ status, headers }: Response, asked: number | undefined): boolean {
  const hint = headers.get('x-should-retry');
  if (hint === 'true' || hint === 'false') return hint === 'true';
  return status === 408 || status === 409 || status >= 500 || (status === 429 && asked !== undefined);
}

function backoff(attempt: number): number {
  const wait = Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_BACKOFF);
  return wait * (1 - JITTER * Math.random());
}

/** Milliseconds that `Retry-After` asks for, as seconds or as a date; undefined where it says nothing usable. */
function parseRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('Retry-After')?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // HTTP dates contain the name of a month. `Date` also parses other text, such as mistyped numbers.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
