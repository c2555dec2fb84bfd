import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import Database from 'libsql';
import { openStorage } from 'three-crowd-server';
import { createCrowd, registerAccount, send } from '../../support/contract/account.js';
import { describeTimes, timeBystander } from '../../support/contract/percentile.js';
import { startPostgres } from '../../support/contract/postgres.js';
import { startServer } from '../../support/contract/server-process.js';
import type { LoadSetting } from './run.js';

const SILENT_ACCOUNTS = 4;
const RECEIVERS_OF_AN_ACCOUNT = 10;
const MESSAGES = 200;

/** Milliseconds from a change to its message while other accounts have receivers that stay silent, and while none is silent. */
export async function sendBesideSilent({ program, data }: LoadSetting): Promise<object[]> {
  const silent = createServer((socket) => socket.on('error', () => {}).resume());
  const arrivals = new Map<string, (time: number) => void>();
  const receiver = createHttpServer(async (request, response) => {
    const { data } = (await json(request)) as { data: { name: string } };
    arrivals.get(data.name)?.(performance.now());
    response.writeHead(204).end();
  });
  const [silentUrl, receiverUrl] = [await listenAt(silent), await listenAt(receiver)];
  const location = join(data, 'crowds.db');
  const accounts = [];
  for (let i = 0; i <= SILENT_ACCOUNTS; i++)
    accounts.push(await registerAccount(location, 'studio', `Account ${i}`));
  const [fifth, ...others] = accounts.toReversed();
  const server = await startServer(program, data, { THREE_CROWD_PRIVATE_WEBHOOKS: 'yes' });
  await register(server.url, fifth.key, receiverUrl);
  const rows = [];
  for (const receivers of [0, SILENT_ACCOUNTS * RECEIVERS_OF_AN_ACCOUNT]) {
    if (receivers > 0) {
      for (const { key } of others) {
        for (let i = 0; i < RECEIVERS_OF_AN_ACCOUNT; i++)
          await register(server.url, key, `${silentUrl}/${i}`);
      }
    }
    const times: number[] = [];
    for (let i = 0; i < MESSAGES; i++) {
      // The others make as many messages.
      if (receivers > 0)
        await Promise.all(others.map(({ key }) => createCrowd(server.url, key, `${receivers}-${i}`)));
      const name = `fifth-${receivers}-${i}`;
      const arrived = new Promise<number>((resolve) => arrivals.set(name, resolve));
      const started = performance.now();
      await createCrowd(server.url, fifth.key, name);
      times.push((await arrived) - started);
    }
    rows.push({ 'silent receivers': receivers, messages: times.length, ...describeTimes(times) });
  }
  await server.kill();
  silent.close();
  receiver.close();
  return rows;
}

const ROWS = 900_000;
const LOOKS = 200;
const WEBHOOKS = 40;

/** Milliseconds of one look at a queue with many messages, and of `/health` of a server that works on it. */
export async function lookAtLongQueue({ program, data }: LoadSetting): Promise<object[]> {
  const postgres = await startPostgres();
  const rows = [];
  for (const engine of ['SQLite', 'PostgreSQL']) {
    const location = engine === 'SQLite' ? join(data, 'crowds.db') : await postgres.createDatabase();
    const { id } = await registerAccount(location, 'studio');
    const storage = await openStorage({ location });
    const now = new Date().toISOString();
    for (let i = 0; i < WEBHOOKS; i++) {
      const webhook = { id: `wh_${i}`, accountId: id, url: 'https://shop.test/', events: ['crowd.updated'] };
      const secret = { secret: 'whsec_AAAA', oldSecret: null, oldSecretUntil: null };
      await storage.webhooks.add({ ...webhook, ...secret, createdAt: now, dropped: 0 }, WEBHOOKS);
    }
    for (const count of [0, ROWS]) {
      if (count > 0) await fillQueue(engine, location, now);
      const times: number[] = [];
      // Connects: connections end while the queue is filled.
      await storage.webhooks.findDue(now);
      for (let i = 0; i < LOOKS; i++) {
        const started = performance.now();
        const due = await storage.webhooks.findDue(now);
        times.push(performance.now() - started);
        if (due.length !== (count > 0 ? WEBHOOKS : 0))
          throw new Error(`${due.length} webhooks have a message`);
      }
      const environment = engine === 'SQLite' ? {} : { DATABASE_URL: location };
      const server = await startServer(program, data, environment);
      const health = await timeBystander(`${server.url}/health`, 10, () => setTimeout(10_000));
      await server.kill();
      rows.push({
        engine,
        messages: count,
        ...describeTimes(times),
        '/health p99': describeTimes(health).p99,
      });
    }
    await storage.close();
  }
  await postgres.stop();
  return rows;
}

/** Puts messages into the queue by the database's own means: a change for each would take an hour. */
async function fillQueue(engine: string, location: string, now: string): Promise<void> {
  const columns = 'message_id, webhook_id, body, trace, attempts, due_at';
  const values = `'m' || i, 'wh_' || (i % ${WEBHOOKS}), '{}', '{}', 0, '${now}'`;
  if (engine === 'SQLite') {
    const database = new Database(location);
    database.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
      insert into deliveries (${columns}) select ${values} from n`);
    database.close();
    return;
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: location });
  await client.connect();
  await client.query(
    `insert into deliveries (${columns}) select ${values} from generate_series(1, ${ROWS}) as n (i)`,
  );
  await client.query('analyze deliveries');
  await client.end();
}

async function register(url: string, key: string, receiver: string): Promise<void> {
  const response = await send('POST', `${url}/v1/webhooks`, key, { url: receiver });
  if (response.status !== 201) throw new Error(await response.text());
}

function listenAt(server: Pick<Server, 'listen' | 'address'>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}
