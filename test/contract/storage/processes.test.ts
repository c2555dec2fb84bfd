import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCrowd, registerAccount, send } from '../../support/contract/account.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { programOfRun } from '../../support/contract/program-of-run.js';
import { createData, startServer } from '../../support/contract/server-process.js';

const PLANS = JSON.stringify({
  twenty: { maxSize: 1000, quota: 20 },
  endless: { maxSize: 1000, quota: 1_000_000 },
});

const program = programOfRun();
let data: string;
beforeAll(async () => {
  data = await createData();
});
afterAll(async () => {
  await rm(data, { recursive: true });
});

/**
 * Creates a crowd as a client does: sends the request again, as the same one, while the answer is that the database takes
 * too long, as it may on a busy machine.
 *
 * @returns the status of the last answer
 */
async function createOnceStorageCan(url: string, key: string, request: string): Promise<number> {
  for (;;) {
    const response = await createCrowd(url, key, request);
    await response.arrayBuffer();
    if (response.status !== 503) return response.status;
    await setTimeout(Number(response.headers.get('Retry-After')) * 1000);
  }
}

test('two processes on one PostgreSQL grant exactly 20 of 60 simultaneous creates with a quota of 20', async () => {
  const location = await createDatabase();
  const { key, inspect } = await registerAccount(location, 'twenty');
  const environment = { DATABASE_URL: location, THREE_CROWD_PLANS: PLANS };
  const servers = await Promise.all([1, 2].map(() => startServer(program, data, environment)));
  const answers: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const status = await createOnceStorageCan(servers[i % 2].url, key, `race-${i}`);
      answers[status] = (answers[status] ?? 0) + 1;
    }),
  );
  for (const server of servers) await server.kill('SIGTERM');
  expect(answers).toEqual({ 201: 20, 429: 40 });
  const { ids, used } = await inspect();
  expect([ids.length, used]).toEqual([20, 20]);
});

/** How often a server is killed: once in every run, and often each night. */
const ROUNDS = [
  { rounds: 1, tags: [] },
  { rounds: 20, tags: ['nightly'] },
] as const;
const CALLERS = 4;

/** Creates, reads and renames crowds in turn, each request under a name of its own. What is cut off is sent again. */
class Caller {
  answers = 0;
  reads = 0;
  /** Names of crowds as they were acknowledged last, by their ids. */
  readonly names = new Map<string, string>();
  readonly failures: string[] = [];
  isUnderWay = false;
  #step = 0;
  #crowd = '';

  constructor(
    readonly key: string,
    readonly name: string,
  ) {}

  async callUntilCut(url: string): Promise<void> {
    try {
      for (;;) await this.#call(url);
    } catch {
      // The server is gone.
    }
  }

  /** Sends what was under way when the last server was killed. */
  async finish(url: string): Promise<void> {
    while (this.isUnderWay) await this.#call(url);
  }

  async #call(url: string): Promise<void> {
    this.isUnderWay = true;
    const request = `${this.name}-${this.#step}`;
    const response = await this.#send(url, request);
    const body = (await response.json()) as { crowd_id?: string };
    if (response.status === 503) return setTimeout(1000);
    this.answers += 1;
    if (!response.ok) this.failures.push(`${response.status} for ${request}`);
    const kind = this.#step % 3;
    if (kind === 0) this.#crowd = body.crowd_id ?? '';
    if (kind === 1) this.reads += 1;
    else this.names.set(this.#crowd, request);
    this.#step += 1;
    this.isUnderWay = false;
  }

  #send(url: string, request: string): Promise<Response> {
    const kind = this.#step % 3;
    if (kind === 0) return createCrowd(url, this.key, request);
    const named = { 'Idempotency-Key': request };
    const headers = { Authorization: `Bearer ${this.key}`, ...named };
    if (kind === 1) return fetch(`${url}/v1/crowd/${this.#crowd}`, { headers });
    return send('PUT', `${url}/v1/projects/${this.#crowd}`, this.key, { name: request }, named);
  }
}

describe.concurrent.each(['SQLite', 'PostgreSQL'])(
  'a server on %s killed so many times while it writes',
  (engine) => {
    for (const { rounds, tags } of ROUNDS) {
      test(`(${rounds}) loses nothing that it acknowledged, and counts nothing twice`, {
        tags: [...tags],
      }, async ({ expect, onTestFinished }) => {
        const directory = await createData();
        onTestFinished(() => rm(directory, { recursive: true }));
        const isPostgres = engine === 'PostgreSQL';
        const location = isPostgres ? await createDatabase() : join(directory, 'crowds.db');
        const environment: Record<string, string> = { THREE_CROWD_PLANS: PLANS };
        if (isPostgres) environment['DATABASE_URL'] = location;
        const { key, inspect } = await registerAccount(location, 'endless');
        const callers = Array.from({ length: CALLERS }, (_, i) => new Caller(key, `caller-${i}`));
        const countAnswers = () => callers.reduce((sum, { answers }) => sum + answers, 0);
        let cut = 0;
        for (let round = 0; round < rounds; round++) {
          const server = await startServer(program, directory, environment);
          const calling = callers.map((caller) => caller.callUntilCut(server.url));
          // Not before crowds are created, read and renamed, and then at another moment each time.
          const before = countAnswers();
          await expect.poll(() => countAnswers() - before, { interval: 2 }).toBeGreaterThan(4 * CALLERS);
          await setTimeout((round * 7) % 41);
          await server.kill();
          await Promise.all(calling);
          cut += callers.filter(({ isUnderWay }) => isUnderWay).length;
        }
        const last = await startServer(program, directory, environment);
        for (const caller of callers) await caller.finish(last.url);
        expect(await last.kill('SIGTERM')).toBe(0);

        expect(cut).toBeGreaterThanOrEqual(rounds);
        expect(callers.flatMap(({ failures }) => failures)).toEqual([]);
        const acknowledged = new Map(callers.flatMap(({ names }) => [...names]));
        const reads = callers.reduce((sum, caller) => sum + caller.reads, 0);
        expect(reads).toBeGreaterThan(0);
        const { names, used } = await inspect();
        expect(names).toEqual(acknowledged);
        expect(used).toBe(names.size + reads);
      });
    }
  },
);
