/** What others wait for while somebody holds a lock in the database. */
import Database from 'libsql';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createCrowd, registerAccount, send } from '../../support/contract/account.js';
import { timeWhile } from '../../support/contract/percentile.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { testServers } from '../../support/contract/test-servers.js';
import { TOOL_ACCEPT, toolCall } from '../../support/contract/tool-call.js';

/** What others get answered, one after the other, while some wait for a lock. Who waits for it as well gets one or two. */
const ANSWERED_MEANWHILE = 10;

const servers = testServers();

function read(url: string, key: string, path = '/v1/crowd/cr_Teahouse', name?: string): Promise<Response> {
  return fetch(url + path, {
    headers: { Authorization: `Bearer ${key}`, ...(name !== undefined && { 'Idempotency-Key': name }) },
  });
}

function callTool(url: string, key: string, id: number, crowd_id = 'cr_Teahouse'): Promise<Response> {
  return send('POST', `${url}/mcp`, key, toolCall(id, 'svc_get_crowd', { crowd_id }), TOOL_ACCEPT);
}

/** A connection to PostgreSQL, for the time of a test. */
async function connect(location: string): Promise<pg.Client> {
  const client = new pg.Client(location);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function countWaiting(client: pg.Client): Promise<number> {
  return Number((await client.query('select count(*) from pg_locks where not granted')).rows[0].count);
}

test("an account whose count is locked in PostgreSQL is told so, and delays nobody else's reads", {
  tags: ['nightly'],
}, async () => {
  const location = await createDatabase();
  const [held, free] = [
    await registerAccount(location, 'studio', 'Held'),
    await registerAccount(location, 'studio', 'Free'),
  ];
  const server = await servers.start({ DATABASE_URL: location });
  for (const { key } of [held, free]) expect((await createCrowd(server.url, key, 'first')).status).toBe(201);
  const client = await connect(location);
  await client.query('begin');
  await client.query('select * from usage where account_id = $1 for update', [held.id]);
  const refused = Promise.all([
    ...Array.from({ length: 30 }, (_, i) => createCrowd(server.url, held.key, `held-${i}`)),
    ...Array.from({ length: 10 }, (_, i) => read(server.url, held.key, undefined, `read-${i}`)),
  ]);
  let count = 0;
  const times = await timeWhile(refused, async () => {
    const response = await read(server.url, free.key, undefined, `free-${++count}`);
    expect(response.status).toBe(200);
    return response;
  });
  expect(new Set((await refused).map(({ status }) => status))).toEqual(new Set([503]));
  expect(times.length).toBeGreaterThan(ANSWERED_MEANWHILE);
  await client.query('rollback');
  expect((await createCrowd(server.url, held.key, 'held-0')).status).toBe(201);
});

test('a change in PostgreSQL that waits for one lock after the other is refused before one that waits once', {
  tags: ['nightly'],
}, async () => {
  const location = await createDatabase();
  const server = await servers.start({ DATABASE_URL: location });
  const [twice, once] = [
    await registerAccount(location, 'studio', 'Twice'),
    await registerAccount(location, 'studio', 'Once'),
  ];
  for (const { key } of [twice, once]) expect((await createCrowd(server.url, key, '0')).status).toBe(201);
  const [first, second, timer] = await Promise.all([1, 2, 3].map(() => connect(location)));
  for (const client of [first, second, timer]) await client.query('begin');
  const lockCount = 'select * from usage where account_id = $1 for update';
  await first.query(lockCount, [twice.id]);
  await second.query(lockCount, [once.id]);
  // The new crowd names its account, which is locked behind the count.
  await second.query('select * from accounts where id = $1 for update', [twice.id]);
  const order: string[] = [];
  const create = (key: string, name: string) =>
    createCrowd(server.url, key, name).then(({ status }) => order.push(`${name} ${status}`));
  const creating = [create(twice.key, 'twice')];
  await expect.poll(() => countWaiting(timer)).toBeGreaterThan(0);
  await timer.query('select pg_sleep(0.75)');
  creating.push(create(once.key, 'once'));
  await timer.query('select pg_sleep(0.75)');
  expect(order).toEqual([]);
  await first.query('rollback');
  await Promise.all(creating);
  expect(order).toEqual(['twice 503', 'once 503']);
});

test.each([
  ['a read', (url: string, key: string, id: string) => read(url, key, `/v1/crowd/${id}`)],
  ['a tool', (url: string, key: string, id: string) => callTool(url, key, 1, id)],
])(
  '%s that waits in PostgreSQL for its crowd and then for its count is refused before a change that waits once',
  async (_, ask) => {
    const location = await createDatabase();
    const server = await servers.start({ DATABASE_URL: location });
    const [twice, once] = [
      await registerAccount(location, 'studio', 'Twice'),
      await registerAccount(location, 'studio', 'Once'),
    ];
    const { crowd_id } = (await (await createCrowd(server.url, twice.key, '0')).json()) as {
      crowd_id: string;
    };
    expect((await createCrowd(server.url, once.key, '0')).status).toBe(201);
    const [crowds, counts, timer] = await Promise.all([1, 2, 3].map(() => connect(location)));
    await crowds.query('begin; lock table crowds in access exclusive mode');
    await counts.query('begin; select * from usage for update');
    const order: string[] = [];
    const told = (name: string) => async (response: Response) => {
      expect(await response.text()).toContain('the database is busy');
      order.push(name);
    };
    const reading = ask(server.url, twice.key, crowd_id).then(told('twice'));
    await expect.poll(() => countWaiting(timer)).toBe(1);
    await timer.query('select pg_sleep(0.75)');
    const creating = createCrowd(server.url, once.key, '1').then(told('once'));
    await expect.poll(() => countWaiting(timer)).toBe(2);
    await timer.query('select pg_sleep(0.75)');
    await crowds.query('rollback');
    await Promise.all([reading, creating]);
    expect(order).toEqual(['twice', 'once']);
  },
);

test('an SQLite file that another process writes to holds up what writes, for a while, and nothing else', async () => {
  const { location } = servers;
  const { key } = await registerAccount(location, 'studio');
  const server = await servers.start();
  const other = new Database(location);
  other.exec('begin immediate');
  const quick = ['/health', '/v1/projects', '/openapi.json'];
  const waited = read(server.url, key);
  const refused = Promise.all([waited, createCrowd(server.url, key, 'locked'), fetch(`${server.url}/ready`)]);
  let count = 0;
  const times = await timeWhile(refused, async () => {
    const response = await read(server.url, key, quick[++count % quick.length]);
    expect(response.status).toBe(200);
    return response;
  });
  const answers = await refused;
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect((await answers[1].json()) as object).toEqual({ error: expect.stringMatching(/another process/) });
  expect(times.length).toBeGreaterThan(ANSWERED_MEANWHILE);
  const late = read(server.url, key);
  await new Promise((resolve) => setTimeout(resolve, 200));
  other.exec('rollback');
  other.close();
  expect((await late).status).toBe(200);
  const again = await createCrowd(server.url, key, 'locked');
  expect(again.status, server.output()).toBe(201);
});

test('calls of tools that wait for each other beside a lock wait as long as one read does', async () => {
  const { key } = await registerAccount(servers.location, 'studio');
  const server = await servers.start();
  const call = async (id: number) => (await callTool(server.url, key, id)).text();
  expect(await call(0)).not.toContain('isError');
  const other = new Database(servers.location);
  other.exec('begin immediate');
  let reads = 0;
  let isOver = false;
  const reading = (async () => {
    for (; !isOver; reads++) await (await read(server.url, key)).arrayBuffer();
  })();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, id) => call(id)));
  isOver = true;
  for (const answer of answers) expect(answer).toContain('another process is writing');
  expect(reads).toBeLessThanOrEqual(1);
  other.exec('rollback');
  other.close();
  await reading;
});
