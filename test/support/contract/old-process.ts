import { Worker } from 'node:worker_threads';
import { KIT_MANIFEST } from './fake-kit.js';
import { AT, type EngineName, RECIPE } from './old-databases.js';

/** The statements that the previous version sent for a new crowd, a list and a read. */
const STATEMENTS = [
  `insert into usage (account_id, period, used) values (?, '2026-03', 1)
    on conflict (account_id, period) do update set used = usage.used + 1 where usage.used < 1000000 returning used`,
  `insert into crowds (id, account_id, is_sample, name, recipe, manifest_version, created_at, updated_at)
    values (?, ?, 0, 'Old', ?, ?, ?, ?) on conflict (id) do nothing returning id`,
  `select id, name, created_at, updated_at from crowds where account_id = ? order by created_at desc, id limit 3`,
  `select id, recipe, manifest_version from crowds where id = ?`,
];

/** A thread of its own, since SQLite blocks the calling thread while it waits for other writers. */
const OLD = `
const { parentPort, workerData } = require('node:worker_threads');
const { engine, location, statements, values, root } = workerData;
const { createRequire } = require('node:module');
const load = createRequire(root);
let isStopping = false;
parentPort.once('message', () => { isStopping = true; });
async function open() {
  if (engine === 'SQLite') {
    const Database = load('libsql');
    const database = new Database(location, { timeout: 10_000 });
    const prepared = statements.map((text) => database.prepare(text));
    return {
      run: async (i, parameters) => prepared[i].all(parameters),
      begin: async () => database.exec('begin immediate'),
      commit: async () => database.exec('commit'),
      close: async () => database.close(),
    };
  }
  const { Client } = load('pg');
  const client = new Client({ connectionString: location });
  await client.connect();
  const numbered = statements.map((text) => {
    let n = 0;
    return text.replaceAll('?', () => '$' + ++n);
  });
  return {
    run: async (i, values) => (await client.query({ name: 's' + i, text: numbered[i], values })).rows,
    begin: () => client.query('begin'),
    commit: () => client.query('commit'),
    close: () => client.end(),
  };
}
(async () => {
  const database = await open();
  const created = [];
  while (!isStopping) {
    const id = 'cr_' + String(created.length).padStart(8, '0');
    await database.begin();
    await database.run(0, ['ann']);
    await database.run(1, [id, 'ann', values.recipe, values.manifest, values.at, values.at]);
    await database.commit();
    created.push(id);
    if ((await database.run(2, ['ann'])).length === 0) throw new Error('the list is empty');
    if ((await database.run(3, [id])).length !== 1) throw new Error(id + ' is gone');
    parentPort.postMessage({ kind: 'created', count: created.length });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await database.close();
  parentPort.postMessage({ kind: 'stopped', created });
})();`;

export interface OldProcess {
  /** Number of crowds created so far. */
  count(): number;
  /** Ends it. @returns the ids of the crowds that it created @throws what went wrong in it */
  stop(): Promise<string[]>;
}

/** A process of the previous version, which creates and reads crowds of the account `ann`, and counts them. */
export function startOldProcess(engine: EngineName, location: string): OldProcess {
  const values = { recipe: JSON.stringify(RECIPE), manifest: KIT_MANIFEST.version, at: AT };
  const thread = new Worker(OLD, {
    eval: true,
    workerData: { engine, location, statements: STATEMENTS, values, root: import.meta.url },
  });
  let count = 0;
  const stopped = new Promise<string[]>((resolve, reject) => {
    thread.on('message', (message: { kind: string; count: number; created: string[] }) => {
      if (message.kind === 'created') count = message.count;
      else resolve(message.created);
    });
    thread.on('error', reject);
  });
  // Rethrown by `stop`.
  stopped.catch(() => {});
  return {
    count: () => count,
    stop: () => {
      thread.postMessage('stop');
      return stopped;
    },
  };
}
