import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from 'three-crowd/client';
import { openStorage, type Storage } from 'three-crowd-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendWebhook } from '../../../src/server/webhooks/send-webhook.js';
import { chooseMessages, withJitter } from '../../../src/server/webhooks/webhook-sender.js';
import { startHttpServer } from '../../support/contract/http-server.js';
import { createTestService, expectError, type TestService } from '../../support/contract/test-service.js';

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Milliseconds and how often to look: a busy machine may take long, and none has to. */
const WAIT = { timeout: 60_000, interval: 20 };

const WEBHOOK = {
  id: 'wh_1',
  accountId: 'ann',
  secret: 'whsec_AAAA',
  oldSecret: null,
  oldSecretUntil: null,
  dropped: 0,
};

/** A receiver that answers with statuses in turn, the last one from then on. */
async function startReceiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = await startHttpServer(async (request, response, index) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    const status = statuses[Math.min(index, statuses.length - 1)] ?? 204;
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end();
  });
  return { url: `${server.url}/hook`, received };
}

/** A server that takes connections and says nothing, not even a handshake. */
async function startSilent() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
}

async function startService(options = {}) {
  const service = await createTestService({
    webhooks: { allowPrivate: true, retrySeconds: [0.01, 0.01, 0.01] },
    ...options,
  });
  onTestFinished(() => service.close());
  const key = await service.issue('Ann');
  const ask = (method: string, path: string, body?: unknown, headers = {}, by = key) =>
    service.ask(path, { method, key: by, body, headers });
  const register = async (url: string, events?: string[]) =>
    (await (await ask('POST', '/v1/webhooks', { url, events })).json()) as {
      webhook_id: string;
      secret: string;
    };
  const create = () => service.create(key, { name: 'Quay', recipe_json: { size: 2 } });
  return { service, ask, register, create };
}

const typesOf = (received: readonly Received[]) => received.map(({ body }) => JSON.parse(body).type);

test('each change is sent once, in order, with a signature that the reference library accepts', async () => {
  const { url, received } = await startReceiver();
  const { ask, register, create } = await startService();
  const { secret } = await register(url);
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const id = await create();
  await ask('PUT', `/v1/projects/${id}`, { name: 'Pier' }, { traceparent, tracestate: 'congo=t61' });
  // Nothing changes, so that nothing is told.
  await ask('PUT', `/v1/projects/${id}`, { name: 'Pier' });
  await ask('DELETE', `/v1/projects/${id}`);
  await vi.waitFor(() => expect(received).toHaveLength(3), WAIT);
  const messages = received.map(({ headers, body }) => new Webhook(secret).verify(body, headers));
  expect(messages).toEqual(
    [
      ['crowd.created', 'Quay'],
      ['crowd.updated', 'Pier'],
      ['crowd.deleted', 'Pier'],
    ].map(([type, name]) => ({
      type,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: expect.objectContaining({ crowd_id: id, name, collection: expect.any(String) }),
    })),
  );
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  expect(received[1].headers['traceparent']).toMatch(
    /^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)/,
  );
  expect(received[1].headers['tracestate']).toBe('congo=t61');
});

test('a message is sent again, under the same id, until it is taken', async () => {
  const { url, received } = await startReceiver(500, 302, 204);
  const { register, create } = await startService();
  await register(url);
  await create();
  await vi.waitFor(() => expect(received).toHaveLength(3), WAIT);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test('a message that is never accepted is given up, and the next one is sent', async () => {
  const { url, received } = await startReceiver(500, 500, 500, 500, 204);
  const { register, create } = await startService();
  await register(url, ['crowd.created']);
  await create();
  await vi.waitFor(() => expect(received).toHaveLength(4), WAIT);
  await create();
  await vi.waitFor(() => expect(received).toHaveLength(5), WAIT);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

test('a receiver that answers 410 gets no further messages', async () => {
  const { url, received } = await startReceiver(410);
  const { ask, register, create } = await startService();
  await register(url);
  await create();
  await vi.waitFor(
    async () => expect((await (await ask('GET', '/v1/webhooks')).json()).data).toEqual([]),
    WAIT,
  );
  await create();
  expect(received).toHaveLength(1);
});

test('refused and repeated changes send no message', async () => {
  const { url, received } = await startReceiver();
  const { ask, register } = await startService();
  await register(url);
  const sent = { recipe_json: { size: 2 } };
  for (let i = 0; i < 2; i++) await ask('POST', '/v1/projects', sent, { 'Idempotency-Key': 'once' });
  await ask('POST', '/v1/projects', { recipe_json: { pace: 7 } });
  await ask('DELETE', '/v1/projects/cr_00000000');
  await ask('POST', '/v1/projects', { ...sent, name: 'last' });
  await vi.waitFor(() => expect(received.at(-1)?.body).toContain('last'), WAIT);
  expect(typesOf(received)).toEqual(['crowd.created', 'crowd.created']);
});

test('webhooks are listed without their secrets, are of one account, and are removed', async () => {
  const { service, ask, register } = await startService({ webhooks: undefined });
  const { webhook_id, secret } = await register('https://shop.example/hook', ['crowd.updated']);
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
  const listed = await (await ask('GET', '/v1/webhooks')).text();
  expect(JSON.parse(listed).data).toEqual([
    {
      webhook_id,
      url: 'https://shop.example/hook',
      events: ['crowd.updated'],
      created_at: expect.any(String),
      dropped_messages: 0,
    },
  ]);
  expect(listed).not.toContain(secret);
  const bob = await service.issue('Bob');
  expect((await (await ask('GET', '/v1/webhooks', undefined, {}, bob)).json()).data).toEqual([]);
  await expectError(await ask('DELETE', `/v1/webhooks/${webhook_id}`, undefined, {}, bob), 404);
  expect((await ask('DELETE', `/v1/webhooks/${webhook_id}`)).status).toBe(204);
  await expectError(await ask('DELETE', `/v1/webhooks/${webhook_id}`), 404);
  for (let i = 0; i < 10; i++) await register(`https://shop.example/${i}`);
  expect(
    await expectError(await ask('POST', '/v1/webhooks', { url: 'https://shop.example/' }), 422),
  ).toContain('10');
});

test('after a secret is replaced, messages carry a signature of each for a day, and then one', async () => {
  let now = new Date('2026-03-01T00:00:00Z');
  const { url, received } = await startReceiver();
  const { service, ask, register, create } = await startService({ now: () => now });
  const { webhook_id, secret } = await register(url);
  const rotate = () => ask('POST', `/v1/webhooks/${webhook_id}/secret`);
  const rotated = (await (await rotate()).json()) as { secret: string };
  expect(rotated).toMatchObject({ webhook_id, old_secret_until: '2026-03-02T00:00:00.000Z' });
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(secret);
  const verify = ({ headers, body }: Received, by: string) =>
    verifyWebhook({ secret: by, headers, body, now });
  await create();
  await vi.waitFor(() => expect(received).toHaveLength(1), WAIT);
  expect(received[0].headers['webhook-signature'].split(' ')).toHaveLength(2);
  for (const by of [secret, rotated.secret]) {
    expect(await verify(received[0], by)).toMatchObject({ type: 'crowd.created' });
  }
  now = new Date('2026-03-02T00:00:00Z');
  await create();
  await vi.waitFor(() => expect(received).toHaveLength(2), WAIT);
  expect(received[1].headers['webhook-signature'].split(' ')).toHaveLength(1);
  expect(await verify(received[1], rotated.secret)).toMatchObject({ type: 'crowd.created' });
  await expect(verify(received[1], secret)).rejects.toThrow('No signature');
  const bob = await service.issue('Bob');
  const path = `/v1/webhooks/${webhook_id}/secret`;
  await expectError(await ask('POST', path, undefined, {}, bob), 404);
  await expectError(await ask('GET', path), 405);
});

test('failed messages are listed with the reason, and sent again on request', async () => {
  const { url, received } = await startReceiver(...Array(8).fill(503), 204);
  const { service, ask, register, create } = await startService();
  const { webhook_id } = await register(url, ['crowd.created']);
  const path = `/v1/webhooks/${webhook_id}/failures`;
  const list = async () => (await (await ask('GET', path)).json()).data;
  expect(await list()).toEqual([]);
  const ids = [await create(), await create()];
  await vi.waitFor(async () => expect(await list()).toHaveLength(2), WAIT);
  expect(received).toHaveLength(8);
  const failed: { message_id: string; crowd_id: string; failed_at: string }[] = await list();
  expect(failed.map(({ crowd_id }) => crowd_id).sort()).toEqual(ids.sort());
  // Both are sent at the same time: which of them failed last is not told by which came last.
  expect(failed[0].failed_at >= failed[1].failed_at).toBe(true);
  const last = received[7];
  expect(failed).toContainEqual({
    message_id: last.headers['webhook-id'],
    type: 'crowd.created',
    crowd_id: JSON.parse(last.body).data.crowd_id,
    attempts: 4,
    failed_at: expect.any(String),
    reason: 'it answered 503',
  });
  const bob = await service.issue('Bob');
  await expectError(await ask('GET', path, undefined, {}, bob), 404);
  await expectError(await ask('POST', `${path}/resend`, undefined, {}, bob), 404);
  await expectError(await ask('POST', `${path}/msg_none/resend`), 404);
  const one = failed[1].message_id;
  expect(await (await ask('POST', `${path}/${one}/resend`)).json()).toEqual({ resent: 1 });
  await vi.waitFor(() => expect(received).toHaveLength(9), WAIT);
  expect(received[8].headers['webhook-id']).toBe(one);
  expect(await list()).toHaveLength(1);
  expect(await (await ask('POST', `${path}/resend`)).json()).toEqual({ resent: 1 });
  await vi.waitFor(() => expect(received).toHaveLength(10), WAIT);
  expect(received[9].headers['webhook-id']).toBe(failed[0].message_id);
  expect(await list()).toEqual([]);
  expect(await (await ask('POST', `${path}/resend`)).json()).toEqual({ resent: 0 });
});

test.each([
  'http://shop.example/',
  'https://127.0.0.1/',
  'https://0x7f000001/',
  'https://127.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://user:secret@shop.example/',
  'file:///etc/passwd',
  'shop.example',
])('%s is refused as a webhook', async (url) => {
  const { ask } = await startService({ webhooks: undefined });
  expect(await expectError(await ask('POST', '/v1/webhooks', { url }), 422)).toMatch(/^url: /);
});

test('a host name that resolves to a private address is refused', async () => {
  const server = await startHttpServer((_request, response) => response.end());
  const { port } = new URL(server.url);
  const webhook = { ...WEBHOOK, url: `http://localhost:${port}/` };
  const delivery = { messageId: 'msg_1', webhook, body: '{}', trace: {}, attempts: 0 };
  const send = (url: string, allowPrivate: boolean, resolve?: never) =>
    sendWebhook({ ...delivery, webhook: { ...webhook, url } }, { now: new Date(), allowPrivate, resolve });
  expect(await send(webhook.url, true)).toEqual({ kind: 'taken' });
  expect(await send(webhook.url, false)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('public'),
  });
  const literal = `http://127.0.0.1:${port}/`;
  expect(await send(literal, false)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('public'),
  });
  const toMetadata = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(null, [{ address: '169.254.169.254', family: 4 }])) as never;
  expect(await send('http://evil.example/', false, toMetadata)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('evil.example'),
  });
  expect(server.requests).toHaveLength(1);
});

test.each(['http', 'https'])(
  'a receiver at %s that never answers is given up after the timeout',
  async (protocol) => {
    const webhook = { ...WEBHOOK, url: `${protocol}://${(await startSilent()).host}/` };
    const delivery = { messageId: 'msg_1', webhook, body: '{}', trace: {}, attempts: 0 };
    expect(await sendWebhook(delivery, { now: new Date(), allowPrivate: true, timeout: 50 })).toEqual({
      kind: 'failed',
      reason: 'no answer within 50 ms',
    });
  },
);

test('silent receivers of other accounts do not delay a message', async () => {
  const { host, connections } = await startSilent();
  const { service, ask } = await startService();
  const body = { name: 'Quay', recipe_json: { size: 2 } };
  for (let i = 0; i < 10; i++) {
    const key = await service.issue(`Silent ${i}`);
    for (let j = 0; j < 10; j++) {
      await ask('POST', '/v1/webhooks', { url: `http://${host}/${j}` }, {}, key);
    }
    await ask('POST', '/v1/projects', body, {}, key);
  }
  await vi.waitFor(() => expect(connections()).toBeGreaterThanOrEqual(40), WAIT);
  const { url, received } = await startReceiver();
  await ask('POST', '/v1/webhooks', { url });
  await ask('POST', '/v1/projects', body);
  await vi.waitFor(() => expect(received).toHaveLength(1), WAIT);
});

/** Has a service with one webhook create a crowd. The storage stays open when the service closes. */
async function createFor(url: string, storage: Storage): Promise<TestService> {
  storage.close = async () => {};
  const service = await createTestService({ webhooks: { allowPrivate: true }, storage });
  const key = await service.issue('Ann');
  await service.ask('/v1/webhooks', { method: 'POST', key, body: { url } });
  await service.ask('/v1/projects', { method: 'POST', key, body: { recipe_json: {} } });
  return service;
}

test('a claim that is under way when the service closes is released', async () => {
  const { url } = await startReceiver();
  const storage = await openStorage({ location: ':memory:' });
  const { webhooks } = storage;
  let letClaim = () => {};
  const mayClaim = new Promise<void>((resolve) => {
    letClaim = resolve;
  });
  const { claim } = webhooks;
  let isClaiming = false;
  webhooks.claim = async (...claimed) => {
    isClaiming = true;
    await mayClaim;
    return claim.apply(webhooks, claimed);
  };
  const service = await createFor(url, storage);
  await vi.waitFor(() => expect(isClaiming).toBe(true), WAIT);
  const closed = service.close();
  letClaim();
  await closed;
  expect(await webhooks.findDue(new Date().toISOString())).toHaveLength(1);
});

test('a message that is on its way when the service closes is due again at once, for another process', async () => {
  let hasArrived = () => {};
  const arrived = new Promise<void>((resolve) => {
    hasArrived = resolve;
  });
  const silent = await startHttpServer(() => hasArrived());
  const storage = await openStorage({ location: ':memory:' });
  const service = await createFor(silent.url, storage);
  await arrived;
  expect(await storage.webhooks.findDue(new Date().toISOString())).toEqual([]);
  await service.close();
  expect(await storage.webhooks.findDue(new Date().toISOString())).toHaveLength(1);
});

test('an account has four places, also if its messages have waited longest', () => {
  const messageOf = (account: number, i: number) => ({
    messageId: `${account}-${i}`,
    webhookId: `${account}-${i}`,
    accountId: String(account),
    dueAt: '2026-03-01T00:00:00.000Z',
  });
  const many = Array.from({ length: 40 }, (_, i) => messageOf(i % 2, i));
  const sending = new Map([
    ['0-0', { accountId: '0' }],
    ['9-9', { accountId: '9' }],
  ]);
  const chosen = chooseMessages([...many, messageOf(2, 0)], sending).map(({ messageId }) => messageId);
  expect(chosen).toEqual(['1-1', '0-2', '1-3', '0-4', '1-5', '0-6', '1-7', '2-0']);
});

test('retries are spread by up to a tenth of their delay', () => {
  const delays = Array.from({ length: 200 }, () => withJitter(100));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...delays)).toBeLessThanOrEqual(110);
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(5);
});
