import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchFile, fetchOnce } from '../../../src/element/early-request.js';
import { type LocalServer, listenLocally } from '../../support/file-server.js';

const KEY = Symbol.for('three-crowd early answer');

let server: LocalServer;
/** Paths that the server was asked for, in order. */
let asked: string[];

beforeAll(async () => {
  server = await listenLocally(
    createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(String(asked.length));
    }),
  );
});

afterAll(() => server.close());

beforeEach(() => {
  asked = [];
});

function get(path: string, key: string, signal?: AbortSignal): Request {
  return new Request(server.url + path, {
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

describe('files', () => {
  const FILES = Symbol.for('three-crowd early files');

  afterEach(() => {
    Reflect.deleteProperty(globalThis, FILES);
  });

  /** Has `/early` asked for, and tells whether that was given up. */
  function fileAskedEarly(answer: Promise<Response>): { address: string; wasAborted: () => boolean } {
    let aborted = false;
    const address = `${server.url}/early`;
    answer.catch(() => {});
    const abort = (): void => {
      aborted = true;
    };
    Object.assign(globalThis, { [FILES]: new Map([[address, { request: address, answer, abort }]]) });
    return { address, wasAborted: () => aborted };
  }

  test('are sent where nothing was asked for early', async () => {
    expect(await (await fetchFile(`${server.url}/early`)).text()).toBe('1');
  });

  test('the first request is answered by what was asked for early, and all others are sent', async () => {
    const { address, wasAborted } = fileAskedEarly(fetch(`${server.url}/early`));
    expect(await (await fetchFile(address)).text()).toBe('1');
    expect(await (await fetchFile(address)).text()).toBe('2');
    expect(await (await fetchFile(`${server.url}/other`)).text()).toBe('3');
    const files: Map<string, unknown> = Reflect.get(globalThis, FILES);
    // None of them is to be asked for early any more.
    expect([...files]).toEqual([
      [`${server.url}/early`, undefined],
      [`${server.url}/other`, undefined],
    ]);
    expect(asked).toEqual(['/early', '/early', '/other']);
    expect(wasAborted()).toBe(false);
  });

  test('a failure is handed on, and the next request is sent', async () => {
    const { address } = fileAskedEarly(Promise.reject(new TypeError('lost')));
    await expect(fetchFile(address)).rejects.toThrow('lost');
    expect(await (await fetchFile(address)).text()).toBe('1');
  });

  test.each(['before', 'after'])('what is given up %s it is asked for is given up', (when) => {
    const { address, wasAborted } = fileAskedEarly(new Promise(() => {}));
    const controller = new AbortController();
    if (when === 'before') controller.abort();
    void fetchFile(address, { signal: controller.signal });
    expect(wasAborted()).toBe(when === 'before');
    controller.abort();
    expect(wasAborted()).toBe(true);
  });
});
