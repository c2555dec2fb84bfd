/** How processes come and go: several at once, under load, on a disk that takes no more. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KIT_VERSION } from 'three-crowd-server/kit';
import { expect, test } from 'vitest';
import { registerAccount, send } from '../../support/contract/account.js';
import { askUntilClosed } from '../../support/contract/ask-until-closed.js';
import { testServers } from '../../support/contract/test-servers.js';
import { testInTurn } from '../../support/in-turn.js';

const AT_ONCE = 4;
const CALLERS = 200;

const servers = testServers();

testInTurn([1, 4], [0])(
  `${AT_ONCE} processes that start at once on a new database all come up (times: %i)`,
  async (rounds) => {
    // A kit that another process is making, and may never finish.
    const half = join(servers.data, `kit-${KIT_VERSION}.other.unfinished`);
    await mkdir(half);
    await writeFile(join(half, 'kit.json'), '{"files":{');
    for (let round = 0; round < rounds; round++) {
      for (const suffix of ['', '-wal', '-shm']) await rm(`${servers.location}${suffix}`, { force: true });
      const all = await Promise.all(Array.from({ length: AT_ONCE }, () => servers.start()));
      for (const { url } of all) expect((await fetch(`${url}/ready`)).status).toBe(200);
      await Promise.all(all.map((server) => server.kill()));
    }
  },
);

test.each([1, 3])(
  `SIGTERM is seen at /ready first by %i processes, resets none of ${CALLERS} connections under load, and ends all`,
  { tags: ['nightly'] },
  async (workers) => {
    const server = await servers.start({ THREE_CROWD_DRAIN: '10', THREE_CROWD_WORKERS: String(workers) });
    const children = server.children();
    const callers = Array.from({ length: CALLERS }, () => askUntilClosed(server.url));
    await Promise.all(callers.map(({ answered }) => answered));
    const ended = server.kill('SIGTERM');
    // Over a connection of its own, so that any process may be the one that answers.
    const isReady = () => fetch(`${server.url}/ready`, { headers: { Connection: 'close' } });
    await expect.poll(async () => (await isReady()).status).toBe(503);
    expect(new Set(await Promise.all(callers.map(({ closed }) => closed)))).toEqual(
      new Set(['closed politely']),
    );
    expect(await ended).toBe(0);
    for (const child of children) expect(existsSync(`/proc/${child}`)).toBe(false);
  },
);

test.each([1, 2])(
  'SIGHUP has %i processes read the settings again, and cuts off no request',
  async (workers) => {
    const settings = join(servers.data, 'settings.env');
    await writeFile(
      settings,
      `THREE_CROWD_WORKERS=${workers}\nTHREE_CROWD_PLANS={"small":{"maxSize":5,"quota":9}}\n`,
    );
    const { key, inspect } = await registerAccount(servers.location, 'small');
    const server = await servers.start({}, ':', ['--settings', settings]);
    const create = (size: number) =>
      send('POST', `${server.url}/v1/projects`, key, { recipe_json: { size } }, { Connection: 'close' });
    expect((await create(6)).status).toBe(403);
    // Asks all the time, so that requests are under way.
    let isOver = false;
    const statuses = new Set<number>();
    const asking = Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.add((await fetch(`${server.url}/ready`)).status);
    });
    await writeFile(settings, 'THREE_CROWD_PLANS={"small":{"maxSize":50,"quota":9}}');
    server.signal('SIGHUP');
    const isReadAgain = () => server.output().split('the settings were read again').length - 1;
    await expect.poll(isReadAgain).toBe(workers);
    for (let i = 0; i < 2 * workers; i++) expect((await create(6)).status).toBe(201);
    await writeFile(settings, 'THREE_CROWD_PLANS=nonsense');
    server.signal('SIGHUP');
    await expect.poll(() => server.output()).toContain('could not be read again');
    expect((await create(6)).status).toBe(201);
    isOver = true;
    await Promise.all(asking);
    expect(statuses).toEqual(new Set([200]));
    expect(await server.kill('SIGTERM')).toBe(0);
    expect((await inspect()).used).toBe(2 * workers + 1);
  },
);

test('a disk that takes no more is told as 503 with its reason, by /ready as well, and forgotten once there is room', async () => {
  const { key, inspect } = await registerAccount(servers.location, 'studio');
  // Files of at most so many blocks of 512 bytes; the signal that comes with more is ignored.
  const limited = await servers.start({}, `trap '' XFSZ; ulimit -f 2000`);
  const create = async (url: string) => {
    const body = { recipe_json: { note: 'x'.repeat(30_000) } };
    const response = await send('POST', `${url}/v1/projects`, key, body);
    return { status: response.status, ...((await response.json()) as { crowd_id?: string; error?: string }) };
  };
  const created: unknown[] = [];
  let last = await create(limited.url);
  for (; last.status === 201; last = await create(limited.url)) created.push(last.crowd_id);
  expect(last).toMatchObject({ status: 503, error: expect.stringMatching(/disk|file/) });
  expect(created.length).toBeGreaterThan(3);
  const ready = await fetch(`${limited.url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { error: expect.stringMatching(/disk|file/) }]);
  expect((await fetch(`${limited.url}/health`)).status).toBe(200);
  expect((await fetch(`${limited.url}/metrics`)).status).toBe(200);
  expect(await limited.kill('SIGTERM')).toBe(0);
  const roomy = await servers.start();
  expect((await fetch(`${roomy.url}/ready`)).status).toBe(200);
  created.push((await create(roomy.url)).crowd_id);
  const { ids, used } = await inspect();
  expect(new Set(ids)).toEqual(new Set(created));
  expect(used).toBe(created.length);
});

test('the metrics tell how the process, its connections and its queues do', async () => {
  const server = await servers.start();
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const figures = new Map(
    text
      .split('\n')
      .filter((line) => /^\w+ /.test(line))
      .map((line) => line.split(' ') as [string, string]),
  );
  expect(Number(figures.get('process_resident_memory_bytes'))).toBeGreaterThan(10_000_000);
  expect(Number(figures.get('three_crowd_connections_open'))).toBeGreaterThan(0);
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
    'three_crowd_uses_waiting',
    'three_crowd_database_writers_waiting',
  ]) {
    expect(Number(figures.get(name)), name).toBeGreaterThanOrEqual(0);
  }
});
