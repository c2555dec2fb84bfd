import { HTTPError, type NormalizedOptions, type RetryOptions } from 'ky';
import { expect, onTestFinished, test } from 'vitest';
import { createRetryPolicy } from '../../../src/client/retry-policy.js';
import { TimeLimit } from '../../../src/client/time-limit.js';
import { ConnectionError } from '../../../src/errors/index.js';

/** A limit of so many milliseconds that nobody waits for. */
function limitOf(milliseconds: number): TimeLimit {
  const limit = new TimeLimit(milliseconds, () => new Error('The time is over.'), undefined);
  onTestFinished(() => limit.end());
  return limit;
}

type Attempt = Parameters<NonNullable<RetryOptions['shouldRetry']>>[0];

/** Milliseconds until the attempt after number `retryCount`; undefined where there is none. */
async function waitAfter(policy: RetryOptions, retryCount: number): Promise<number | undefined> {
  const error = new ConnectionError('Lost.', 'https://crowds.test/') as unknown as HTTPError;
  const isTriedAgain = await policy.shouldRetry?.({ error, retryCount } as Attempt);
  return isTriedAgain ? policy.delay?.(retryCount) : undefined;
}

test.each([
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [4, 4_000],
  [5, 8_000],
  [6, 8_000],
])('the wait after attempt %i is %i ms, or up to a quarter less', async (attempt, longest) => {
  const policy = createRetryPolicy(10, limitOf(60_000));
  for (let i = 0; i < 50; i++) {
    const wait = await waitAfter(policy, attempt);
    expect(wait).toBeGreaterThanOrEqual(longest * 0.75);
    expect(wait).toBeLessThanOrEqual(longest);
  }
});

test('a wait that is longer than the time left is not begun', async () => {
  expect(await waitAfter(createRetryPolicy(10, limitOf(5_000)), 1)).toBeGreaterThan(0);
  expect(await waitAfter(createRetryPolicy(10, limitOf(5_000)), 5)).toBeUndefined();
});

test.each([2 ** 31 - 1, 2 ** 31, 2 ** 53, Number.POSITIVE_INFINITY])(
  'a limit of %d ms, which no timer can count, is not over at once',
  async (milliseconds) => {
    const limit = limitOf(milliseconds);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(limit.signal.aborted).toBe(false);
    expect(limit.left).toBeGreaterThan(1e9);
  },
);

test.each<[status: number, headers: Record<string, string>, isTriedAgain: boolean]>([
  ...[408, 409, 500, 502, 503, 504].map(
    (status) => [status, {}, true] as [number, Record<string, string>, boolean],
  ),
  ...[400, 401, 403, 404, 410, 412, 413, 415, 422, 429].map(
    (status) => [status, {}, false] as [number, Record<string, string>, boolean],
  ),
  [429, { 'Retry-After': '1' }, true],
  [429, { 'Retry-After': '61' }, false],
  [503, { 'x-should-retry': 'false' }, false],
  [422, { 'x-should-retry': 'true' }, true],
])('status %i with headers %o is tried again: %s', async (status, headers, isTriedAgain) => {
  const response = new Response(null, { status, headers });
  const error = new HTTPError(response, new Request('https://crowds.test/'), {} as NormalizedOptions);
  const policy = createRetryPolicy(10, limitOf(120_000));
  expect(await policy.shouldRetry?.({ error, retryCount: 1 } as Attempt)).toBe(isTriedAgain);
});
