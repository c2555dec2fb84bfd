/** One service as several processes on one port: `serve --workers`. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createCrowd, registerAccount } from '../../support/contract/account.js';
import type { ServerProcess } from '../../support/contract/server-process.js';
import { testServers } from '../../support/contract/test-servers.js';

const WORKERS = 3;
const PLANS = JSON.stringify({ twenty: { maxSize: 1000, quota: 20 } });

const servers = testServers();
let server: ServerProcess;

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  server = await servers.start({
    THREE_CROWD_WORKERS: String(WORKERS),
    THREE_CROWD_PLANS: PLANS,
    ...environment,
  });
  return server;
}

/** Asks over a connection of its own, so that any worker may be the one that answers. */
async function ask(path: string): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { Connection: 'close' } });
}

/** Requests for a path by the number of the worker that answered them, as the metrics tell. */
async function countByWorker(path: string): Promise<Map<string, number>> {
  const text = await (await ask('/metrics')).text();
  const lines = text.matchAll(/^http_requests_total\{worker="(\d+)",method="GET",route="(.*)",.*\} (\d+)$/gm);
  return new Map(
    [...lines].filter(([, , route]) => route === path).map(([, worker, , count]) => [worker, Number(count)]),
  );
}

test(`${WORKERS} workers on one SQLite file grant exactly 20 of 60 simultaneous creates with a quota of 20`, {
  tags: ['nightly'],
}, async () => {
  const { key, inspect } = await registerAccount(servers.location, 'twenty');
  const { url } = await start();
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const response = await createCrowd(url, key, `race-${i}`);
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const count = (status: number) => statuses.filter((other) => other === status).length;
  expect({ created: count(201), refused: count(429) }).toEqual({ created: 20, refused: 40 });
  const { ids, used } = await inspect();
  expect([ids.length, used]).toEqual([20, 20]);
});

test('all workers answer, and the metrics of any are those of all', { tags: ['nightly'] }, async () => {
  await start();
  for (let i = 0; i < 10 * WORKERS; i++) expect((await ask('/health')).status).toBe(200);
  // A worker that does not report within a second is left out.
  const counts = async () => [...(await countByWorker('/health'))];
  await expect.poll(async () => (await counts()).map(([worker]) => worker).sort()).toEqual(['1', '2', '3']);
  await expect
    .poll(async () => (await counts()).reduce((sum, [, count]) => sum + count, 0))
    .toBe(10 * WORKERS);
  const text = await (await ask('/metrics')).text();
  const types = text.split('\n').filter((line) => line.startsWith('# TYPE'));
  expect(new Set(types).size).toBe(types.length);
  expect(text).toMatch(/^nodejs_heap_size_used_bytes\{worker="\d"\} \d+$/m);
});

test('a worker that is killed is replaced, and the service answers meanwhile', async () => {
  const { children, output } = await start();
  const before = children();
  expect(before).toHaveLength(WORKERS);
  process.kill(before[1], 'SIGKILL');
  await expect.poll(() => children().length).toBeLessThan(WORKERS);
  for (let i = 0; i < 2 * WORKERS; i++) expect((await ask('/health')).status).toBe(200);
  await expect.poll(() => children().length).toBe(WORKERS);
  expect(output()).toContain('a worker ended and is replaced');
  await expect
    .poll(async () => {
      await ask('/health');
      return (await countByWorker('/health')).size;
    })
    .toBe(WORKERS);
});

test('workers end with the process that started them', { tags: ['nightly'] }, async () => {
  const { kill, children } = await start();
  const workers = children();
  await kill('SIGKILL');
  for (const worker of workers) await expect.poll(() => existsSync(`/proc/${worker}`)).toBe(false);
});

test('an error at the start of the first worker is printed once', { tags: ['nightly'] }, async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const failed = await start({ PORT: String(port) }).catch((error: Error) => error.message);
  other.close();
  expect((failed as string).match(/is in use/g)).toHaveLength(1);
});

test('requests that meet a worker that is killed are answered or closed, and never left waiting', async () => {
  const { url, children } = await start();
  for (let round = 0; round < 4; round++) {
    let isOver = false;
    const callers = Array.from({ length: 20 }, async () => {
      while (!isOver) await ask('/health').catch(() => {});
    });
    const kill = children().at(-1);
    expect(kill).toBeGreaterThan(0);
    process.kill(kill as number, 'SIGKILL');
    for (let i = 0; i < 100; i++) await ask('/health').catch(() => {});
    isOver = true;
    // Ends with the limit of the test where one is never answered.
    await Promise.all(callers);
  }
  expect((await fetch(`${url}/health`)).status).toBe(200);
});
