import { HTTPError, type RetryOptions } from 'ky';
import { isConnectionError } from '../errors/index.js';

const FIRST_WAIT = 500;
const LONGEST_BACKOFF = 8_000;
/** A service that asks for more is out of quota, not busy. */
const LONGEST_RETRY_AFTER = 60_000;
/** Up to this fraction is taken off at random, so that clients turned away together do not come back together. */
const JITTER = 0.25;

/**
 * Decides for one call whether and when to try again: after a lost connection, 408, 409, 429 and 5xx; never when the
 * service says `x-should-retry: false`; as late as `Retry-After` says, but not at all where that is more than a
 * minute away or beyond the call's time.
 */
export function createRetryPolicy({
  retries,
  milliseconds,
}: {
  retries: number;
  milliseconds: number;
}): RetryOptions {
  const deadline = performance.now() + milliseconds;
  let wait = 0;
  return {
    limit: retries,
    // All: an attempt that comes again is known by its key.
    methods: ['get', 'post', 'put'],
    delay: () => wait,
    shouldRetry: ({ error, retryCount }) => {
      if (!isConnectionError(error) && !(error instanceof HTTPError && isRetriable(error.response)))
        return false;
      const asked = error instanceof HTTPError ? parseRetryAfter(error.response.headers) : undefined;
      wait = asked ?? backoff(retryCount);
      return wait <= LONGEST_RETRY_AFTER && performance.now() + wait < deadline;
    },
  };
}

function isRetriable({ status, headers }: Response): boolean {
  const hint = headers.get('x-should-retry');
  if (hint === 'true' || hint === 'false') return hint === 'true';
  return [408, 409, 429].includes(status) || status >= 500;
}

function backoff(retryCount: number): number {
  const wait = Math.min(FIRST_WAIT * 2 ** (retryCount - 1), LONGEST_BACKOFF);
  return wait * (1 - JITTER * Math.random());
}

/** Milliseconds that `Retry-After` asks for, as seconds or as a date; undefined where it says nothing usable. */
export function parseRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('Retry-After')?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
