/** All that a request asks the database counts for one time. */
import { listen, openStorage, type Storage } from 'three-crowd-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseTime, LONGEST_DATABASE_TIME } from '../../../src/server/core/database-time.js';
import { createFakeKit, createNextKit } from '../../support/contract/fake-kit.js';
import { type Ask, createTestService, type TestService } from '../../support/contract/test-service.js';
import { TOOL_ACCEPT, toolCall } from '../../support/contract/tool-call.js';

/** Names of the storage's methods that were called, and their times. */
type Calls = [method: string, time: DatabaseTime | undefined][];

/** Methods that the sender of webhooks calls by itself. */
const IN_BACKGROUND = ['findDue', 'claim', 'settle'];

/** Notes all calls of a storage. @param onCall called after one has begun */
function watch<Part extends object>(part: Part, calls: Calls, onCall: (method: string) => void): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'webhooks') return watch(value as Storage['webhooks'], calls, onCall);
      if (typeof value !== 'function' || IN_BACKGROUND.includes(String(name))) return value;
      return (...values: unknown[]) => {
        calls.push([String(name), values.find((value) => value instanceof DatabaseTime)]);
        const result: unknown = value.apply(target, values);
        onCall(String(name));
        return result;
      };
    },
  });
}

/** Starts a service whose storage holds a crowd, of a catalogue and a kit that only another server has. */
async function start(onCall: (method: string) => void = () => {}) {
  const calls: Calls = [];
  const storage = await openStorage({ location: ':memory:' });
  const other = await createTestService({ storage, kit: createFakeKit() });
  const service = await createTestService({
    storage: watch(storage, calls, onCall),
    kit: createNextKit(),
    hosts: ['crowds.test'],
  });
  onTestFinished(() => service.close());
  const key = await other.issue('Ann');
  const id = await other.create(key);
  calls.length = 0;
  return { service, calls, key, id };
}

async function expectOk(response: Response): Promise<string> {
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return text;
}

const askTool = (name: string, input: object): Ask => ({
  method: 'POST',
  headers: TOOL_ACCEPT,
  body: toolCall(1, name, input),
});

test('every call of the storage has the time of its request', async () => {
  const { service, calls, key, id } = await start();
  const limited = await service.issue('Ann', undefined, { quota: 10 });
  const times = new Set<DatabaseTime | undefined>();
  const ask = async (path: string, expected: string[], options: Ask = {}) => {
    calls.length = 0;
    const text = await expectOk(await service.ask(path, { key, ...options }));
    expect(calls.map(([name]) => name)).toEqual(['findKey', ...expected]);
    const [[, time]] = calls;
    for (const [name, other] of calls) expect(other, `${path}: ${name}`).toBe(time);
    expect(times.has(time)).toBe(false);
    times.add(time);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, string>;
  };
  await ask('/v1/account', ['usage', 'keyUsage'], { key: limited });
  const { key_id } = await ask('/v1/keys', ['addKey'], { method: 'POST', body: {} });
  await ask('/v1/keys', ['listKeys']);
  await ask(`/v1/keys/${key_id}`, ['listKeys', 'revokeKey'], { method: 'DELETE' });
  const { webhook_id } = await ask('/v1/webhooks', ['add'], {
    method: 'POST',
    body: { url: 'https://example.com/' },
  });
  const webhook = `/v1/webhooks/${webhook_id}`;
  await ask('/v1/webhooks', ['list']);
  await ask(`${webhook}/secret`, ['rotate'], { method: 'POST' });
  await ask(`${webhook}/failures`, ['list', 'listFailed', 'listRetried']);
  await ask(`${webhook}/failures/resend`, ['list', 'resend'], { method: 'POST' });
  await ask(webhook, ['remove'], { method: 'DELETE' });
  await ask('/v1/projects', ['createCrowd'], { method: 'POST', body: { recipe_json: { size: 2 } } });
  await ask('/v1/projects', ['listCrowds']);
  // The kit of a crowd that is only renamed stays that of the other server.
  await ask(`/v1/projects/${id}`, ['updateCrowd', 'findManifest', 'findKit'], {
    method: 'PUT',
    body: { name: 'Quay' },
  });
  const picture = await service.ask(`/v1/projects/${id}/picture.svg`, { key });
  await expectOk(picture);
  expect(calls.slice(-2).map(([name]) => name)).toEqual(['findKey', 'findCrowd']);
  expect(new Set(calls.slice(-2).map(([, time]) => time)).size).toBe(1);
  await ask(`/v1/projects/${id}`, ['deleteCrowd'], { method: 'DELETE' });
});

test('every call of the storage by a tool has the time of that call of the tool', async () => {
  const { service, calls, key, id } = await start();
  const use = async (name: string, input: object, expected: string[]) => {
    calls.length = 0;
    const text = await expectOk(await service.ask('/mcp', { key, ...askTool(name, input) }));
    expect(text).toContain('structuredContent');
    expect(calls.map(([name]) => name)).toEqual(['findKey', ...expected]);
    const [[, ofRequest], [, time]] = calls;
    expect(time).toBeInstanceOf(DatabaseTime);
    expect(time).not.toBe(ofRequest);
    for (const [called, other] of calls.slice(1)) expect(other, `${name}: ${called}`).toBe(time);
  };
  await use('svc_list_crowds', {}, ['listCrowds']);
  await use('svc_create_crowd', { recipe_json: { size: 2 } }, ['createCrowd']);
  await use('svc_update_crowd', { crowd_id: id, name: 'Quay' }, ['updateCrowd', 'findManifest', 'findKit']);
  await use('svc_delete_crowd', { crowd_id: id }, ['deleteCrowd']);
});

test.each<[string, (service: TestService, key: string, id: string) => Promise<Response>]>([
  ['by the routes', (service, key, id) => service.ask(`/v1/crowd/${id}`, { key })],
  [
    'past the routes',
    async (service, key, id) => {
      const server = await listen(service);
      onTestFinished(() => server.close());
      return fetch(`${server.url}/v1/crowd/${id}`, { headers: { Authorization: `Bearer ${key}` } });
    },
  ],
  [
    'by a tool',
    (service, key, id) => service.ask('/mcp', { key, ...askTool('svc_get_crowd', { crowd_id: id }) }),
  ],
])('a read %s has one time for all its lookups, and counts within what they left', async (_, read) => {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { service, calls, key, id } = await start((method) => {
    if (method === 'findCrowd') now += 1_000;
  });
  await expectOk(await read(service, key, id)).finally(() => vi.restoreAllMocks());
  expect(calls.map(([name]) => name)).toEqual([
    'findKey',
    'findCrowd',
    'findManifest',
    'findKit',
    'countUses',
  ]);
  const [, crowd, manifest, kit, count] = calls.map(([, time]) => time);
  expect(crowd).toBeInstanceOf(DatabaseTime);
  expect([manifest, kit]).toEqual([crowd, crowd]);
  expect(count?.left).toBe(LONGEST_DATABASE_TIME - 1_000);
});
