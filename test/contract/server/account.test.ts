import { type KeyLimits, SAMPLE_KEY } from 'three-crowd-server';
import { beforeEach, expect, test } from 'vitest';
import {
  type Ask,
  createTestService,
  expectError,
  type TestService,
} from '../../support/contract/test-service.js';

const NOW = new Date('2026-12-10T12:00:00.000Z');
let service: TestService;
let ann: string;

beforeEach(async () => {
  service = await createTestService({ now: () => NOW });
  ann = await service.issue('Ann', 'twenty');
});

function ask(path: string, options: Ask = {}, key = ann): Promise<Response> {
  return service.ask(path, { ...options, key });
}

const issue = (limits: Partial<KeyLimits>): Promise<string> => service.issue('Ann', undefined, limits);

test('an account has its plan and usage', async () => {
  await ask('/v1/projects', { method: 'POST', body: { recipe_json: { size: 2 } } });
  expect(await (await ask('/v1/account')).json()).toEqual({
    name: 'Ann',
    plan: 'twenty',
    max_size: 1000,
    quota: 20,
    used: 1,
    period_ends_at: '2027-01-01T00:00:00.000Z',
    key: { access: 'write', collection: null, origins: null, expires_at: null, quota: null, used: null },
  });
  expect(await service.used('Ann')).toBe(1);
});

test('a key is made, used, listed without its secret, and revoked', async () => {
  const body = { label: 'Shop', access: 'read', expires_at: '2027-01-31T12:00:00+01:00' };
  const created = await ask('/v1/keys', { method: 'POST', body });
  expect(created.status).toBe(201);
  const { key, key_id } = await created.json();
  expect((await ask('/v1/projects', {}, key)).status).toBe(200);
  await expectError(await ask('/v1/projects', { method: 'POST', body: { recipe_json: {} } }, key), 403);
  const listed = await (await ask('/v1/keys')).text();
  expect(listed).not.toContain(key);
  expect(JSON.parse(listed).data.map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([
    true,
    false,
  ]);
  expect(JSON.parse(listed).data[1]).toMatchObject({
    key_id,
    label: 'Shop',
    access: 'read',
    expires_at: '2027-01-31T11:00:00.000Z',
    revoked_at: null,
  });
  expect((await ask(`/v1/keys/${key_id}`, { method: 'DELETE' })).status).toBe(204);
  await expectError(await ask('/v1/projects', {}, key), 401);
  await expectError(await ask(`/v1/keys/${key_id}`, { method: 'DELETE' }), 404);
});

test.each<[what: string, limits: Partial<KeyLimits>]>([
  ['only reads', { access: 'read' }],
  ['is of one collection', { collection: 'a' }],
  ['has a quota of its own', { quota: 5 }],
])('a key that %s sees and makes no keys and webhooks', async (_what, limits) => {
  const limited = await issue(limits);
  for (const path of ['/v1/keys', '/v1/webhooks']) {
    await expectError(await ask(path, {}, limited), 403);
    const body = path === '/v1/keys' ? { label: 'more' } : { url: 'https://shop.example/' };
    await expectError(await ask(path, { method: 'POST', body }, limited), 403);
  }
  expect((await ask('/v1/account', {}, limited)).status).toBe(200);
});

test('the public key neither makes keys nor revokes itself', async () => {
  await expectError(await ask('/v1/keys', {}, SAMPLE_KEY), 403);
  await expectError(await ask('/v1/keys', { method: 'POST', body: {} }, SAMPLE_KEY), 403);
  await expectError(await ask('/v1/keys/key_samples', { method: 'DELETE' }, SAMPLE_KEY), 403);
  expect((await ask('/v1/crowd/cr_Teahouse', {}, SAMPLE_KEY)).status).toBe(200);
});

test('a key that expires makes none that outlives it', async () => {
  const passing = await issue({ expiresAt: '2026-12-20T00:00:00.000Z' });
  const make = (body: object) => ask('/v1/keys', { method: 'POST', body }, passing);
  expect(await expectError(await make({}), 403)).toContain('2026-12-20');
  await expectError(await make({ expires_at: '2026-12-20T00:00:00.001Z' }), 403);
  expect((await make({ expires_at: '2026-12-19T00:00:00Z' })).status).toBe(201);
});

test("another account's key is not found", async () => {
  const bob = await service.issue('Bob');
  const [{ key_id }] = (await (await ask('/v1/keys')).json()).data;
  await expectError(await ask(`/v1/keys/${key_id}`, { method: 'DELETE' }, bob), 404);
  expect((await ask('/v1/account')).status).toBe(200);
});
