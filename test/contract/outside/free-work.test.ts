/** What costs the caller nothing must cost the service little. */
import Database from 'libsql';
import {
  type CrowdService,
  createCrowdService,
  issueKey,
  type KeyLimits,
  listen,
  openAccount,
  openStorage,
  type RunningServer,
  SAMPLE_KEY,
  type Storage,
} from 'three-crowd-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerAccount, send } from '../../support/contract/account.js';
import { createFakeKit } from '../../support/contract/fake-kit.js';
import type { ServerProcess } from '../../support/contract/server-process.js';
import { testServers } from '../../support/contract/test-servers.js';

/** Ten seconds' worth may come at once. */
const FREE_REQUESTS = 10;
const PICTURES = 40;
const WRONG_KEY = `${SAMPLE_KEY.slice(0, -1)}x`;

const servers = testServers('file');
let server: ServerProcess;
let key: string;
beforeAll(async () => {
  key = (await registerAccount(servers.location, 'studio')).key;
  server = await servers.start({ THREE_CROWD_FREE_REQUESTS: String(FREE_REQUESTS) });
});

function ask(path: string, key: string, options: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, ...options.headers };
  return fetch(server.url + path, { ...options, headers });
}

test('wrong keys from one address are refused without end, a right one that was used is served there', async () => {
  expect((await ask('/v1/account', key)).status).toBe(200);
  const asked = await Promise.all(
    Array.from({ length: 30 * FREE_REQUESTS }, () => ask('/v1/projects', WRONG_KEY)),
  );
  const refused = asked.filter(({ status }) => status === 429);
  expect(asked.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(10 * FREE_REQUESTS);
  expect(refused.length).toBeGreaterThan(FREE_REQUESTS);
  for (const { headers } of refused) {
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(headers.get('RateLimit')).toMatch(/^"address";r=0;t=\d+$/);
    expect(headers.get('RateLimit-Policy')).toBe('"address";q=100;w=10');
  }
  expect((await ask('/v1/crowd/cr_Teahouse', key)).status).toBe(200);
  const elsewhere = { headers: { 'X-Forwarded-For': '198.51.100.7, 203.0.113.9' } };
  expect((await ask('/v1/projects', WRONG_KEY, elsewhere)).status).toBe(401);
});

test('an account may list so often, and read what it pays for as often as it likes', async () => {
  const { headers } = await ask('/v1/projects', key);
  expect(headers.get('RateLimit-Policy')).toBe('"free";q=100;w=10');
  expect(headers.get('RateLimit')).toMatch(/^"free";r=\d+;t=\d+$/);
  const lists = await Promise.all(Array.from({ length: 30 * FREE_REQUESTS }, () => ask('/v1/projects', key)));
  expect(lists.filter(({ status }) => status === 200).length).toBeGreaterThan(5 * FREE_REQUESTS);
  expect(lists.filter(({ status }) => status === 429).length).toBeGreaterThan(FREE_REQUESTS);
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let i = 0; i < 20 * FREE_REQUESTS; i++) {
    expect((await ask('/v1/crowd/cr_Teahouse', key)).status).toBe(200);
  }
});

test('a recipe of more than 64 kB is refused with the reason', async () => {
  const recipe = { note: 'x'.repeat(70_000) };
  for (const recipe_json of [recipe, JSON.stringify(recipe)]) {
    const response = await send('POST', `${server.url}/v1/projects`, key, { recipe_json });
    expect([response.status, await response.json()]).toEqual([
      422,
      { error: expect.stringMatching(/^recipe_json: .*65536 bytes.*has 700\d\d/) },
    ]);
  }
});

test('the public key leaves no marks of its requests, and is refused before its body is read', async () => {
  for (let i = 0; i < 3; i++) {
    const headers = { 'Idempotency-Key': `mark-${i}` };
    expect((await ask('/v1/crowd/cr_Teahouse', SAMPLE_KEY, { headers })).status).toBe(200);
    expect((await ask('/v1/crowd/cr_Teahouse', key, { headers })).status).toBe(200);
  }
  const database = new Database(servers.location, { readonly: true });
  expect(database.prepare('select count(*) as marks from requests').get()).toMatchObject({ marks: 3 });
  database.close();
  const response = await ask('/v1/projects', SAMPLE_KEY, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: 'not JSON at all',
  });
  expect(response.status).toBe(403);
});

test("an account's pictures, which are free, do not keep another account's read waiting for all of them", async () => {
  const { url } = await servers.start({ THREE_CROWD_FREE_REQUESTS: '1000' });
  const other = await registerAccount(servers.location, 'studio', 'Reader');
  const create = async (key: string, seed: number): Promise<string> => {
    const recipe_json = { size: 600, spawnRadius: 30, boundaryRadius: 30, seed };
    const response = await send('POST', `${url}/v1/projects`, key, { recipe_json });
    return ((await response.json()) as { crowd_id: string }).crowd_id;
  };
  const ids = await Promise.all(Array.from({ length: PICTURES }, (_, seed) => create(key, seed)));
  const read = await create(other.key, PICTURES);
  let drawn = 0;
  const pictures = ids.map(async (id) => {
    const headers = { Authorization: `Bearer ${key}` };
    const { status } = await fetch(`${url}/v1/projects/${id}/picture.svg`, { headers });
    if (status === 200) drawn += 1;
  });
  await Promise.race(pictures);
  const before = drawn;
  const headers = { Authorization: `Bearer ${other.key}` };
  expect((await fetch(`${url}/v1/crowd/${read}`, { headers })).status).toBe(200);
  expect(drawn - before).toBeLessThan(PICTURES / 4);
  await Promise.all(pictures);
  expect(drawn).toBeGreaterThan(PICTURES / 4);
});

describe('while no time passes, so that no bucket fills', () => {
  let storage: Storage;
  let service: CrowdService;
  let listening: RunningServer;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    storage = await openStorage({ location: ':memory:' });
    const kit = createFakeKit();
    service = await createCrowdService({ kit, storage, freeRequestsPerSecond: FREE_REQUESTS / 10 });
    listening = await listen(service);
  });
  afterAll(async () => {
    await listening.close();
    await service.close();
    vi.useRealTimers();
  });

  async function issue(account: string, limits?: Partial<KeyLimits>): Promise<string> {
    return (await issueKey(storage, await openAccount(storage, account, 'studio'), 'test', limits)).key;
  }

  async function statusFrom(
    address: string,
    key: string,
    path = '/v1/projects',
    options: RequestInit = {},
  ): Promise<number> {
    const headers = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address, ...options.headers };
    return (await fetch(listening.url + path, { ...options, headers })).status;
  }

  test.each<[what: string, network: string, issue: () => string | Promise<string>, status: number]>([
    ['wrong keys', '2001:db8:0:1', () => WRONG_KEY, 401],
    ['lists of one key', '2001:db8:0:a', () => issue('Six'), 200],
  ])('%s from addresses of one IPv6 network share a bucket', async (_what, network, issue, status) => {
    const key = await issue();
    for (let i = 0; i < FREE_REQUESTS; i++) {
      expect(await statusFrom(`${network}:${i}::${i}`, key)).toBe(status);
    }
    const upper = network.toUpperCase();
    for (const same of [`${network}::ffff`, `${upper}:1:2:3:4`, `${network}::192.0.2.1`]) {
      expect(await statusFrom(same, key)).toBe(429);
    }
    for (const other of [`${network}0::1`, `2001:db8:1${network.slice(-2)}::1`, '192.0.2.1']) {
      expect(await statusFrom(other, key)).toBe(status);
    }
  });

  test("a page's key that floods leaves the owner's requests at the same address alone", async () => {
    const owner = await issue('Owner');
    const page = await issue('Owner', { access: 'read', origins: ['https://shop.test'] });
    const fromPage = (path: string) =>
      statusFrom('192.0.2.2', page, path, { headers: { Origin: 'https://shop.test' } });
    const statuses: number[] = [];
    for (let i = 0; i < 2 * FREE_REQUESTS; i++) {
      statuses.push(await fromPage(i % 2 === 0 ? '/v1/keys' : '/v1/projects'));
    }
    expect(statuses.slice(0, FREE_REQUESTS)).toEqual(
      Array.from({ length: FREE_REQUESTS }, (_, i) => (i % 2 === 0 ? 403 : 200)),
    );
    expect(new Set(statuses.slice(FREE_REQUESTS))).toEqual(new Set([429]));
    expect(await statusFrom('192.0.2.2', owner, '/v1/keys')).toBe(200);
    expect(await statusFrom('192.0.2.2', owner)).toBe(200);
    const create = { method: 'POST', body: JSON.stringify({ recipe_json: { size: 2 } }) };
    const headers = { 'Content-Type': 'application/json' };
    expect(await statusFrom('192.0.2.2', owner, '/v1/projects', { ...create, headers })).toBe(201);
  });

  test.each<[what: string, path: string, options: RequestInit, status: number]>([
    ['lists', '/v1/projects', {}, 200],
    ['reads that are answered 304', '/v1/crowd/cr_Teahouse', { headers: { 'If-None-Match': '*' } }, 304],
    ['reads of a crowd that is not there', '/v1/crowd/cr_00000000', {}, 404],
  ])(
    "one visitor's %s with the public key leave other visitors theirs",
    async (what, path, options, status) => {
      const [flooding, other] = [`203.0.113.${what.length}`, `198.51.100.${what.length}`];
      for (let i = 0; i < FREE_REQUESTS; i++) {
        expect(await statusFrom(flooding, SAMPLE_KEY, path, options)).toBe(status);
      }
      expect(await statusFrom(flooding, SAMPLE_KEY, path, options)).toBe(429);
      expect(await statusFrom(other, SAMPLE_KEY, path, options)).toBe(status);
      expect(await statusFrom(other, SAMPLE_KEY, '/v1/crowd/cr_Teahouse')).toBe(200);
    },
  );
});
