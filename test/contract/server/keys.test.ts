import { issueKey, type KeyLimits, openAccount } from 'three-crowd-server';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Ask,
  BASE,
  createTestService,
  expectError,
  type TestService,
} from '../../support/contract/test-service.js';

let now = new Date('2026-03-10T12:00:00.000Z');
let service: TestService;
let ann: string;

beforeEach(async () => {
  now = new Date('2026-03-10T12:00:00.000Z');
  service = await createTestService({ now: () => now, hosts: ['crowds.test'] });
  ann = await service.issue('Ann');
});

const issue = (limits: Partial<KeyLimits>): Promise<string> => service.issue('Ann', undefined, limits);

function ask(key: string, path: string, options: Ask = {}): Promise<Response> {
  return service.ask(path, { ...options, key });
}

async function create(collection: string, key = ann): Promise<Response> {
  return ask(key, '/v1/projects', { method: 'POST', body: { recipe_json: { size: 2 }, collection } });
}

const idOf = async (response: Response) => ((await response.json()) as { crowd_id: string }).crowd_id;

test('keys have ids that no two of a million have', async () => {
  const account = await openAccount(service.storage, 'Ann');
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => (await issueKey(service.storage, account, '')).stored.id),
  );
  expect(new Set(ids).size).toBe(50);
  // 80 bits: by chance, two of a million are the same once in 10^12 times.
  for (const id of ids) expect(id).toMatch(/^key_[0-9a-f]{20}$/);
});

test("the samples' account gives out no keys: its own is public", async () => {
  await expect(openAccount(service.storage, 'Sample crowds', 'studio')).rejects.toThrow(/service's own/);
});

test('a read key gets and lists, and changes nothing', async () => {
  const id = await idOf(await create('a'));
  const key = await issue({ access: 'read' });
  expect((await ask(key, `/v1/crowd/${id}`)).status).toBe(200);
  expect((await (await ask(key, '/v1/projects')).json()).data).toHaveLength(1);
  expect(await expectError(await create('a', key), 403)).toContain('changes none');
  await expectError(await ask(key, `/v1/projects/${id}`, { method: 'PUT', body: { name: 'x' } }), 403);
  await expectError(await ask(key, `/v1/projects/${id}`, { method: 'DELETE' }), 403);
});

test('a key with a quota of its own leaves the rest to the account', async () => {
  const id = await idOf(await create('a'));
  const body = { access: 'read', quota: 2 };
  const { key } = await (await ask(ann, '/v1/keys', { method: 'POST', body })).json();
  for (let i = 0; i < 2; i++) expect((await ask(key, `/v1/crowd/${id}`)).status).toBe(200);
  const refused = await ask(key, `/v1/crowd/${id}`);
  expect(refused.headers.get('Retry-After')).toBe(String((Date.UTC(2026, 3) - now.getTime()) / 1000));
  expect(await expectError(refused, 429)).toContain('this key has 2 billable requests a month');
  const { used, key: own } = await (await ask(key, '/v1/account')).json();
  expect([used, own.quota, own.used]).toEqual([3, 2, 2]);
  // What is free stays free.
  expect((await ask(key, '/v1/projects')).status).toBe(200);
  expect((await ask(ann, `/v1/crowd/${id}`)).status).toBe(200);
  const writer = await issue({ quota: 1 });
  const made = await idOf(await create('a', writer));
  await expectError(await create('a', writer), 429);
  const change = { method: 'PUT', body: { recipe_json: { size: 3 } } };
  await expectError(await ask(writer, `/v1/projects/${made}`, change), 429);
  const rename = { method: 'PUT', body: { name: 'Quay' } };
  expect((await ask(writer, `/v1/projects/${made}`, rename)).status).toBe(200);
  now = new Date('2026-04-01T00:00:00.000Z');
  expect((await ask(key, `/v1/crowd/${id}`)).status).toBe(200);
  expect((await ask(writer, `/v1/projects/${made}`, change)).status).toBe(200);
});

test('a key of one collection has access to it and the samples alone', async () => {
  const [a, b] = [await idOf(await create('a')), await idOf(await create('b'))];
  const key = await issue({ collection: 'a' });
  expect((await ask(key, `/v1/crowd/${a}`)).status).toBe(200);
  expect((await ask(key, '/v1/crowd/cr_Teahouse')).status).toBe(200);
  await expectError(await ask(key, `/v1/crowd/${b}`), 404);
  const listed = await (await ask(key, '/v1/projects')).json();
  expect(listed.data.map(({ crowd_id }: { crowd_id: string }) => crowd_id)).toEqual([a]);
  expect((await create('a', key)).status).toBe(201);
  expect(await expectError(await create('b', key), 403)).toMatch(/^collection: .*"a", not "b"/);
  const rename = { method: 'PUT', body: { name: 'x' } };
  expect((await ask(key, `/v1/projects/${a}`, rename)).status).toBe(200);
  await expectError(await ask(key, `/v1/projects/${b}`, rename), 404);
  await expectError(await ask(key, `/v1/projects/${b}`, { method: 'DELETE' }), 404);
  await expectError(await ask(key, `/v1/projects/${a}`, { method: 'PUT', body: { collection: 'b' } }), 403);
});

describe('a key for the pages of some origins', () => {
  test.each([
    [{ Origin: 'https://shop.test' }, 200],
    [{ Origin: 'https://other.test' }, 403],
    [{ Origin: 'null' }, 403],
    [{}, 403],
    // What a browser says of a page of the service's own.
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('sent with %j is %i', async (headers, status) => {
    const key = await issue({ origins: ['https://shop.test', BASE] });
    const response = await ask(key, '/v1/crowd/cr_Teahouse', { headers });
    if (status === 200) expect(response.status).toBe(200);
    else expect(await expectError(response, 403)).toContain('https://shop.test');
  });
});

test('a key is refused once it has expired', async () => {
  const key = await issue({ expiresAt: '2026-03-10T12:00:10.000Z' });
  expect((await ask(key, '/v1/projects')).status).toBe(200);
  now = new Date('2026-03-10T12:00:10.000Z');
  expect(await expectError(await ask(key, '/v1/projects'), 401)).toContain('expired');
});

test('an account with an unknown plan may read, and creating says why it fails', async () => {
  const lost = await service.issue('Old', 'gone');
  expect((await ask(lost, '/v1/crowd/cr_Teahouse')).status).toBe(200);
  expect(await expectError(await create('a', lost), 403)).toContain('plan "gone"');
});

test.each([
  [{ readonly: true }, /^readonly: .*the fields are label, access/],
  [{ origin: 'https://shop.example' }, /^origin: .*"origins"/],
  [{ collections: 'shop' }, /^collections: .*"collection"/],
  [{ Access: 'read' }, /^Access: .*"access"/],
  [{ expires: '2030-01-01T00:00:00Z' }, /^expires: /],
  [{ origins: ['https://*.example'] }, /^origins: .*wildcards/],
  [{ access: 'all' }, /^access: /],
  [{ label: 'x'.repeat(201) }, /^label: /],
  [{ quota: -1 }, /^quota: /],
  [{ quota: 1.5 }, /^quota: /],
  [{ origins: [] }, /^origins/],
  [{ origins: ['https://shop.example/page'] }, /^origins: /],
  [{ expires_at: '2026-01-01T00:00:00Z' }, /^expires_at: /],
  [{ expires_at: 'tomorrow' }, /^expires_at: /],
])('POST /v1/keys refuses %j by the name of the field', async (body, message) => {
  expect(await expectError(await ask(ann, '/v1/keys', { method: 'POST', body }), 422)).toMatch(message);
});

test('a hundred keys in use are the limit, also if all are asked for at once', async () => {
  const make = (expires_at?: string) =>
    ask(ann, '/v1/keys', { method: 'POST', body: expires_at ? { expires_at } : {} });
  const soon = '2026-03-10T13:00:00.000Z';
  const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await make(soon)).status));
  expect(statuses.filter((status) => status === 201)).toHaveLength(99);
  expect(statuses.filter((status) => status === 422)).toHaveLength(51);
  now = new Date('2026-03-10T14:00:00.000Z');
  expect((await make()).status).toBe(201);
});

test('a repeated request is answered only for keys with the rights to make it', async () => {
  const id = await idOf(await create('shop'));
  const other = await issue({ collection: 'other' });
  const reader = await issue({ access: 'read' });
  const rename = (key: string) =>
    ask(key, `/v1/projects/${id}`, {
      method: 'PUT',
      body: { name: 'Quay' },
      headers: { 'Idempotency-Key': 'rename' },
    });
  const remove = (key: string) =>
    ask(key, `/v1/projects/${id}`, { method: 'DELETE', headers: { 'Idempotency-Key': 'remove' } });
  expect((await rename(ann)).status).toBe(200);
  await expectError(await rename(reader), 403);
  await expectError(await rename(other), 404);
  expect((await rename(ann)).status).toBe(200);
  expect((await remove(ann)).status).toBe(204);
  await expectError(await remove(reader), 403);
  await expectError(await remove(other), 404);
  expect((await remove(ann)).status).toBe(204);
});

test('reads with an Idempotency-Key do not reserve it for writes', async () => {
  const reader = await issue({ access: 'read' });
  const headers = { 'Idempotency-Key': 'order-1' };
  expect((await ask(reader, '/v1/crowd/cr_Teahouse', { headers })).status).toBe(200);
  const body = { recipe_json: { size: 2 } };
  expect((await ask(ann, '/v1/projects', { method: 'POST', body, headers })).status).toBe(201);
});
