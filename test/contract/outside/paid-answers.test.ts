/** Every answer with a crowd is paid for, and no error carries one. */
import { listen, openStorage, type RunningServer, type Storage } from 'three-crowd-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StorageUnavailableError } from '../../../src/server/index.js';
import { createTestService, type TestService } from '../../support/contract/test-service.js';
import { TOOL_ACCEPT } from '../../support/contract/tool-call.js';

let service: TestService;
let server: RunningServer;
let key: string;
let id: string;
/** True while the database refuses to count. */
let isLocked = false;
/** What the storage rejects everything with; undefined while it works. */
let failure: Error | undefined;

beforeAll(async () => {
  const storage = await openStorage({ location: ':memory:' });
  const lockable = new Proxy(storage, {
    get(target, name: keyof Storage) {
      if (failure && name !== 'usage' && name !== 'findAccount') return () => Promise.reject(failure);
      if (name === 'countUses' && isLocked) {
        return () => Promise.reject(new StorageUnavailableError('the database is busy'));
      }
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const log = () => {
    throw new Error('the log is full');
  };
  service = await createTestService({
    storage: lockable,
    freeRequestsPerSecond: 1,
    logger: { info: log, warn: log, error: log },
  });
  server = await listen(service);
  key = await service.issue('Ann', 'studio');
  id = (await (await create()).json()).crowd_id;
});
afterAll(async () => {
  await server.close();
  await service.close();
});

function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
  return fetch(server.url + path, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } });
}

function create(headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ recipe_json: { size: 200 } });
  const all = { 'Content-Type': 'application/json', ...headers };
  return ask('/v1/projects', all, { method: 'POST', body });
}

function put(change: object): Promise<Response> {
  const init = { method: 'PUT', body: JSON.stringify(change) };
  return ask(`/v1/projects/${id}`, { 'Content-Type': 'application/json' }, init);
}

/** Requests that take the routes, and those that are answered past them. */
const WAYS: readonly [way: string, suffix: string, headers: Record<string, string>][] = [
  ['straight', '', {}],
  ['straight, compressed', '', { 'Accept-Encoding': 'br' }],
  ['by the routes', '?tier=full', {}],
  ['by the routes, for another tier', '?tier=vat', {}],
];

const FAILURES: readonly [what: string, status: number, headers: Record<string, string>][] = [
  ['a key that is none', 401, { Authorization: 'Bearer none' }],
  ['a name that is none', 400, { 'Idempotency-Key': 'a b' }],
  ['the name of another read', 422, { 'Idempotency-Key': 'of-another' }],
  ['a count that cannot be written', 503, {}],
];

test.each(WAYS.flatMap((way) => FAILURES.map((failure) => [...way, ...failure] as const)))(
  'a read %s%s with %o, and %s, is %i and carries nothing but an error',
  async (_way, suffix, headers, _what, status, failing) => {
    await ask(`/v1/crowd/cr_Teahouse`, { 'Idempotency-Key': 'of-another' });
    const used = await service.used('Ann');
    isLocked = status === 503;
    const refused = await ask(`/v1/crowd/${id}${suffix}`, { ...headers, ...failing });
    isLocked = false;
    expect(refused.status).toBe(status);
    expect(refused.headers.get('X-Request-Id')).toBeTruthy();
    expect(await refused.json()).toEqual({ error: expect.any(String) });
    expect(await service.used('Ann')).toBe(used);
  },
);

test.each(WAYS)('a read %s costs a unit, and under one name a third of one', async (way, suffix, headers) => {
  const path = `/v1/crowd/${id}${suffix}`;
  const used = await service.used('Ann');
  for (let i = 0; i < 4; i++) expect((await ask(path, headers)).status).toBe(200);
  expect(await service.used('Ann')).toBe(used + 4);
  for (let i = 0; i < 7; i++) {
    const named = await ask(path, { ...headers, 'Idempotency-Key': way.replaceAll(/\W/g, '-') });
    expect(named.status).toBe(200);
  }
  expect(await service.used('Ann')).toBe(used + 4 + 3);
});

test('billed requests are limited by the quota alone, and lists do not use up creates', async () => {
  key = await service.issue('Bea', 'studio');
  id = (await (await create()).json()).crowd_id;
  const lists = [];
  for (let i = 0; i < 14; i++) lists.push((await ask('/v1/projects')).status);
  expect(lists.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(lists.at(-1)).toBe(429);
  for (let i = 0; i < 14; i++) {
    expect((await create()).status).toBe(201);
    expect((await ask(`/v1/crowd/${id}`)).status).toBe(200);
    expect((await put({ recipe_json: { size: 100 + i } })).status).toBe(200);
  }
});

test.each([
  ['reads that are answered 304', () => ask(`/v1/crowd/${id}`, { 'If-None-Match': '*' })],
  ['creates that come again', () => create({ 'Idempotency-Key': 'again' })],
  ['renames', () => put({ name: `Quay ${Math.random()}` })],
])('%s are free and limited', async (_what, request) => {
  key = await service.issue('Cem', 'studio');
  id = (await (await create()).json()).crowd_id;
  const statuses = [];
  for (let i = 0; i < 14; i++) statuses.push((await request()).status);
  expect(statuses[0]).toBeLessThan(400);
  expect(statuses.at(-1)).toBe(429);
});

/** Requests of every operation that is described, with a body where one is taken. */
async function listOperations(): Promise<{ what: string; path: string; init: RequestInit }[]> {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId?: string; requestBody?: object }>>;
  };
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, { operationId, requestBody }]) => {
      if (operationId === undefined) return [];
      const path = template.replace('{crowd_id}', id).replaceAll(/\{\w+\}/g, 'none');
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', recipe_json: { size: 3 } });
      const init = { method: method.toUpperCase(), ...(requestBody && { body }) };
      return [{ what: operationId, path, init }];
    }),
  );
}

test.each<[what: string, status: number, fail: () => void, headers: Record<string, string>]>([
  ['a key that is none', 401, () => {}, { Authorization: 'Bearer none' }],
  ['a key of another page', 403, () => {}, { Authorization: 'page', Origin: 'https://elsewhere.test' }],
  ['a database that is away', 503, () => (failure = new StorageUnavailableError('away')), {}],
  ['a failure', 500, () => (failure = new TypeError('of the service')), {}],
])(
  'every operation with a key refuses %s with %i, an error alone, and counts nothing',
  async (_what, status, fail, headers) => {
    key = await service.issue('Dee', 'studio');
    id = (await (await create()).json()).crowd_id;
    if (headers['Authorization'] === 'page') {
      const page = await service.issue('Dee', undefined, { origins: ['https://shop.test'] });
      headers['Authorization'] = `Bearer ${page}`;
    }
    const operations = (await listOperations()).filter(({ path }) => /^\/(?:v1|mcp)/.test(path));
    expect(operations.length).toBeGreaterThan(15);
    const used = await service.used('Dee');
    fail();
    for (const { what, path, init } of operations) {
      const sent = { 'Content-Type': 'application/json', ...TOOL_ACCEPT, ...headers };
      const refused = await ask(path, sent, init);
      expect([what, refused.status]).toEqual([what, status]);
      expect(await refused.json()).toEqual({ error: expect.any(String) });
      expect(refused.headers.get('X-Request-Id')).toBeTruthy();
    }
    failure = undefined;
    expect(await service.used('Dee')).toBe(used);
  },
);
