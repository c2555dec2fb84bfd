import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchBytes } from '../../../src/assets/fetch/fetch-bytes.js';
import { errorOf } from '../../support/error-of.js';

const URL_OF_FILE = 'https://files.example/a.glb';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fetches from a server that always answers `status`. */
async function request(status: number, retry?: number) {
  const fetch = vi.fn(async () => new Response('no', { status }));
  const failing = errorOf(fetchBytes(URL_OF_FILE, { fetch, retry }), 'AssetError');
  await vi.runAllTimersAsync();
  return { error: await failing, attempts: fetch.mock.calls.length };
}

test.each([
  [400, 1, 'Check the address'],
  [401, 1, 'Check that the file may be read without signing in'],
  [403, 1, 'Check that the file may be read without signing in'],
  [404, 1, 'Check the address'],
  [410, 1, 'Check the address'],
  [408, 3, 'The server is busy or broken'],
  [429, 3, 'The server is busy or broken'],
  [500, 3, 'The server is busy or broken'],
  [502, 3, 'The server is busy or broken'],
  [503, 3, 'The server is busy or broken'],
])('%d ends in an error after %d requests', async (status, expected, advice) => {
  const { error, attempts } = await request(status);
  expect(attempts).toBe(expected);
  expect(error.message).toContain(`${URL_OF_FILE} answered ${status}. ${advice}`);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([0, 1, 4])('retry: %d is the number of further requests', async (retry) => {
  expect((await request(503, retry)).attempts).toBe(1 + retry);
});
