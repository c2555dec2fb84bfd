/** What costs the caller nothing must cost the service little. */
import Database from 'libsql';
import { SAMPLE_KEY } from 'three-crowd-server';
import { beforeAll, expect, test } from 'vitest';
import { registerAccount, send } from '../../support/contract/account.js';
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
