import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCrowd, registerAccount } from '../../support/contract/account.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { programOfRun } from '../../support/contract/program-of-run.js';
import { createData, type ServerProcess, startServer } from '../../support/contract/server-process.js';

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
const WRITERS = 4;

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
        const acknowledged = new Map<string, string>();
        let unanswered: string[] = [];
        let cut = 0;

        /** Sends until nobody answers; keeps what was under way then. */
        const write = async (server: ServerProcess, names: Iterator<string>): Promise<void> => {
          for (;;) {
            const name = names.next().value as string;
            try {
              const response = await createCrowd(server.url, key, name);
              const { crowd_id: id } = (await response.json()) as { crowd_id: string };
              expect(response.status, server.output()).toBe(201);
              acknowledged.set(name, id);
            } catch (error) {
              if ((error as Error).name === 'AssertionError') throw error;
              unanswered.push(name);
              return;
            }
          }
        };

        for (let round = 0; round < rounds; round++) {
          const server = await startServer(program, directory, environment);
          // What was under way is sent again, under the same names.
          const again = unanswered;
          unanswered = [];
          const names = nameRequests(round, again);
          const writing = Array.from({ length: WRITERS }, () => write(server, names));
          // Not before it writes at all, and then at another moment each time.
          const before = acknowledged.size;
          await expect.poll(() => acknowledged.size - before, { interval: 2 }).toBeGreaterThan(WRITERS);
          await setTimeout((round * 7) % 41);
          await server.kill();
          await Promise.all(writing);
          cut += unanswered.length;
        }
        const last = await startServer(program, directory, environment);
        for (const name of unanswered) {
          const { crowd_id: id } = (await (await createCrowd(last.url, key, name)).json()) as {
            crowd_id: string;
          };
          acknowledged.set(name, id);
        }
        expect(await last.kill('SIGTERM')).toBe(0);

        expect(cut).toBeGreaterThanOrEqual(rounds);
        expect(acknowledged.size).toBeGreaterThan(rounds * WRITERS);
        const { ids, used } = await inspect();
        expect(new Set(ids)).toEqual(new Set(acknowledged.values()));
        expect(used).toBe(ids.length);
      });
    }
  },
);

function* nameRequests(round: number, again: readonly string[]): Generator<string, never> {
  yield* again;
  for (let i = 0; ; i++) yield `round-${round}-${i}`;
}
