/** What a service does while its PostgreSQL is away, and after: processes of their own, a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCrowd, type RegisteredAccount, registerAccount } from '../../support/contract/account.js';
import { startPostgres, type TestPostgres } from '../../support/contract/postgres.js';
import type { ServerProcess } from '../../support/contract/server-process.js';
import { testServers } from '../../support/contract/test-servers.js';
import { startWire, type Wire } from '../../support/contract/wire.js';
import { testInTurn } from '../../support/in-turn.js';

const PLANS = JSON.stringify({ endless: { maxSize: 1000, quota: 1_000_000 } });
/** A restart of the database is every fifth. */
const CUTS = [5, 20];
const WRITERS = 6;
let postgres: TestPostgres;
const servers = testServers();
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

function start(location: string): Promise<ServerProcess> {
  return servers.start({ DATABASE_URL: location, THREE_CROWD_PLANS: PLANS });
}

/** Creates crowds one after the other until told to stop; what is answered with 503 is sent again. */
class Writer {
  readonly acknowledged = new Set<string>();
  readonly refused: number[] = [];
  /** When it was last acknowledged something. */
  lastSuccess = 0;
  readonly #done: Promise<void>;
  #isStopping = false;

  constructor(
    readonly server: ServerProcess,
    readonly account: RegisteredAccount,
    readonly name: string,
  ) {
    this.#done = this.#write();
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#done;
  }

  async #write(): Promise<void> {
    for (let i = 0; !this.#isStopping; i++) {
      for (;;) {
        const response = await createCrowd(this.server.url, this.account.key, `${this.name}-${i}`);
        const body = (await response.json()) as { crowd_id: string; error: string };
        if (response.status === 201) {
          this.acknowledged.add(body.crowd_id);
          this.lastSuccess = performance.now();
          break;
        }
        expect(response.status, body.error).toBe(503);
        expect(response.headers.get('Retry-After')).toBe('1');
        this.refused.push(response.status);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}

/** Waits until every writer has had success again. */
async function untilAllSucceed(writers: readonly Writer[]): Promise<void> {
  const since = performance.now();
  await expect
    .poll(() => Math.min(...writers.map(({ lastSuccess }) => lastSuccess)), { interval: 5 })
    .toBeGreaterThan(since);
}

/** Everything acknowledged is there, once, and counted once. */
async function expectAllKept(writers: readonly Writer[], account: RegisteredAccount): Promise<void> {
  const acknowledged = new Set(writers.flatMap((writer) => [...writer.acknowledged]));
  expect(acknowledged.size).toBeGreaterThan(WRITERS);
  const { ids, used } = await account.inspect();
  expect(new Set(ids)).toEqual(acknowledged);
  expect(used).toBe(ids.length);
}

testInTurn(CUTS, [])(
  'two processes survive %i cuts of their connections under load, restarts of the database among them',
  async (cuts) => {
    const location = await postgres.createDatabase();
    const account = await registerAccount(location, 'endless');
    const both = await Promise.all([start(location), start(location)]);
    const writers = Array.from({ length: WRITERS }, (_, i) => new Writer(both[i % 2], account, `cut-${i}`));
    await untilAllSucceed(writers);
    let ended = 0;
    for (let cut = 0; cut < cuts; cut++) {
      if (cut % 5 === 4) {
        await postgres.halt();
        for (const { url } of both) {
          expect((await fetch(`${url}/ready`)).status).toBe(503);
          expect((await fetch(`${url}/health`)).status).toBe(200);
        }
        await postgres.resume();
      } else {
        ended += await postgres.endConnections();
      }
      await untilAllSucceed(writers);
    }
    await Promise.all(writers.map((writer) => writer.stop()));
    expect(ended).toBeGreaterThan(cuts);
    expect(writers.flatMap(({ refused }) => refused).length).toBeGreaterThan(0);
    for (const { url } of both) expect((await fetch(`${url}/ready`)).status).toBe(200);
    await expectAllKept(writers, account);
  },
);

test('a network that is gone for three seconds leaves the process well, and all is right soon after it is back', {
  tags: ['nightly'],
}, async () => {
  const direct = await postgres.createDatabase();
  const account = await registerAccount(direct, 'endless');
  const wire: Wire = await startWire(Number(new URL(direct).port));
  const location = new URL(direct);
  location.port = String(wire.port);
  const server = await start(location.href);
  const writers = Array.from({ length: WRITERS }, (_, i) => new Writer(server, account, `net-${i}`));
  await untilAllSucceed(writers);
  wire.cut();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  wire.mend();
  await untilAllSucceed(writers);
  await Promise.all(writers.map((writer) => writer.stop()));
  await expectAllKept(writers, account);
  await wire.close();
});

test('a process that starts before its database waits for it', async () => {
  const location = await postgres.createDatabase();
  await postgres.halt();
  const starting = start(location);
  const isReady = await Promise.race([
    starting.then(() => true),
    new Promise((resolve) => setTimeout(() => resolve(false), 2_000)),
  ]);
  expect(isReady).toBe(false);
  await postgres.resume();
  expect((await fetch(`${(await starting).url}/ready`)).status).toBe(200);
});
