import { CrowdClient, type CrowdClientOptions } from 'three-crowd/client';
import { beforeEach, expect, test } from 'vitest';
import { sendJson, startHttpServer } from '../../support/contract/http-server.js';
import { BASE, createTestService, type TestService } from '../../support/contract/test-service.js';

let service: TestService;
let key: string;
let requests: Request[];
let client: CrowdClient;

function clientOf(options: Partial<CrowdClientOptions> = {}): CrowdClient {
  const fetch = (request: Request) => {
    requests.push(request);
    return service.fetch(request);
  };
  return new CrowdClient({ baseUrl: BASE, apiKey: key, fetch, ...options });
}

beforeEach(async () => {
  service = await createTestService();
  key = await service.issue('Ann');
  requests = [];
  client = clientOf();
});

test('creates, updates, lists and gets', async () => {
  const made = await client.projects.create({
    name: 'Quay',
    recipe_json: { seed: 7, size: 4 },
    collection: 'harbour',
  });
  expect(made).toMatchObject({ name: 'Quay', collection: 'harbour' });
  const { crowd_id = '' } = made;
  const changed = await client.projects.update(crowd_id, { name: 'Pier', recipe_json: '{"size":3}' });
  expect(changed).toMatchObject({ crowd_id, name: 'Pier', collection: 'harbour' });
  expect((await client.projects.list()).data.map(({ name }) => name)).toEqual(['Pier']);
  expect((await client.getCrowd(crowd_id)).characters).toHaveLength(3);
});

test('a list is read page by page, as far as somebody reads', async () => {
  for (let i = 0; i < 5; i++) await client.projects.create({ name: `${i}`, recipe_json: {} });
  requests.length = 0;
  const all = await client.projects.list({ limit: 2 }).toArray();
  expect(all.map(({ name }) => name).toSorted()).toEqual(['0', '1', '2', '3', '4']);
  expect(requests).toHaveLength(3);
  requests.length = 0;
  const seen: string[] = [];
  for await (const project of client.projects.list({ limit: 2 })) {
    seen.push(project.crowd_id);
    if (seen.length === 2) break;
  }
  expect(seen).toEqual(all.slice(0, 2).map(({ crowd_id }) => crowd_id));
  expect(requests).toHaveLength(1);
  expect(await client.projects.list().toArray({ limit: 3 })).toEqual(all.slice(0, 3));
  expect(await client.projects.list().toArray({ limit: 1 })).toEqual(all.slice(0, 1));
  expect(await client.projects.list().toArray({ limit: 0 })).toEqual([]);
  const { data, has_more, next_cursor } = await client.projects.list({ limit: 4 });
  expect([data.length, has_more]).toEqual([4, true]);
  const rest = await client.projects.list({ cursor: next_cursor as string });
  expect([rest.data.length, rest.has_more, rest.next_cursor]).toEqual([1, false, null]);
});

test('a call tells what came with its answer', async () => {
  const { data, response } = await client.projects.create({ recipe_json: {} }).withResponse();
  expect(response.status).toBe(201);
  expect(response.headers.get('Location')).toBe(`${BASE}/v1/crowd/${data.crowd_id}`);
  expect(response.requestId).toBe(response.headers.get('X-Request-Id'));
  expect((await client.getCrowd(data.crowd_id ?? '').withResponse()).response.status).toBe(200);
  expect((await client.projects.list().withResponse()).data.data).toHaveLength(1);
  await expect(client.getCrowd('cr_00000000').withResponse()).rejects.toMatchObject({ status: 404 });
  await expect(client.getCrowd('nonsense').withResponse()).rejects.toMatchObject({ name: 'NotFoundError' });
});

test('a create whose answer is lost is sent again, makes one crowd and is counted once', async () => {
  let lost = 0;
  const shaky = clientOf({
    fetch: async (request) => {
      const response = await service.fetch(request);
      if (request.method === 'POST' && lost < 2) {
        lost += 1;
        throw new TypeError('socket torn');
      }
      return response;
    },
  });
  const made = await shaky.projects.create({ name: 'Once', recipe_json: { size: 2 } });
  expect(lost).toBe(2);
  expect((await client.projects.list()).data.map(({ crowd_id }) => crowd_id)).toEqual([made.crowd_id]);
  expect(await service.used('Ann')).toBe(1);
});

test('a client requests the description of the service once', async () => {
  const keysOf = () =>
    requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
  await client.projects.create({ recipe_json: {} });
  await client.projects.create({ recipe_json: {} });
  expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'GET /openapi.json',
    'POST /v1/projects',
    'POST /v1/projects',
  ]);
  expect(keysOf()).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
  expect(new Set(keysOf()).size).toBe(2);
});

test('a named call made again is the same call', async () => {
  const options = { idempotencyKey: 'order-17' };
  const first = await client.projects.create({ recipe_json: { seed: 1 } }, options);
  expect(await client.projects.create({ recipe_json: { seed: 1 } }, options)).toEqual(first);
  expect(await service.used('Ann')).toBe(1);
});

test.each([
  ['a field', { recipe_json: { pace: 3 } }, 'InvalidRequestError', /recipe_json\.pace/],
  ['the size', { recipe_json: { size: 6000 } }, 'PermissionError', /5000 characters/],
])('%s that cannot be is told by its name', async (_what, input, name, message) => {
  const error = await client.projects.create(input).catch((error: unknown) => error);
  expect(error).toMatchObject({ name });
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('may have been saved');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a used-up quota is told at once, and not waited for', async () => {
  const tim = clientOf({ apiKey: await service.issue('Tim', 'tiny') });
  for (let i = 0; i < 3; i++) await tim.projects.create({ recipe_json: { size: 1 } });
  const before = requests.length;
  await expect(tim.projects.create({ recipe_json: { size: 1 } })).rejects.toMatchObject({
    name: 'QuotaError',
  });
  expect(requests.slice(before).filter(({ method }) => method === 'POST')).toHaveLength(1);
});

const ENTRY = {
  crowd_id: 'cr_Teahouse',
  name: 'Tea',
  collection: 'c',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

test.each([
  ['null', null, ''],
  ['no list', { nothing: [] }, 'data'],
  ['an entry without an id', [{ ...ENTRY, crowd_id: 7 }], 'data.0.crowd_id'],
])('%s in place of a list is refused, naming the field', async (_name, body, path) => {
  const server = await startHttpServer((_request, response) => sendJson(response, 200, body));
  const call = new CrowdClient({ baseUrl: server.url, apiKey: key }).projects.list();
  await expect(call).rejects.toMatchObject({
    name: 'InvalidResponseError',
    path: expect.stringContaining(path),
  });
});

test('a saved crowd in an envelope is understood, and its addresses are made absolute', async () => {
  const made = await client.projects.create({ recipe_json: {} });
  const project = { ...made, assets: { ...made.assets, lod_glb: '/files/lod.glb' } };
  const server = await startHttpServer((_request, response) => sendJson(response, 201, { project }));
  const told = await new CrowdClient({ baseUrl: server.url, apiKey: key }).projects.create({
    recipe_json: {},
  });
  expect(told).toEqual({ ...project, assets: { ...project.assets, lod_glb: `${server.url}/files/lod.glb` } });
});

test('an aborted create rejects with the reason', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(client.projects.create({ recipe_json: {} }, { signal })).rejects.toThrow('enough');
  await expect(client.projects.list({ signal }).toArray()).rejects.toThrow('enough');
  expect(requests).toEqual([]);
});

test('a deleted crowd is gone, and costs nothing', async () => {
  const { crowd_id = '' } = await client.projects.create({ recipe_json: { size: 2 } });
  expect(await client.projects.delete(crowd_id)).toBeUndefined();
  await expect(client.getCrowd(crowd_id)).rejects.toMatchObject({ name: 'NotFoundError' });
  await expect(client.projects.delete(crowd_id)).rejects.toMatchObject({ status: 404 });
  await expect(client.projects.delete('../crowd')).rejects.toMatchObject({ status: 404 });
  expect(await service.used('Ann')).toBe(1);
});

test('a deletion whose answer is lost is sent again, and has worked', async () => {
  const { crowd_id = '' } = await client.projects.create({ recipe_json: { size: 2 } });
  let lost = 0;
  const shaky = clientOf({
    fetch: async (request) => {
      const response = await service.fetch(request);
      if (request.method === 'DELETE' && lost++ < 1) throw new TypeError('socket torn');
      return response;
    },
  });
  await shaky.projects.delete(crowd_id);
  expect(lost).toBe(2);
  expect((await client.projects.list()).data).toEqual([]);
});

test("another's crowd is not deleted", async () => {
  const { crowd_id = '' } = await client.projects.create({ recipe_json: { size: 2 } });
  const bob = clientOf({ apiKey: await service.issue('Bob') });
  await expect(bob.projects.delete(crowd_id)).rejects.toMatchObject({ name: 'PermissionError' });
  expect((await client.projects.list()).data).toHaveLength(1);
});
