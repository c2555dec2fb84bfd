import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { CrowdClient, type CrowdClientOptions } from 'three-crowd/client';
import { createCrowdService, SAMPLE_KEY } from 'three-crowd-server';
import { expect, test } from 'vitest';
import { createFakeKit } from '../../support/contract/fake-kit.js';
import { sendJson, startHttpServer } from '../../support/contract/http-server.js';

const service = await createCrowdService({ kit: createFakeKit() });
const GOOD = await new CrowdClient({
  baseUrl: 'http://crowds.test',
  apiKey: SAMPLE_KEY,
  fetch: service.fetch,
}).getCrowd('cr_Teahouse');
const KEY = 'tc_live_secretsecretsecret';

function clientOf({ url }: { url: string }, options: Partial<CrowdClientOptions> = {}): CrowdClient {
  return new CrowdClient({ baseUrl: url, apiKey: KEY, ...options });
}

/** The error, and the proof that it holds the key nowhere that a console would show. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => expect.fail('the call did not fail'),
    (reason: unknown) => reason,
  );
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
  return error;
}

test.each([
  [400, 'InvalidRequestError'],
  [401, 'AuthenticationError'],
  [403, 'PermissionError'],
  [404, 'NotFoundError'],
  [409, 'InvalidRequestError'],
  [413, 'InvalidRequestError'],
  [415, 'InvalidRequestError'],
  [418, 'ApiError'],
  [422, 'InvalidRequestError'],
  [429, 'QuotaError'],
  [500, 'ApiError'],
  [503, 'ApiError'],
])('%i is %s', async (status, name) => {
  const server = await startHttpServer((_request, response) =>
    sendJson(response, status, { error: `told why; your key is ${KEY}` }, { 'X-Request-Id': 'request-7' }),
  );
  const error = await failureOf(clientOf(server, { retry: 0 }).getCrowd('cr_Teahouse'));
  expect(error).toMatchObject({
    name,
    status,
    requestId: 'request-7',
    url: expect.stringContaining(server.url),
  });
  expect((error as Error).message).toContain(`${status} told why; your key is ****`);
});

test.each([
  ['nested', 'application/json', '{"error":{"message":"too many"}}', 'too many'],
  ['problem details', 'application/problem+json', '{"message":"too many"}', 'too many'],
  ['text', 'text/plain', 'too many', 'too many'],
  ['HTML', 'text/html', '<html>too many</html>', 'Not Found'],
  ['nothing', 'text/plain', '', 'Not Found'],
  ['broken JSON', 'application/json', '{"error":', 'Not Found'],
])('an error told as %s is understood', async (_name, type, body, message) => {
  const server = await startHttpServer((_request, response) => {
    response.writeHead(404, { 'Content-Type': type }).end(body);
  });
  const error = await failureOf(clientOf(server).getCrowd('cr_Teahouse'));
  expect((error as Error).message).toMatch(new RegExp(`^404 ${message} \\(`));
});

test('tries a read again after 503, twice', async () => {
  const server = await startHttpServer((_request, response, index) =>
    index < 2
      ? sendJson(response, 503, { error: 'busy' }, { 'Retry-After': '0' })
      : sendJson(response, 200, GOOD),
  );
  const warnings: string[] = [];
  const logger = { debug: () => {}, warn: (message: string) => warnings.push(message) };
  const crowd = await clientOf(server, { logger }).getCrowd('cr_Teahouse');
  expect(crowd).toEqual(GOOD);
  expect(server.requests).toHaveLength(3);
  expect(server.requests.every((request) => request.headers.authorization === `Bearer ${KEY}`)).toBe(true);
  expect(warnings).toHaveLength(2);
});

test('tries again after a 429 that says when to come back', async () => {
  const server = await startHttpServer((_request, response, index) =>
    index === 0
      ? sendJson(response, 429, { error: 'too fast' }, { 'Retry-After': '0' })
      : sendJson(response, 200, GOOD),
  );
  expect(await clientOf(server).getCrowd('cr_Teahouse')).toEqual(GOOD);
});

test('gives up after the last retry', async () => {
  const server = await startHttpServer((_request, response) =>
    sendJson(response, 502, { error: 'busy' }, { 'Retry-After': '0' }),
  );
  expect(await failureOf(clientOf(server, { retry: 3 }).getCrowd('cr_Teahouse'))).toMatchObject({
    status: 502,
  });
  expect(server.requests).toHaveLength(4);
});

test.each([
  ['a day', () => '86400'],
  ['a date tomorrow', () => new Date(Date.now() + 86_400_000).toUTCString()],
  ['more than the call has', () => '31'],
])('does not sleep %s on 429', async (_name, retryAfter) => {
  const server = await startHttpServer((_request, response) =>
    sendJson(response, 429, { error: 'quota' }, { 'Retry-After': retryAfter() }),
  );
  const started = performance.now();
  const error = await failureOf(clientOf(server).getCrowd('cr_Teahouse'));
  expect(error).toMatchObject({ name: 'QuotaError', status: 429 });
  expect(performance.now() - started).toBeLessThan(25_000);
  expect(server.requests).toHaveLength(1);
});

test('a server that never answers is a TimeoutError in time', async () => {
  const server = await startHttpServer(() => {});
  const started = performance.now();
  const error = await failureOf(clientOf(server).getCrowd('cr_Teahouse', { timeout: 200 }));
  expect(error).toMatchObject({ name: 'TimeoutError', url: `${server.url}/v1/crowd/cr_Teahouse` });
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('a server that stops half-way through the body is a TimeoutError in time', async () => {
  const server = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"crowd_id":');
  });
  const error = await failureOf(clientOf(server, { timeout: 200 }).getCrowd('cr_Teahouse'));
  expect(error).toMatchObject({ name: 'TimeoutError' });
});

test('an answer that is cut off is a lost connection, and is asked for again', async () => {
  const server = await startHttpServer((_request, response, index) => {
    if (index > 1) return sendJson(response, 200, GOOD);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100000' });
    response.write('{"crowd_id":', () => response.destroy());
  });
  const hasty = clientOf(server, { retry: 0 }).getCrowd('cr_Teahouse');
  expect(await failureOf(hasty)).toMatchObject({ name: 'ConnectionError' });
  expect(await clientOf(server).getCrowd('cr_Teahouse')).toEqual(GOOD);
});

test('an address without a server is a ConnectionError with the reason', async () => {
  const error = await failureOf(
    clientOf({ url: 'http://127.0.0.1:1' }, { retry: 0 }).getCrowd('cr_Teahouse'),
  );
  expect(error).toMatchObject({ name: 'ConnectionError', url: 'http://127.0.0.1:1/v1/crowd/cr_Teahouse' });
  expect((error as Error).message).toMatch(/bad port|ECONNREFUSED/);
});

test.each([
  [
    'text/html',
    '<!doctype html><title>Welcome</title>',
    /text\/html, which is not JSON\. Is baseUrl the service's address/,
  ],
  ['text/html', '{"data": [{"crowd', /not JSON\. Is baseUrl the service's address/],
  ['application/json', '{"data": [{"crowd', /is cut off or damaged \(.*service is at fault/],
  ['application/vnd.api+json; charset=utf-8', '{"data": [{"crowd', /is cut off or damaged/],
])('an answer of %s, %s, is an InvalidResponseError that says what is wrong', async (type, body, message) => {
  const server = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': type }).end(body);
  });
  expect(await failureOf(clientOf(server).getCrowd('cr_Teahouse'))).toMatchObject({
    name: 'InvalidResponseError',
    message: expect.stringMatching(message),
  });
});

test('an answer that is no crowd is an error that names the field, and is not requested again', async () => {
  const body = { ...GOOD, characters: undefined };
  const server = await startHttpServer((_request, response) => sendJson(response, 200, body));
  const error = await failureOf(clientOf(server).getCrowd('cr_Teahouse'));
  expect(error).toMatchObject({ name: 'InvalidResponseError', path: 'characters' });
  expect(server.requests).toHaveLength(1);
});

test('relative addresses are those of the answer, redirects followed', async () => {
  const target = await startHttpServer((_request, response) => {
    const assets = { ...GOOD.assets, skeleton_glb: '../../files/a.glb', animations: { walk: '/walk.glb' } };
    sendJson(response, 200, { ...GOOD, assets });
  });
  const server = await startHttpServer((_request, response) => {
    response.writeHead(307, { Location: `${target.url}/api/v1/crowd/it` }).end();
  });
  const { assets } = await clientOf(server).getCrowd('cr_Teahouse');
  expect(assets.skeleton_glb).toBe(`${target.url}/api/files/a.glb`);
  expect(assets.animations).toEqual({ walk: `${target.url}/walk.glb` });
  expect(target.requests[0].headers.authorization).toBeUndefined();
});

test('an aborted call rejects at once with the reason', async () => {
  const controller = new AbortController();
  const server = await startHttpServer(() => controller.abort());
  const call = clientOf(server).getCrowd('cr_Teahouse', { signal: controller.signal });
  const error = await failureOf(call);
  expect(error).toBeInstanceOf(DOMException);
  expect(error).toMatchObject({ name: 'AbortError' });
  const mine = new Error('the page is gone');
  const aborted = clientOf(server).getCrowd('cr_Teahouse', { signal: AbortSignal.abort(mine) });
  expect(await failureOf(aborted)).toBe(mine);
  expect(server.requests).toHaveLength(1);
});

test('an aborted call rejects with the reason whatever the sender makes of it', async () => {
  const controller = new AbortController();
  const fetch = async () => {
    controller.abort();
    throw new Error('socket torn');
  };
  const client = new CrowdClient({ baseUrl: 'http://crowds.test', fetch });
  const error = await failureOf(client.getCrowd('cr_Teahouse', { signal: controller.signal }));
  expect(error).toBe(controller.signal.reason);
});

test('an abort ends the wait before a retry', async () => {
  const server = await startHttpServer((_request, response) =>
    sendJson(response, 503, { error: 'busy' }, { 'Retry-After': '25' }),
  );
  const started = performance.now();
  const signal = AbortSignal.timeout(100);
  expect(await failureOf(clientOf(server).getCrowd('cr_Teahouse', { signal }))).toMatchObject({
    name: 'TimeoutError',
  });
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('the log names requests and answers, and never the key', async () => {
  const server = await startHttpServer((_request, response, index) =>
    index === 0
      ? sendJson(response, 500, { error: `bad ${KEY}` }, { 'Retry-After': '0' })
      : sendJson(response, 200, GOOD, { 'X-Request-Id': 'request-8' }),
  );
  const lines: string[] = [];
  const log = (...parts: unknown[]) => lines.push(inspect(parts, { depth: 10 }));
  await clientOf(server, { logger: { debug: log, warn: log } }).getCrowd('cr_Teahouse');
  const text = lines.join('\n');
  expect(text).toContain('GET http://127.0.0.1');
  expect(text).toContain('request-8');
  expect(text).toContain('retries');
  expect(text).not.toContain(KEY);
});

test.each([
  ['1.5', 1.4],
  ['0.7', 0.65],
  // None of these says when; half a second is waited then, less a quarter at random.
  ['-5', 0.35],
  ['soon', 0.35],
  ['1e3', 0.35],
])('after Retry-After: %s, comes again in %d s at the earliest', async (retryAfter, least) => {
  const times: number[] = [];
  const { url } = await startHttpServer((_request, response, index) => {
    times.push(performance.now());
    if (index === 0) sendJson(response, 503, { error: 'busy' }, { 'Retry-After': retryAfter });
    else sendJson(response, 200, GOOD);
  });
  await clientOf({ url }).getCrowd('cr_Teahouse');
  expect(times).toHaveLength(2);
  expect((times[1] - times[0]) / 1000).toBeGreaterThan(least);
});

test('a list whose pages lead in a circle is an error, not for ever', async () => {
  const { url, requests } = await startHttpServer((request, response) => {
    const page = request.url?.includes('cursor=a') ? 'b' : 'a';
    sendJson(response, 200, { data: [], has_more: true, next_cursor: page });
  });
  const list = clientOf({ url }).projects.list();
  await expect(list.toArray()).rejects.toThrow(/leads back to the cursor "a"/);
  expect(requests.length).toBeLessThan(5);
});

test('an answer without end is given up, and its memory with it', async () => {
  const { url } = await startHttpServer((_request, response) => {
    // A megabyte of blanks takes a kilobyte.
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    const blanks = gzipSync(Buffer.alloc(1024 * 1024, ' '));
    const write = (): void => {
      while (!response.destroyed) if (!response.write(blanks)) return void response.once('drain', write);
    };
    write();
  });
  // A busy machine takes long to read as much.
  const crowd = clientOf({ url }, { timeout: 240_000 }).getCrowd('cr_Teahouse');
  await expect(crowd).rejects.toThrow(/more than 64 MiB/);
});
