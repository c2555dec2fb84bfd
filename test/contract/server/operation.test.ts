import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { listen, openStorage } from 'three-crowd-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startHttpServer } from '../../support/contract/http-server.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { type Ask, createTestService, expectError } from '../../support/contract/test-service.js';
import { createDirectory } from '../../support/temporary-directory.js';

test('ready says no while the storage is away, and from when the service is to stop', async () => {
  const storage = await openStorage({ location: ':memory:' });
  const service = await createTestService({ storage });
  const ask = (path: string) => service.ask(path);
  expect((await ask('/ready')).status).toBe(200);
  storage.check = () => Promise.reject(new Error('gone'));
  expect(await expectError(await ask('/ready'), 503)).toContain('storage');
  storage.check = async () => {};
  service.drain();
  expect(await expectError(await ask('/ready'), 503)).toContain('stopping');
  expect((await ask('/health')).status).toBe(200);
});

test.each(['before it cleans up', 'while it cleans up'])(
  'a service that closes %s neither goes on nor does so again',
  async (when) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const storage = await openStorage({ location: ':memory:' });
    let finish = () => {};
    const forget = vi.fn(() => new Promise<number>((resolve) => (finish = () => resolve(0))));
    storage.forgetRequests = forget;
    const service = await createTestService({ storage });
    if (when === 'while it cleans up') {
      // Twice, since cleaning up is to come again where the service does not close. No longer than that: the service also looks for
      // messages every 5 s, and each look takes a real turn of the event loop.
      for (const [k, milliseconds] of [30_000, 600_000].entries()) {
        await vi.advanceTimersByTimeAsync(milliseconds);
        expect(forget).toHaveBeenCalledTimes(k + 1);
        if (k === 0) finish();
        await vi.advanceTimersByTimeAsync(0);
      }
    }
    const calls = forget.mock.calls.length;
    const others = vi.spyOn(storage.webhooks, 'forgetFailed');
    const closeStorage = vi.spyOn(storage, 'close');
    const closed = service.close();
    if (calls > 0) {
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(closeStorage).not.toHaveBeenCalled();
      finish();
    }
    await closed;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(forget).toHaveBeenCalledTimes(calls);
    expect(others).not.toHaveBeenCalled();
  },
);

test('errors, answers for one key and changing answers are not cacheable', async () => {
  const service = await createTestService();
  const key = await service.issue('Ann');
  const asked: [path: string, options?: Ask][] = [
    ['/v1/projects', { key }],
    ['/v1/projects'],
    ['/v1/crowd/cr_00000000', { key }],
    ['/nowhere'],
    ['/health'],
    ['/ready'],
    ['/metrics'],
  ];
  for (const [path, options] of asked) {
    const response = await service.ask(path, options);
    expect(response.headers.get('Cache-Control'), path).toBe('no-store');
  }
});

test('metrics count by route and status, not by address', async () => {
  const service = await createTestService();
  const key = await service.issue('Ann');
  for (const id of ['cr_Teahouse', 'cr_Court150']) await service.ask(`/v1/crowd/${id}`, { key });
  for (const path of ['/nowhere/1', '/nowhere/2']) await service.ask(path);
  const response = await service.ask('/metrics');
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).split('\n');
  const labels = 'method="GET",route="/v1/crowd/:crowd_id",status="200"';
  expect(lines).toContain(`http_requests_total{${labels}} 2`);
  expect(lines).toContain('http_requests_total{method="GET",route="none",status="404"} 2');
  expect(lines).toContain(`http_request_duration_seconds_bucket{${labels},le="+Inf"} 2`);
  expect(lines).toContain(`http_request_duration_seconds_count{${labels}} 2`);
});

test('metrics count uses, refusals, generated crowds and messages of webhooks, each with a help text', async () => {
  const receiver = await startHttpServer((_request, response, index) =>
    response.writeHead(index === 0 ? 500 : 204).end(),
  );
  const service = await createTestService({ webhooks: { allowPrivate: true, retrySeconds: [0.01] } });
  onTestFinished(() => service.close());
  const key = await service.issue('Ann', 'tiny');
  const ask = (path: string, options: Ask = {}) => service.ask(path, { key, ...options });
  await ask('/v1/webhooks', { method: 'POST', body: { url: receiver.url } });
  const create = (name: string) =>
    ask('/v1/projects', {
      method: 'POST',
      body: { recipe_json: { size: 2 } },
      headers: { 'Idempotency-Key': name },
    });
  const { crowd_id: id } = await (await create('first')).json();
  await create('first');
  await ask(`/v1/crowd/${id}`);
  await ask(`/v1/projects/${id}`, { method: 'PUT', body: { recipe_json: { size: 3 } } });
  await ask(`/v1/projects/${id}`, { method: 'PUT', body: { name: 'Quay' } });
  expect((await create('fourth')).status).toBe(429);
  const read = async () => {
    const lines = (await (await ask('/metrics')).text()).split('\n');
    return new Map(
      lines.filter((line) => /^\w+ /.test(line)).map((line) => line.split(' ') as [string, string]),
    );
  };
  await expect
    .poll(async () => (await read()).get('three_crowd_webhook_messages_sent_total'), { timeout: 60_000 })
    .toBe('3');
  const figures = await read();
  const numbers = Object.fromEntries([...figures].map(([name, value]) => [name, Number(value)]));
  expect(numbers).toMatchObject({
    three_crowd_uses_counted_total: 3,
    three_crowd_uses_refused_total: 1,
    three_crowd_uses_waiting: 0,
    three_crowd_generations_total: 1,
    three_crowd_generations_failed_total: 0,
    three_crowd_generations_running: 0,
    three_crowd_webhook_messages_retried_total: 1,
    three_crowd_webhook_messages_failed_total: 0,
    three_crowd_webhook_messages_sending: 0,
  });
  expect(numbers['three_crowd_generation_seconds_total']).toBeGreaterThan(0);
  const text = await (await ask('/metrics')).text();
  for (const name of figures.keys()) {
    // The conventions of Prometheus: one prefix for the application, or the library's that others use.
    expect(name).toMatch(/^(?:three_crowd|process|nodejs)_[a-z0-9_]+$/);
    expect(text).toMatch(new RegExp(`^# HELP ${name} [A-Z].*\\.$`, 'm'));
    const type = name.endsWith('_total') ? 'counter' : 'gauge';
    expect(text).toContain(`# TYPE ${name} ${type}\n`);
  }
});

test('every metric of the Grafana board is one that the service has', async () => {
  const readMetrics = async (location: string): Promise<string> => {
    const service = await createTestService({ storage: await openStorage({ location }) });
    const server = await listen(service);
    await service.ask('/health');
    const text = await (await service.ask('/metrics')).text();
    await server.close();
    await service.close();
    return text;
  };
  const text = (await readMetrics(':memory:')) + (await readMetrics(await createDatabase()));
  const board = JSON.parse(await readFile('src/server/grafana.json', 'utf8'));
  const queries = board.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  expect(queries.length).toBeGreaterThan(10);
  const used = new Set(
    queries.flatMap((query: string) => query.match(/\b(?:three_crowd|http|process|nodejs)_\w+/g)),
  );
  for (const name of used) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
});

test('every script is under its version for ever, with the hash that a page may ask for', async () => {
  const sdk = await createDirectory([['crowd.js', 'export const crowd = 1;']], onTestFinished);
  const service = await createTestService({ sdk });
  const ask = (path: string) => service.ask(path);
  const { version, files } = await (await ask('/sdk/integrity.json')).json();
  expect(version).toBe(JSON.parse(await readFile('package.json', 'utf8')).version);
  expect(files['crowd.js'].url).toBe(`${version}/crowd.js`);
  const pinned = await ask(`/sdk/${files['crowd.js'].url}`);
  expect(pinned.headers.get('Cache-Control')).toContain('immutable');
  expect(pinned.headers.get('Access-Control-Allow-Origin')).toBe('*');
  const hash = createHash('sha384')
    .update(Buffer.from(await pinned.arrayBuffer()))
    .digest('base64');
  expect(files['crowd.js'].integrity).toBe(`sha384-${hash}`);
  expect((await ask('/sdk/crowd.js')).headers.get('Cache-Control')).toContain('no-cache');
  await expectError(await ask(`/sdk/${version}/integrity.json`), 404);
});

test('a key that is sent as the id of a request is neither sent back nor logged', async () => {
  const lines: string[] = [];
  const keep = (fields: object) => void lines.push(JSON.stringify(fields));
  const service = await createTestService({ logger: { info: keep, warn: keep, error: keep } });
  const key = await service.issue('Ann');
  const response = await service.ask('/health', { headers: { 'X-Request-Id': key } });
  expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines.join()).not.toContain(key);
  const named = await service.ask('/health', { headers: { 'X-Request-Id': 'mine' } });
  expect(named.headers.get('X-Request-Id')).toBe('mine');
});

test('every request is logged with the trace that it belongs to', async () => {
  const lines: Record<string, unknown>[] = [];
  const keep = (fields: object) => void lines.push({ ...fields });
  const service = await createTestService({ logger: { info: keep, warn: keep, error: keep } });
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  await service.ask('/health', { headers: { traceparent } });
  await service.ask('/health');
  const [followed, started] = lines.slice(-2);
  expect(followed).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentId: '00f067aa0ba902b7',
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(started).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), parentId: undefined });
});
