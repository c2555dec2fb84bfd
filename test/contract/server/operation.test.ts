import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from 'three-crowd-server';
import { expect, onTestFinished, test } from 'vitest';
import { type Ask, createTestService, expectError, requestOf } from '../../support/contract/test-service.js';

test('ready says no while the storage is away, and from when the service is to stop', async () => {
  const storage = await openStorage({ location: ':memory:' });
  const service = await createTestService({ storage });
  const ask = (path: string) => service.fetch(requestOf(path));
  expect((await ask('/ready')).status).toBe(200);
  storage.check = () => Promise.reject(new Error('gone'));
  expect(await expectError(await ask('/ready'), 503)).toContain('storage');
  storage.check = async () => {};
  service.drain();
  expect(await expectError(await ask('/ready'), 503)).toContain('stopping');
  expect((await ask('/health')).status).toBe(200);
});

test('what is refused, what belongs to one key and what changes is kept by no cache', async () => {
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
    const response = await service.fetch(requestOf(path, options));
    expect(response.headers.get('Cache-Control'), path).toBe('no-store');
  }
});

test('metrics count by route and status, not by address', async () => {
  const service = await createTestService();
  const key = await service.issue('Ann');
  for (const id of ['cr_Teahouse', 'cr_Court150']) await service.fetch(requestOf(`/v1/crowd/${id}`, { key }));
  for (const path of ['/nowhere/1', '/nowhere/2']) await service.fetch(requestOf(path));
  const response = await service.fetch(requestOf('/metrics'));
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).split('\n');
  const labels = 'method="GET",route="/v1/crowd/:crowd_id",status="200"';
  expect(lines).toContain(`http_requests_total{${labels}} 2`);
  expect(lines).toContain('http_requests_total{method="GET",route="none",status="404"} 2');
  expect(lines).toContain(`http_request_duration_seconds_bucket{${labels},le="+Inf"} 2`);
  expect(lines).toContain(`http_request_duration_seconds_count{${labels}} 2`);
});

test('every script is under its version for ever, with the hash that a page may ask for', async () => {
  const sdk = await mkdtemp(join(tmpdir(), 'three-crowd-'));
  onTestFinished(() => rm(sdk, { recursive: true }));
  await writeFile(join(sdk, 'crowd.js'), 'export const crowd = 1;');
  const service = await createTestService({ sdk });
  const ask = (path: string) => service.fetch(requestOf(path));
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
  const response = await service.fetch(requestOf('/health', { headers: { 'X-Request-Id': key } }));
  expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines.join()).not.toContain(key);
  const named = await service.fetch(requestOf('/health', { headers: { 'X-Request-Id': 'mine' } }));
  expect(named.headers.get('X-Request-Id')).toBe('mine');
});

test('every request is logged with the trace that it belongs to', async () => {
  const lines: Record<string, unknown>[] = [];
  const keep = (fields: object) => void lines.push({ ...fields });
  const service = await createTestService({ logger: { info: keep, warn: keep, error: keep } });
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  await service.fetch(requestOf('/health', { headers: { traceparent } }));
  await service.fetch(requestOf('/health'));
  const [followed, started] = lines.slice(-2);
  expect(followed).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentId: '00f067aa0ba902b7',
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(started).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), parentId: undefined });
});
