import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchOnce } from '../../../src/element/early-answer.js';

const KEY = Symbol.for('three-crowd early answer');

let server: Server;
let base: string;
/** Paths that the server was asked for, in order. */
let asked: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(String(asked.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  asked = [];
});

function get(path: string, key: string, signal?: AbortSignal): Request {
  return new Request(base + path, {
    headers: { Authorization: `Bearer ${key}` },
    ...(signal && { signal }),
  });
}

/** A view that `/early` was asked for, and whether that was given up. */
function askedEarly(answer = fetch(get('/early', 'a'))): { view: object; wasAborted: () => boolean } {
  let aborted = false;
  answer.catch(() => {});
  const abort = (): void => {
    aborted = true;
  };
  return { view: { [KEY]: { request: get('/early', 'a'), answer, abort } }, wasAborted: () => aborted };
}

test('the first request is answered by what was asked for early, and the next one is sent', async () => {
  const { view, wasAborted } = askedEarly();
  const send = fetchOnce(view);
  expect(await (await send(get('/early', 'a'))).text()).toBe('1');
  expect(await (await send(get('/early', 'a'))).text()).toBe('2');
  expect(asked).toEqual(['/early', '/early']);
  expect(wasAborted()).toBe(false);
});

test('a failure is handed on, and the next request is sent', async () => {
  const send = fetchOnce(askedEarly(Promise.reject(new TypeError('lost'))).view);
  await expect(send(get('/early', 'a'))).rejects.toThrow('lost');
  expect(await (await send(get('/early', 'a'))).text()).toBe('1');
});

test.each([
  ['another address', '/other', 'a'],
  ['another key', '/early', 'b'],
])('%s is sent, and what was asked for early is given up', async (_, path, key) => {
  const { view, wasAborted } = askedEarly();
  expect(await (await fetchOnce(view)(get(path, key))).text()).toMatch(/[12]/);
  expect(wasAborted()).toBe(true);
  await expect.poll(() => [...asked].sort()).toEqual(['/early', path].sort());
});

test('what the client gives up is given up', () => {
  const { view, wasAborted } = askedEarly(new Promise(() => {}));
  const controller = new AbortController();
  void fetchOnce(view)(get('/early', 'a', controller.signal));
  expect(wasAborted()).toBe(false);
  controller.abort();
  expect(wasAborted()).toBe(true);
});

test('an early answer is for one client', async () => {
  const { view } = askedEarly();
  fetchOnce(view);
  expect(await (await fetchOnce(view)(get('/early', 'a'))).text()).toMatch(/[12]/);
  expect(asked.length).toBe(2);
});
