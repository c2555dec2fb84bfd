/** Servers of two versions on one database: each has a directory and a kit of its own, as on machines of their own. */
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { registerAccount } from '../../support/contract/account.js';
import { type Balancer, startBalancer } from '../../support/contract/balancer.js';
import { CrowdCaller } from '../../support/contract/crowd-caller.js';
import { createFakeKit, createNextKit } from '../../support/contract/fake-kit.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { programOfRun } from '../../support/contract/program-of-run.js';
import { createData, type ServerProcess, startServer } from '../../support/contract/server-process.js';

const CALLERS = 4;
const PLANS = JSON.stringify({ endless: { maxSize: 1000, quota: 1_000_000 } });

const program = programOfRun();
const directories: string[] = [];
let servers: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  servers = [];
});
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true });
});

/** On a machine that has nothing but its own kit. */
async function startOnItsOwn(
  kit: ReadonlyMap<string, Uint8Array>,
  location: string,
  balancer: Balancer,
): Promise<ServerProcess> {
  const data = await createData(new Map(kit));
  directories.push(data);
  const server = await startServer(program, data, {
    DATABASE_URL: location,
    THREE_CROWD_PLANS: PLANS,
    THREE_CROWD_BASE_URL: balancer.url,
    // The default, in which a balancer sees that /ready is not 200 on a busy machine too.
    THREE_CROWD_DRAIN: '3',
  });
  servers.push(server);
  balancer.add(server.url);
  return server;
}

test('two servers are replaced by two with another kit, under load: nobody is refused, and no file is missing', async () => {
  const location = await createDatabase();
  const { key } = await registerAccount(location, 'endless');
  const balancer = await startBalancer();
  const old = [
    await startOnItsOwn(createFakeKit(), location, balancer),
    await startOnItsOwn(createFakeKit(), location, balancer),
  ];
  const callers = Array.from(
    { length: CALLERS },
    (_, i) => new CrowdCaller(balancer.url, key, `caller-${i}`),
  );
  for (const server of old) {
    await startOnItsOwn(createNextKit(), location, balancer);
    const before = callers.map(({ crowds }) => crowds.length);
    await expect
      .poll(() => callers.every(({ crowds }, i) => crowds.length > before[i]), { interval: 20 })
      .toBe(true);
    expect(await server.kill('SIGTERM')).toBe(0);
    servers = servers.filter((other) => other !== server);
  }
  const before = callers.map(({ crowds }) => crowds.length);
  await expect
    .poll(() => callers.every(({ crowds }, i) => crowds.length > before[i]), { interval: 20 })
    .toBe(true);
  await Promise.all(callers.map((caller) => caller.stop()));
  expect(callers.flatMap(({ failures }) => failures)).toEqual([]);
  // Crowds of before keep their kit, which only the servers had that are gone.
  const versions = callers.flatMap(({ assets }) => [...assets].map((asset) => asset.split('/').at(4)));
  expect(new Set(versions).size).toBe(2);
  for (const caller of callers) await caller.read(caller.crowds[0]);
  expect(callers.flatMap(({ failures }) => failures)).toEqual([]);
  await balancer.close();
});
