import { completeRecipe } from 'three-crowd/protocol';
import { SAMPLE_KEY } from 'three-crowd-server';
import { beforeEach, expect, test } from 'vitest';
import { createNextKit, KIT_VERSION } from '../../support/contract/fake-kit.js';
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
let bob: string;

beforeEach(async () => {
  now = new Date('2026-03-10T12:00:00.000Z');
  service = await createTestService({ now: () => now });
  ann = await service.issue('Ann');
  bob = await service.issue('Bob');
});

function ask(path: string, options: Ask = {}): Promise<Response> {
  return service.ask(path, { key: ann, ...options });
}

const post = (body: unknown, options: Ask = {}) => ask('/v1/projects', { method: 'POST', body, ...options });
const put = (id: string, body: unknown, options: Ask = {}) =>
  ask(`/v1/projects/${id}`, { method: 'PUT', body, ...options });

async function create(body: unknown = { recipe_json: { seed: 7, size: 10 } }, options: Ask = {}) {
  const response = await post(body, options);
  expect(response.status).toBe(201);
  return response.json();
}

test('a new crowd is returned in full, and Location is its address', async () => {
  const recipe = { seed: 7, size: 10, boundaryShape: 'square', hueShift: 1.0, editor: { version: 2 } };
  const response = await post({ name: 'Quay', recipe_json: recipe, collection: 'harbour' });
  expect(response.status).toBe(201);
  const project = await response.json();
  expect(project).toEqual({
    crowd_id: expect.stringMatching(/^cr_[a-zA-Z0-9]{8}$/),
    name: 'Quay',
    collection: 'harbour',
    recipe: { ...completeRecipe(recipe), collection: 'harbour' },
    assets: expect.objectContaining({ skeleton_glb: `${BASE}/assets/${KIT_VERSION}/skeleton.glb` }),
    created_at: '2026-03-10T12:00:00.000Z',
    updated_at: '2026-03-10T12:00:00.000Z',
  });
  expect(response.headers.get('Location')).toBe(`${BASE}/v1/crowd/${project.crowd_id}`);
  const crowd = await (await ask(`/v1/crowd/${project.crowd_id}`)).json();
  expect(crowd).toMatchObject({ name: 'Quay', collection: 'harbour', recipe: project.recipe });
  expect(crowd.characters).toHaveLength(10);
});

test('the published description refuses lists of another length, as the service does', async () => {
  for (const splinePoints of [[[1]], [[1, 2, 3]], [[1, 2], []]]) {
    const body = { recipe_json: { splinePoints } };
    expect(service.validator.allowsBody('POST', '/v1/projects', body)).toBe(false);
    expect(await expectError(await post(body), 422)).toMatch(/splinePoints\.\d: must have a length of 2$/);
  }
});

test('only the recipe is needed, and it may be JSON text', async () => {
  const project = await create({ recipe_json: '{"seed":7,"collection":"inner"}' });
  expect(project).toMatchObject({ name: 'Untitled crowd', collection: 'inner' });
  expect(project.recipe).toEqual(completeRecipe({ seed: 7, collection: 'inner' }));
});

test.each([
  ['no JSON', '{"recipe_json":', 400, /not JSON/],
  ['nothing', '', 400, /not JSON/],
  ['a list', [], 422, /^the body: /],
  ['no recipe', { name: 'x' }, 422, /^recipe_json: /],
  ['a number for a recipe', { recipe_json: 7 }, 422, /^recipe_json: /],
  ['null for a recipe', { recipe_json: null }, 422, /^recipe_json: /],
  ['text that is no JSON', { recipe_json: 'seed 7' }, 422, /^recipe_json: .*JSON/],
  ['JSON text of a list', { recipe_json: '[1]' }, 422, /^recipe_json: /],
  ['a pace above 1', { recipe_json: { pace: 2 } }, 422, /^recipe_json\.pace: .*at most 1/],
  ['a half seed', { recipe_json: { seed: 0.5 } }, 422, /^recipe_json\.seed: /],
  [
    'an unknown bucket',
    { recipe_json: { weights: { pirate: 1 } } },
    422,
    /^recipe_json\.weights\.pirate: .*bucket/,
  ],
  ['an unknown scene', { recipe_json: { scene: 'harbour' } }, 422, /^recipe_json\.scene: .*market/],
  [
    'a thing of a million cylinders',
    {
      recipe_json: { scene: { slots: [], things: [{ type: 'wall', x: 0, z: 0, radius: 1e-3, width: 1e3 }] } },
    },
    422,
    /^recipe_json\.scene\.things\.0\.width: must be at most 32 times/,
  ],
  ['degrees for turns', { recipe_json: { hueShift: 30 } }, 422, /^recipe_json\.hueShift: must be .*0\.0833$/],
  ['another format version', { recipe_json: { v: 3 } }, 422, /^recipe_json\.v: /],
  ['an empty name', { recipe_json: {}, name: '' }, 422, /^name: must be a text of 1 to 200/],
  ['a long name', { recipe_json: {}, name: 'x'.repeat(201) }, 422, /^name: /],
  ['a number for a name', { recipe_json: {}, name: 7 }, 422, /^name: /],
  ['NUL in the name', { recipe_json: {}, name: 'a\0b' }, 422, /^name: .*NUL/],
  ['NUL deep inside', { recipe_json: { obstacles: [{ type: '\0', x: 0, z: 0, radius: 1 }] } }, 422, /NUL/],
  ['NUL in a key', { recipe_json: { 'a\0': 1 } }, 422, /NUL/],
  ['half a pair', '{"recipe_json":{},"name":"\\ud800"}', 422, /^name: .*surrogate/],
  ['half a pair in JSON text', { recipe_json: '{"note":"\\udc00"}' }, 422, /^recipe_json\.note: .*surrogate/],
  ['a number too big', '{"recipe_json":{"later":1e999}}', 422, /^recipe_json\.later: .*finite/],
  ['a prototype', '{"recipe_json":{"__proto__":{}}}', 422, /__proto__/],
  ['a well without bottom', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 422, /deeper than 32/],
  ['more than the plan allows', { recipe_json: { size: 5001 } }, 403, /5000 characters, not 5001/],
])('%s is refused: nothing is saved or counted', async (_name, body, status, message) => {
  expect(await expectError(await post(body), status)).toMatch(message);
  expect(await (await ask('/v1/projects')).json()).toEqual({ data: [], has_more: false, next_cursor: null });
  expect(await service.used('Ann')).toBe(0);
});

test.each([
  [undefined, 415],
  ['text/plain', 415],
  ['application/jsonp', 415],
  ['application/json; charset=utf-8', 201],
  ['APPLICATION/JSON', 201],
])('a body of type %s is %i', async (type, status) => {
  const request = new Request(`${BASE}/v1/projects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ann}` },
    body: new TextEncoder().encode('{"recipe_json":{}}'),
  });
  if (type !== undefined) request.headers.set('Content-Type', type);
  const response = await service.fetch(request);
  if (status === 201) expect(response.status).toBe(201);
  else expect(await expectError(response, status)).toContain('application/json');
});

test('a body that is packed or no UTF-8 is refused', async () => {
  await expectError(await post({ recipe_json: {} }, { headers: { 'Content-Encoding': 'gzip' } }), 415);
  const body = new Uint8Array([0x22, 0xff, 0x22]);
  const headers = { Authorization: `Bearer ${ann}`, 'Content-Type': 'application/json' };
  const response = await service.fetch(new Request(`${BASE}/v1/projects`, { method: 'POST', headers, body }));
  expect(await expectError(response, 400)).toContain('UTF-8');
});

test('a body over the limit is 413, with or without Content-Length', async () => {
  const body = JSON.stringify({ recipe_json: {}, note: 'x'.repeat(1024 * 1024) });
  await expectError(await post(body), 413);
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
    },
  });
  const headers = { Authorization: `Bearer ${ann}`, 'Content-Type': 'application/json' };
  const request = new Request(`${BASE}/v1/projects`, {
    method: 'POST',
    headers,
    body: endless,
    duplex: 'half',
  } as RequestInit);
  await expectError(await service.fetch(request), 413);
  expect(sent).toBeLessThan(30);
});

test('a change keeps the fields that it does not name', async () => {
  const before = await create({ name: 'Quay', recipe_json: { seed: 7 }, collection: 'harbour' });
  now = new Date('2026-03-11T12:00:00.000Z');
  const renamed = await (await put(before.crowd_id, { name: 'Pier' })).json();
  expect(renamed).toEqual({ ...before, name: 'Pier', updated_at: '2026-03-11T12:00:00.000Z' });
  const moved = await (await put(before.crowd_id, { collection: 'river' })).json();
  expect(moved.recipe).toEqual({ ...before.recipe, collection: 'river' });
  const reseeded = await (await put(before.crowd_id, { recipe_json: '{"seed":8}' })).json();
  expect(reseeded.recipe).toEqual(completeRecipe({ seed: 8, collection: 'river' }));
  expect(reseeded).toMatchObject({ name: 'Pier', collection: 'river', created_at: before.created_at });
  const both = await (
    await put(before.crowd_id, { recipe_json: { collection: 'a' }, collection: 'b' })
  ).json();
  expect([both.collection, both.recipe.collection]).toEqual(['b', 'b']);
});

test('a change is seen at once, and no two states have the same time', async () => {
  const { crowd_id } = await create();
  const seen = new Set<string>();
  for (let size = 1; size <= 5; size++) {
    await put(crowd_id, { recipe_json: { size } });
    const crowd = await (await ask(`/v1/crowd/${crowd_id}`)).json();
    expect(crowd.characters).toHaveLength(size);
    seen.add(crowd.updated_at);
  }
  expect(seen.size).toBe(5);
});

test('a change is counted only if the recipe differs', async () => {
  const recipe = { seed: 7, size: 10, later: { a: 1, b: 2 } };
  const { crowd_id, recipe: complete } = await create({ recipe_json: recipe });
  const counted = async (body: unknown) => {
    const before = await service.used('Ann');
    expect((await put(crowd_id, body)).status).toBe(200);
    return (await service.used('Ann')) - before;
  };
  expect(await counted({ name: 'New name' })).toBe(0);
  expect(await counted({ collection: 'elsewhere' })).toBe(0);
  expect(await counted({ recipe_json: recipe })).toBe(0);
  expect(await counted({ recipe_json: { ...complete, collection: 'elsewhere' } })).toBe(0);
  expect(await counted({ recipe_json: '{"later":{"b":2,"a":1.0},"size":1e1,"seed":7}' })).toBe(0);
  expect(await counted({ recipe_json: recipe, collection: 'third' })).toBe(0);
  expect(await counted({ recipe_json: { ...recipe, seed: 8 } })).toBe(1);
  expect(await counted({ recipe_json: { ...recipe, seed: 8, later: { a: 1 } } })).toBe(1);
  expect(await counted({ recipe_json: { ...recipe, seed: 8, later: { a: 1 }, collection: 'fourth' } })).toBe(
    1,
  );
});

test('a change to the same values changes nothing', async () => {
  const before = await create({ name: 'Quay', recipe_json: { seed: 7 } });
  now = new Date('2026-03-11T12:00:00.000Z');
  expect(await (await put(before.crowd_id, { name: 'Quay', recipe_json: { seed: 7 } })).json()).toEqual(
    before,
  );
});

test('checks of a change run in the order that reveals least to strangers', async () => {
  const { crowd_id } = await create();
  const huge = { recipe_json: { size: 5001 } };
  await expectError(await put(crowd_id, huge, { key: undefined }), 401);
  expect(await expectError(await put('cr_00000000', { name: '' }), 404)).toBe('crowd not found');
  expect(await expectError(await put('nonsense', { name: 'x' }), 404)).toBe('crowd not found');
  expect(await expectError(await put(crowd_id, { name: '' }, { key: bob }), 403)).toContain('owner');
  expect(await expectError(await put(crowd_id, {}), 422)).toContain('at least one');
  expect(await expectError(await put(crowd_id, { recipe_json: { size: 9000, pace: 7 } }), 422)).toContain(
    'pace',
  );
  expect(await expectError(await put(crowd_id, huge), 403)).toContain('5000');
  await expectError(await put(crowd_id, '{', {}), 400);
  expect(await service.used('Ann')).toBe(1);
});

test('a key of another account reads, changes and lists nothing', async () => {
  const { crowd_id } = await create();
  const [theirs, none] = [
    await ask(`/v1/crowd/${crowd_id}`, { key: bob }),
    await ask('/v1/crowd/cr_00000000', { key: bob }),
  ];
  expect(await expectError(theirs, 404)).toBe(await expectError(none, 404));
  await expectError(await put(crowd_id, { name: 'Mine' }, { key: bob }), 403);
  expect((await (await ask('/v1/projects', { key: bob })).json()).data).toEqual([]);
  expect((await (await ask(`/v1/crowd/${crowd_id}`)).json()).name).toBe('Untitled crowd');
  expect((await ask(`/v1/crowd/${crowd_id}`, { key: await service.issue('Ann') })).status).toBe(200);
  expect(await service.used('Bob')).toBe(0);
});

test('the sample key saves nothing and changes nothing', async () => {
  await expectError(await post({ recipe_json: {} }, { key: SAMPLE_KEY }), 403);
  await expectError(await put('cr_Teahouse', { name: 'Mine' }, { key: SAMPLE_KEY }), 403);
  await expectError(await put('cr_Teahouse', { name: 'Mine' }), 403);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=1.5',
  'limit=',
  'cursor=',
  'cursor=nonsense',
  'cursor=YSBi',
  // NUL, which no text of PostgreSQL can have, within what JavaScript takes for a date.
  'cursor=MjAyNi0wMS0wMSgAKSBjcl9UZWFob3VzZQ',
])('a list with %s is 422', async (query) => {
  await expectError(await ask(`/v1/projects?${query}`), 422);
});

test.each([
  ['/v1/projects', 'DELETE', 'GET, HEAD, POST, OPTIONS'],
  ['/v1/projects', 'PUT', 'GET, HEAD, POST, OPTIONS'],
  ['/v1/projects/cr_00000000', 'GET', 'PUT, DELETE, OPTIONS'],
  ['/v1/projects/cr_00000000', 'POST', 'PUT, DELETE, OPTIONS'],
])('%s takes no %s', async (path, method, allowed) => {
  const response = await ask(path, { method });
  expect(response.headers.get('Allow')).toBe(allowed);
  await expectError(response, 405);
});

test('reading is counted once for each answer that has the crowd', async () => {
  const { crowd_id } = await create();
  const counted = async (options: Ask, path = `/v1/crowd/${crowd_id}`) => {
    const before = await service.used('Ann');
    const response = await ask(path, options);
    await response.arrayBuffer();
    return [response.status, (await service.used('Ann')) - before];
  };
  const etag = (await ask(`/v1/crowd/${crowd_id}`)).headers.get('ETag') as string;
  expect(await counted({})).toEqual([200, 1]);
  expect(await counted({}, '/v1/crowd/cr_Teahouse')).toEqual([200, 1]);
  expect(await counted({ headers: { Range: 'bytes=0-9' } })).toEqual([200, 1]);
  expect(await counted({ method: 'HEAD' })).toEqual([200, 0]);
  expect(await counted({ headers: { 'If-None-Match': etag } })).toEqual([304, 0]);
  expect(await counted({}, '/v1/crowd/cr_00000000')).toEqual([404, 0]);
  expect(await counted({}, `/v1/crowd/${crowd_id}?tier=best`)).toEqual([422, 0]);
  expect(await counted({}, '/v1/projects')).toEqual([200, 0]);
});

test('the same request named twice is counted once, and creates once', async () => {
  const headers = { 'Idempotency-Key': 'attempt-1' };
  const body = { name: 'Once', recipe_json: { seed: 1, size: 3 } };
  const first = await create(body, { headers });
  expect(await create({ recipe_json: { size: 3, seed: 1.0 }, name: 'Once' }, { headers })).toEqual(first);
  expect(await service.used('Ann')).toBe(1);
  expect(await expectError(await post({ recipe_json: { seed: 2 } }, { headers }), 422)).toContain(
    'Idempotency-Key',
  );
  const reading = { 'Idempotency-Key': 'attempt-2' };
  for (let i = 0; i < 3; i++)
    expect((await ask(`/v1/crowd/${first.crowd_id}`, { headers: reading })).status).toBe(200);
  expect(await service.used('Ann')).toBe(2);
  expect((await create(body, { headers, key: bob })).crowd_id).not.toBe(first.crowd_id);
  now = new Date(now.getTime() + 25 * 3600 * 1000);
  expect((await create(body, { headers })).crowd_id).not.toBe(first.crowd_id);
  for (const key of ['two words', 'x'.repeat(256)]) {
    await expectError(await post(body, { headers: { 'Idempotency-Key': key } }), 400);
  }
});

test('a refused request does not use up its name', async () => {
  const headers = { 'Idempotency-Key': 'attempt-1' };
  await expectError(await post({ recipe_json: { pace: 9 } }, { headers }), 422);
  await create({ recipe_json: { pace: 1 } }, { headers });
});

test('the quota ends creating until the next month, and nothing else', async () => {
  const tim = await service.issue('Tim', 'tiny');
  const { crowd_id } = await create(undefined, { key: tim });
  await ask(`/v1/crowd/${crowd_id}`, { key: tim });
  await put(crowd_id, { recipe_json: { seed: 9, size: 10 } }, { key: tim });
  expect(await service.used('Tim')).toBe(3);
  const refused = await post({ recipe_json: { size: 1 } }, { key: tim });
  const seconds = Date.UTC(2026, 3, 1) / 1000 - now.getTime() / 1000;
  expect(refused.headers.get('Retry-After')).toBe(String(seconds));
  expect(refused.headers.get('RateLimit')).toBe(`"month";r=0;t=${seconds}`);
  expect(refused.headers.get('X-Should-Retry')).toBe('false');
  expect(await expectError(refused, 429)).toContain('3 billable requests');
  expect((await ask(`/v1/crowd/${crowd_id}`, { key: tim })).status).toBe(200);
  expect((await put(crowd_id, { recipe_json: { seed: 10, size: 10 } }, { key: tim })).status).toBe(200);
  expect(await service.used('Tim')).toBe(5);
  await expectError(await post({ recipe_json: { size: 101 } }, { key: tim }), 403);
  now = new Date('2026-04-01T00:00:00.000Z');
  await create({ recipe_json: { size: 1 } }, { key: tim });
  expect(await service.used('Tim')).toBe(1);
});

test('a crowd keeps its characters and its assets when the kit behind it changes', async () => {
  const { crowd_id } = await create();
  const before = await (await ask(`/v1/crowd/${crowd_id}`)).json();
  const storage = service.storage;
  const later = await createTestService({ kit: createNextKit(), storage });
  const ask2 = (path: string, options: Ask = {}) => later.ask(path, { key: ann, ...options });
  const after = await (await ask2(`/v1/crowd/${crowd_id}`)).json();
  expect(after.characters).toEqual(before.characters);
  expect(after.assets).toEqual(before.assets);
  const fresh = await (
    await ask2('/v1/projects', { method: 'POST', body: { recipe_json: { seed: 7, size: 10 } } })
  ).json();
  const dressed = await (await ask2(`/v1/crowd/${fresh.crowd_id}`)).json();
  expect(dressed.assets.skeleton_glb).not.toBe(before.assets.skeleton_glb);
  expect(new Set(dressed.characters.map((character: { bucket: string }) => character.bucket))).toEqual(
    new Set(['newcomer']),
  );
});

test.each([
  [{ sise: 4 }, /^recipe_json\.sise: is no field of a recipe; did you mean "size"\?$/],
  [{ terrain: { amplitud: 2 } }, /^recipe_json\.terrain\.amplitud: .*"amplitude"\?$/],
  [{ obstacles: [{ x: 0, z: 0, radius: 1, raduis: 2 }] }, /^recipe_json\.obstacles\.0\.raduis: .*"radius"/],
  ['{"groupingmode":true}', /did you mean "groupingMode"\?$/],
])('a mistyped field is refused, with the name that was meant: %j', async (recipe, message) => {
  const body = { recipe_json: recipe };
  expect(await expectError(await post(body), 422)).toMatch(message);
  const { crowd_id: id } = await create();
  expect(await expectError(await put(id, body), 422)).toMatch(message);
});

test('fields of other names are kept', async () => {
  const notes = { flavour: 'plum', terrain: { source: 'survey' }, weights: {} };
  expect((await create({ recipe_json: notes })).recipe).toMatchObject(notes);
});
