/** Servers of two versions on one database: each has a directory and a kit of its own, as on machines of their own. */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCrowd, registerAccount } from '../../support/contract/account.js';
import { type Balancer, startBalancer } from '../../support/contract/balancer.js';
import { createFakeKit, createNextKit } from '../../support/contract/fake-kit.js';
import { startPostgres, type TestPostgres } from '../../support/contract/postgres.js';
import {
  bundleProgram,
  createData,
  type ServerProcess,
  startServer,
} from '../../support/contract/server-process.js';

const CALLERS = 4;
const PLANS = JSON.stringify({ endless: { maxSize: 1000, quota: 1_000_000 } });

let postgres: TestPostgres;
let program: string;
const directories: string[] = [];
let servers: ServerProcess[] = [];
beforeAll(async () => {
  [postgres, program] = await Promise.all([startPostgres(), bundleProgram()]);
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  servers = [];
});
afterAll(async () => {
  await postgres.stop();
  for (const directory of [dirname(program), ...directories]) await rm(directory, { recursive: true });
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
    THREE_CROWD_DRAIN: '1',
  });
  servers.push(server);
  balancer.add(server.url);
  return server;
}

/** Creates and reads crowds through the balancer, with files of each, until it is told to stop. */
class Caller {
  readonly failures: string[] = [];
  /** Assets that were asked for. */
  readonly assets = new Set<string>();
  readonly crowds: string[] = [];
  readonly #done: Promise<void>;
  #isStopping = false;

  constructor(
    readonly url: string,
    readonly key: string,
    readonly name: string,
  ) {
    this.#done = this.#call();
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#done;
  }

  /** Reads a crowd and all of its files. */
  async read(id: string): Promise<void> {
    const crowd = await this.#get(`${this.url}/v1/crowd/${id}`);
    const { assets } = (await crowd.json()) as { assets: Record<string, unknown> };
    for (const asset of [...Object.values(assets), ...Object.values(assets['animations'] as object)]) {
      if (typeof asset !== 'string' || !asset.startsWith('http')) continue;
      await (await this.#get(asset)).arrayBuffer();
      this.assets.add(asset);
    }
  }

  async #call(): Promise<void> {
    for (let i = 0; !this.#isStopping; i++) {
      try {
        const response = await createCrowd(this.url, this.key, `${this.name}-${i}`);
        const { crowd_id: id } = (await response.json()) as { crowd_id: string };
        if (response.status !== 201) this.failures.push(`${response.status} for a new crowd`);
        this.crowds.push(id);
        await this.read(id);
        await this.read(this.crowds[0]);
      } catch (error) {
        this.failures.push(String((error as Error).cause ?? error));
      }
    }
  }

  async #get(url: string): Promise<Response> {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${this.key}` } });
    if (response.status !== 200) this.failures.push(`${response.status} for ${url}`);
    return response;
  }
}

test('two servers are replaced by two with another kit, under load: nobody is refused, and no file is missing', async () => {
  const location = await postgres.createDatabase();
  const { key } = await registerAccount(location, 'endless');
  const balancer = await startBalancer();
  const old = [
    await startOnItsOwn(createFakeKit(), location, balancer),
    await startOnItsOwn(createFakeKit(), location, balancer),
  ];
  const callers = Array.from({ length: CALLERS }, (_, i) => new Caller(balancer.url, key, `caller-${i}`));
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
