/** Reading a crowd has a short way past the routes; it must answer, count and log as they do. */
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { listen, type RunningServer, SAMPLE_KEY } from 'three-crowd-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../support/contract/test-service.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const logged: Record<string, unknown>[] = [];
const log = (fields: object) => void logged.push(fields as Record<string, unknown>);
/** Whether the short way took each request so far. */
const directs: boolean[] = [];
let service: TestService;
let server: RunningServer;
let key: string;
let id: string;
beforeAll(async () => {
  service = await createTestService({ logger: { info: log, warn: log, error: log } });
  server = await listen({
    ...service,
    answerDirectly: async (incoming, outgoing) => {
      const isDirect = await service.answerDirectly(incoming, outgoing);
      directs.push(isDirect);
      return isDirect;
    },
  });
  key = await service.issue('Direct', 'studio');
  const created = await fetch(`${server.url}/v1/projects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ recipe_json: { size: 20 } }),
  });
  expect(created.status).toBe(201);
  id = ((await created.json()) as { crowd_id: string }).crowd_id;
  expect((await ask({})).status).toBe(200);
});
afterAll(async () => {
  await server.close();
  await service.close();
});

/** Asks the server that listens, as Node's own client does. */
function ask(headers: Record<string, string>, path = `/v1/crowd/${id}`, method = 'GET'): Promise<Answer> {
  const all = { Authorization: `Bearer ${key}`, ...headers };
  return new Promise((resolve, reject) => {
    request(server.url + path, { method, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('base64'),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** Asks the routes, past the server. */
async function askRoutes(
  headers: Record<string, string>,
  path = `/v1/crowd/${id}`,
  method = 'GET',
): Promise<Answer> {
  const base = `http://${headers['Host'] ?? new URL(server.url).host}`;
  const response = await service.fetch(
    new Request(base + path, { method, headers: { Authorization: `Bearer ${key}`, ...headers } }),
  );
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  };
}

/** What differs from one answer to the next, and what belongs to the connection. */
const OWN = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id', 'ratelimit'];

function comparable({ status, headers, body }: Answer) {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name))),
    names: Object.keys(headers)
      .filter((name) => !OWN.slice(0, 4).includes(name))
      .sort(),
    body,
  };
}

const SHORT: readonly (readonly [what: string, headers: Record<string, string>])[] = [
  ['nothing further', {}],
  ['a name', { 'Idempotency-Key': 'first' }],
  ['an id', { 'X-Request-Id': 'mine-1' }],
  ['a key as its id', { 'X-Request-Id': SAMPLE_KEY }],
  ['a taste for brotli', { 'Accept-Encoding': 'gzip, br' }],
  ['a taste for gzip', { 'Accept-Encoding': 'gzip' }],
  ['an origin', { Origin: 'https://shop.test' }],
  ['a trace', { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }],
];

test.each(SHORT)(
  'a request with %s takes the short way, and is answered as by the routes',
  async (_, headers) => {
    // The first with this host and coding fills the caches.
    const [, direct, routed] = [await ask(headers), await ask(headers), await askRoutes(headers)];
    expect(directs.at(-1)).toBe(true);
    expect(direct.status).toBe(200);
    expect(comparable(direct)).toEqual(comparable(routed));
    const { 'X-Request-Id': sent } = headers;
    if (sent === 'mine-1') expect(direct.headers['x-request-id']).toBe(sent);
    else expect(direct.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  },
);

interface LongRequest {
  readonly what: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** Behind the address of the crowd. */
  readonly suffix?: string;
  readonly method?: string;
}

const LONG: readonly LongRequest[] = [
  { what: 'another tier', status: 200, suffix: '?tier=vat' },
  { what: 'a tier that there is not', status: 422, suffix: '?tier=x' },
  { what: 'HEAD', status: 200, method: 'HEAD' },
  { what: 'a method that there is not', status: 405, method: 'PATCH' },
  { what: 'a copy of its own', status: 304, headers: { 'If-None-Match': '*' } },
  { what: 'a key that is none', status: 401, headers: { Authorization: 'Bearer x' } },
  { what: 'a name that is none', status: 400, headers: { 'Idempotency-Key': 'a b' } },
  { what: 'another id', status: 404, suffix: 'x' },
  { what: 'a host in capitals', status: 200, headers: { Host: 'CROWDS.test' } },
  { what: 'a host with the usual port', status: 200, headers: { Host: 'crowds.test:80' } },
];

test.each(LONG)('a request with $what takes the long way', async (request) => {
  const { status, headers = {}, suffix = '', method } = request;
  const path = `/v1/crowd/${id}${suffix}`;
  // The second time, it is not for want of a kept answer.
  const [, asked] = [await ask(headers, path, method), await ask(headers, path, method)];
  expect(directs.at(-1)).toBe(false);
  expect(asked.status).toBe(status);
});

test('each is counted once, logged and measured on either way', async () => {
  const line = 'http_requests_total{method="GET",route="/v1/crowd/:crowd_id",status="200"}';
  const measured = () =>
    Number(
      service
        .metrics()
        .split('\n')
        .find((text) => text.startsWith(line))
        ?.split(' ')
        .at(-1),
    );
  const before = { used: await service.used('Direct'), measured: measured(), logged: logged.length };
  const names = [{}, {}, { 'Idempotency-Key': 'again' }, { 'Idempotency-Key': 'again' }];
  for (const headers of names) {
    await ask(headers);
    expect(directs.at(-1)).toBe(true);
    await askRoutes(headers);
  }
  expect(await service.used('Direct')).toBe(before.used + 5);
  expect(measured()).toBe(before.measured + 8);
  const [direct, routed] = logged.slice(before.logged);
  expect(Object.keys(direct)).toEqual(Object.keys(routed));
  for (const name of ['account', 'method', 'path', 'status']) expect(direct[name]).toBe(routed[name]);
});

test('a name that stands for another request is refused', async () => {
  await ask({ 'Idempotency-Key': 'other' }, `/v1/crowd/${id}?tier=vat`);
  const refused = await ask({ 'Idempotency-Key': 'other' });
  expect(directs.at(-1)).toBe(false);
  expect(refused.status).toBe(422);
});

test('a change is read at once, and so is the end of a key', async () => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const renamed = await fetch(`${server.url}/v1/projects/${id}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ name: 'Renamed' }),
  });
  expect(renamed.status).toBe(200);
  for (const _time of [1, 2]) {
    const { body } = await ask({});
    expect(JSON.parse(Buffer.from(body, 'base64').toString()).name).toBe('Renamed');
  }
  const own = await service.issue('Direct');
  const stored = (await service.storage.listKeys((await service.storage.findAccount('Direct'))?.id ?? '')).at(
    -1,
  );
  expect((await ask({ Authorization: `Bearer ${own}` })).status).toBe(200);
  expect(directs.at(-1)).toBe(true);
  await service.storage.revokeKey(stored?.id ?? '', new Date().toISOString());
  expect((await ask({ Authorization: `Bearer ${own}` })).status).toBe(401);
});
