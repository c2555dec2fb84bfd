import { join } from 'node:path';
import Database from 'libsql';
import { openStorage } from 'three-crowd-server';
import { registerAccount, send } from '../../support/contract/account.js';
import { describeTimes } from '../../support/contract/percentile.js';
import { startServer } from '../../support/contract/server-process.js';
import type { LoadSetting } from './run.js';

const PAIRS = 10_000;
/** Pairs at a time: each of them waits for the disk. */
const CALLERS = 8;
const MARKS = 1_000_000;
const NOTE = 'x'.repeat(60_000);

/** Memory while some crowds get a new long recipe and are read, again and again. */
export async function fillCaches({ program, data }: LoadSetting): Promise<object[]> {
  const { key } = await registerAccount(join(data, 'crowds.db'), 'studio');
  const server = await startServer(program, data);
  const rows: object[] = [];
  let pairs = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    const created = await send('POST', `${server.url}/v1/projects`, key, { recipe_json: { size: 0 } });
    const { crowd_id: id } = (await created.json()) as { crowd_id: string };
    while (pairs < PAIRS) {
      pairs += 1;
      const pair = pairs;
      const recipe_json = { size: 0, seed: pair, note: NOTE };
      const changed = await send('PUT', `${server.url}/v1/projects/${id}`, key, { recipe_json });
      await changed.arrayBuffer();
      const headers = { Authorization: `Bearer ${key}` };
      const read = await fetch(`${server.url}/v1/crowd/${id}`, { headers });
      await read.arrayBuffer();
      if (changed.status !== 200 || read.status !== 200) throw new Error(`${changed.status} ${read.status}`);
      if (pair % (PAIRS / 5) > 0) continue;
      rows.push({ pairs: pair, 'peak MB': Math.round(server.peakMemory()) });
      // It takes minutes where the machine is busy, and may be stopped before its end.
      console.log(rows.at(-1));
    }
  });
  await Promise.all(callers);
  await server.kill();
  return rows;
}

/** Milliseconds that a list takes of an account whose recipes are as long as can be. */
export async function listLongRecipes({ program, data }: LoadSetting): Promise<object[]> {
  const { key } = await registerAccount(join(data, 'crowds.db'), 'studio');
  const server = await startServer(program, data);
  for (let i = 0; i < 100; i++) {
    await send('POST', `${server.url}/v1/projects`, key, { recipe_json: { seed: i, note: NOTE } });
  }
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    const started = performance.now();
    const headers = { Authorization: `Bearer ${key}` };
    await (await fetch(`${server.url}/v1/projects?limit=100`, { headers })).arrayBuffer();
    times.push(performance.now() - started);
  }
  await server.kill();
  return [{ crowds: 100, ...describeTimes(times) }];
}

/** Milliseconds that the thread is held by each portion of a million request marks that are forgotten. */
export async function forgetMarks({ data }: LoadSetting): Promise<object[]> {
  const location = join(data, 'crowds.db');
  const { id } = await registerAccount(location, 'studio');
  const database = new Database(location);
  database.exec(`insert into requests (account_id, key, fingerprint, created_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MARKS})
    select '${id}', 'key-' || n, hex(randomblob(32)), '2026-01-01T00:00:00.000Z' from numbers`);
  database.close();
  const storage = await openStorage({ location });
  const times: number[] = [];
  let forgotten = 0;
  for (;;) {
    const started = performance.now();
    const count = await storage.forgetRequests('2026-02-01T00:00:00.000Z', 250);
    times.push(performance.now() - started);
    forgotten += count;
    if (count === 0) break;
  }
  await storage.close();
  return [{ forgotten, portions: times.length, ...describeTimes(times) }];
}
