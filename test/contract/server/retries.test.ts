import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Ask,
  createTestService,
  expectError,
  type TestService,
} from '../../support/contract/test-service.js';
import { TOOL_ACCEPT, toolCall } from '../../support/contract/tool-call.js';

let now = new Date('2026-03-10T12:00:00.000Z');
let service: TestService;
let ann: string;

beforeEach(async () => {
  now = new Date('2026-03-10T12:00:00.000Z');
  service = await createTestService({ now: () => now, hosts: ['crowds.test'] });
  ann = await service.issue('Ann', 'twenty');
});

function ask(path: string, options: Ask = {}): Promise<Response> {
  return service.ask(path, { key: ann, ...options });
}

async function create(): Promise<{ id: string; etag: string }> {
  const body = { recipe_json: { seed: 1, size: 3 } };
  const response = await ask('/v1/projects', { method: 'POST', body });
  const { crowd_id } = (await response.json()) as { crowd_id: string };
  return { id: crowd_id, etag: response.headers.get('ETag') ?? '' };
}

const put = (id: string, seed: number, headers: Record<string, string> = {}) =>
  ask(`/v1/projects/${id}`, { method: 'PUT', body: { recipe_json: { seed, size: 3 } }, headers });
const named = (key: string) => ({ 'Idempotency-Key': key });

async function seedOf(id: string): Promise<number> {
  return (await (await ask(`/v1/crowd/${id}`)).json()).recipe.seed;
}

describe('a change under an Idempotency-Key', () => {
  test("that is sent again is answered as before, and leaves another's change alone", async () => {
    const { id } = await create();
    const first = await put(id, 2, named('a'));
    const told = await first.json();
    expect((await put(id, 777)).status).toBe(200);
    const before = await service.used('Ann');
    const again = await put(id, 2, named('a'));
    expect([again.status, await again.json()]).toEqual([200, told]);
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(await service.used('Ann')).toBe(before);
    expect(await seedOf(id)).toBe(777);
  });

  test('is refused if the key was used for another request, and made again a day later', async () => {
    const { id } = await create();
    await put(id, 2, named('a'));
    expect(await expectError(await put(id, 3, named('a')), 422)).toContain('Idempotency-Key');
    await expectError(await ask(`/v1/projects/${id}`, { method: 'DELETE', headers: named('a') }), 422);
    await put(id, 3);
    now = new Date('2026-03-11T12:00:01.000Z');
    expect((await put(id, 2, named('a'))).status).toBe(200);
    expect(await seedOf(id)).toBe(2);
  });

  test('that failed is made again', async () => {
    const { id } = await create();
    const body = { recipe_json: { seed: 5, size: 3 } };
    const other = await service.issue('Bob');
    const headers = named('later');
    await expectError(await ask(`/v1/projects/${id}`, { method: 'PUT', body, key: other, headers }), 403);
    await expectError(await ask('/v1/projects/cr_00000000', { method: 'PUT', body, headers }), 404);
    await expectError(await put(id, 5, { ...headers, 'If-Match': '"other"' }), 412);
    expect((await put(id, 5, headers)).status).toBe(200);
    expect(await seedOf(id)).toBe(5);
  });

  test('that comes 20 times at once is made and counted once', async () => {
    const { id } = await create();
    const before = await service.used('Ann');
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(id, 9, named('many'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await service.used('Ann')).toBe(before + 1);
  });

  test('a deletion that is sent again is answered as before', async () => {
    const { id } = await create();
    const remove = (headers = {}) => ask(`/v1/projects/${id}`, { method: 'DELETE', headers });
    expect((await remove(named('gone'))).status).toBe(204);
    expect((await remove(named('gone'))).status).toBe(204);
    await expectError(await remove(), 404);
    await expectError(await ask(`/v1/crowd/${id}`), 404);
    expect((await (await ask('/v1/projects')).json()).data).toEqual([]);
  });
});

describe('If-Match', () => {
  test('lets a change through where the crowd still is as its sender saw it', async () => {
    const { id, etag } = await create();
    const read = await ask(`/v1/crowd/${id}`, { headers: { 'Accept-Encoding': 'br' } });
    const seen = [etag, read.headers.get('ETag') ?? '', '*', `"other", ${etag}`];
    for (const [i, ifMatch] of seen.entries()) {
      // The name of before, so that the state stays the same.
      const body = { name: 'Untitled crowd' };
      const response = await ask(`/v1/projects/${id}`, {
        method: 'PUT',
        body,
        headers: { 'If-Match': ifMatch },
      });
      expect(response.status, `${i}: ${ifMatch}`).toBe(200);
    }
    const changed = await put(id, 2, { 'If-Match': etag });
    expect(changed.headers.get('ETag')).not.toBe(etag);
    expect((await put(id, 3, { 'If-Match': changed.headers.get('ETag') ?? '' })).status).toBe(200);
  });

  test.each([['"cannot"'], ['W/"weak"'], ['nonsense'], ['']])('%s refuses a change', async (ifMatch) => {
    const { id } = await create();
    const before = await service.used('Ann');
    await expectError(await put(id, 2, { 'If-Match': ifMatch }), 412);
    const headers = { 'If-Match': ifMatch };
    await expectError(await ask(`/v1/projects/${id}`, { method: 'DELETE', headers }), 412);
    expect(await service.used('Ann')).toBe(before);
    expect(await seedOf(id)).toBe(1);
  });

  test('refuses a change if the tag is outdated or weak', async () => {
    const { id, etag } = await create();
    await expectError(await put(id, 2, { 'If-Match': `W/${etag}` }), 412);
    await put(id, 777);
    await expectError(await put(id, 2, { 'If-Match': etag }), 412);
    expect(await seedOf(id)).toBe(777);
  });
});

test('a key on a GET covers retries of some minutes, and no longer', async () => {
  const { id } = await create();
  const counted = async (headers: Record<string, string>) => {
    const before = await service.used('Ann');
    expect((await ask(`/v1/crowd/${id}`, { headers })).status).toBe(200);
    return (await service.used('Ann')) - before;
  };
  expect(await counted(named('r'))).toBe(1);
  expect(await counted(named('r'))).toBe(0);
  now = new Date('2026-03-10T12:04:59.000Z');
  expect(await counted(named('r'))).toBe(0);
  now = new Date('2026-03-10T12:05:01.000Z');
  expect(await counted(named('r'))).toBe(1);
  expect(await counted(named('r'))).toBe(0);
});

describe('the tool server', () => {
  const post = (body: unknown, key: string) =>
    ask('/mcp', { method: 'POST', body, headers: { ...named(key), ...TOOL_ACCEPT } });

  test('makes one crowd of a create that is sent twice', async () => {
    const input = { recipe_json: { seed: 4, size: 2 } };
    const texts: string[] = [];
    for (const id of [1, 2]) {
      const response = await post(toolCall(id, 'svc_create_crowd', input), 'tool');
      expect(response.status).toBe(200);
      texts.push(/cr_[a-zA-Z0-9]{8}/.exec(await response.text())?.[0] ?? '');
    }
    expect(texts[0]).toBeTruthy();
    expect(texts[1]).toBe(texts[0]);
    expect((await (await ask('/v1/projects')).json()).data).toHaveLength(1);
    expect(await service.used('Ann')).toBe(1);
    const other = await post(toolCall(3, 'svc_create_crowd', { recipe_json: { seed: 5 } }), 'tool');
    expect(await other.text()).toContain('Idempotency-Key');
  });

  test('counts a read that is sent twice once', async () => {
    const { id } = await create();
    for (const call of [1, 2])
      await (await post(toolCall(call, 'svc_get_crowd', { crowd_id: id }), 'read')).text();
    expect(await service.used('Ann')).toBe(2);
  });
});
