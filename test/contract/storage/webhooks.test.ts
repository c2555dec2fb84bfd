import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { completeRecipe } from 'three-crowd/protocol';
import { openStorage, type Storage } from 'three-crowd-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CrowdEvent, SavedCrowd, Webhook } from '../../../src/server/index.js';
import { KIT_MANIFEST } from '../../support/contract/fake-kit.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { createDirectory } from '../../support/temporary-directory.js';

const directory = await createDirectory();

/** Two processes on one storage. */
const ENGINES: Readonly<Record<string, () => Promise<[Storage, Storage]>>> = {
  SQLite: () => openTwice(join(directory, 'crowds.db')),
  PostgreSQL: async () => openTwice(await createDatabase()),
};

async function openTwice(location: string): Promise<[Storage, Storage]> {
  return [await openStorage({ location }), await openStorage({ location })];
}

const time = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString();
const CHARGE = { accountId: 'ann', period: '2026-03' };

function crowdOf(id: string): SavedCrowd {
  return {
    id: `cr_${id.padEnd(8, '0')}`,
    accountId: 'ann',
    isSample: false,
    name: id,
    recipe: completeRecipe({}),
    manifestVersion: KIT_MANIFEST.version,
    createdAt: time(0),
    updatedAt: time(0),
  };
}

function eventOf(id: string, minute: number, type = 'crowd.created'): CrowdEvent {
  return { id, accountId: 'ann', type, body: `{"id":"${id}"}`, at: time(minute), trace: { traceparent: id } };
}

function webhookOf(id: string, events = ['crowd.created', 'crowd.updated'], accountId = 'ann'): Webhook {
  return {
    id,
    accountId,
    url: `https://${id}.test/`,
    events,
    secret: `whsec_${id}`,
    oldSecret: null,
    oldSecretUntil: null,
    createdAt: time(0),
    dropped: 0,
  };
}

/** Claims the messages that are due, at most `limit`, but for those of some webhooks. */
async function claim(
  { webhooks }: Storage,
  now: string,
  until: string,
  limit: number,
  busy: readonly string[] = [],
) {
  const due = (await webhooks.findDue(now)).filter(({ webhookId }) => !busy.includes(webhookId));
  return webhooks.claim(due.slice(0, limit), now, until);
}

describe.each(Object.keys(ENGINES))('%s', (engine) => {
  let storage: Storage;
  let other: Storage;
  beforeAll(async () => {
    [storage, other] = await ENGINES[engine]();
    await storage.saveManifest(KIT_MANIFEST);
    for (const id of ['ann', 'bob']) await storage.saveAccount({ id, name: id, plan: 'studio' });
  });
  afterAll(async () => {
    await storage.close();
    if (other !== storage) await other.close();
  });

  test('keeps webhooks of each account, as many as it may have, also where all come at once', async () => {
    const added = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id, i) =>
        [storage, other][i % 2].webhooks.add(webhookOf(`bob-${id}`, [], 'bob'), 3),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(3);
    const listed = await storage.webhooks.list('bob');
    expect(listed).toHaveLength(3);
    expect(listed[0]).toEqual(webhookOf(listed[0].id, [], 'bob'));
    expect(await storage.webhooks.remove('ann', listed[0].id)).toBe(false);
    for (const { id } of listed) expect(await storage.webhooks.remove('bob', id)).toBe(true);
    expect(await storage.webhooks.list('bob')).toEqual([]);
  });

  test('queues what happened with the change, and nothing of a change that was undone', async () => {
    const { webhooks } = storage;
    await webhooks.add(webhookOf('one'), 9);
    await webhooks.add(webhookOf('two', ['crowd.deleted']), 9);
    const crowd = crowdOf('Told');
    expect(await storage.createCrowd(crowd, CHARGE, 0, eventOf('refused', 1))).toEqual({
      kind: 'exhausted',
      of: 'account',
    });
    await storage.createCrowd(crowd, CHARGE, 99, eventOf('created', 1));
    expect(await storage.createCrowd(crowd, CHARGE, 99, eventOf('taken', 1))).toEqual({ kind: 'taken' });
    await storage.updateCrowd(crowd.id, (current) => ({
      crowd: current,
      event: eventOf('updated', 2, 'crowd.updated'),
    }));
    const refuse = () => storage.deleteCrowd(crowd.id, () => expect.fail('no'));
    await expect(refuse()).rejects.toThrow('no');
    await storage.deleteCrowd(crowd.id, () => eventOf('deleted', 3, 'crowd.deleted'));

    expect(await claim(storage, time(0), time(9), 10)).toEqual([]);
    const claimed = await claim(storage, time(3), time(9), 10);
    expect(claimed.toSorted((a, b) => (a.webhook.id < b.webhook.id ? -1 : 1))).toMatchObject([
      {
        messageId: 'created',
        webhook: { id: 'one', accountId: 'ann', url: 'https://one.test/', secret: 'whsec_one' },
        attempts: 0,
      },
      {
        messageId: 'deleted',
        webhook: { id: 'two' },
        body: '{"id":"deleted"}',
        trace: { traceparent: 'deleted' },
      },
    ]);
    // What comes after the message on its way is passed over by whoever sends that one, and nobody sends it twice.
    expect(await claim(storage, time(4), time(9), 10, ['one', 'two'])).toEqual([]);
    for (const delivery of claimed) await webhooks.settle(delivery, { kind: 'taken' });
    const [next] = await claim(storage, time(4), time(9), 10);
    expect(next.messageId).toBe('updated');
    await webhooks.settle(next, { kind: 'retried', at: time(20), reason: 'it answered 503' });
    const retried = { id: 'updated', attempts: 1, dueAt: time(20), reason: 'it answered 503' };
    expect(await other.webhooks.listRetried('ann', 'one', 9)).toEqual([
      { ...retried, body: '{"id":"updated"}' },
    ]);
    expect(await other.webhooks.listRetried('bob', 'one', 9)).toEqual([]);
    expect(await other.webhooks.listRetried('ann', 'two', 9)).toEqual([]);
    expect(await claim(storage, time(19), time(30), 10)).toEqual([]);
    const [again] = await claim(storage, time(20), time(30), 10);
    expect(again).toMatchObject({ messageId: 'updated', attempts: 1 });
    // Nobody settled it: its process has ended.
    expect(await claim(storage, time(29), time(40), 10)).toEqual([]);
    expect(await claim(storage, time(30), time(40), 10)).toHaveLength(1);
    await webhooks.remove('ann', 'one');
    await webhooks.remove('ann', 'two');
    expect(await claim(storage, time(59), time(60), 10)).toEqual([]);
  });

  test('keeps the secret before until a time, and messages that failed until they are sent again', async () => {
    const { webhooks } = storage;
    await webhooks.add(webhookOf('rotated'), 9);
    expect(await webhooks.rotate('bob', 'rotated', 'whsec_new', time(9))).toBeUndefined();
    const rotated = await other.webhooks.rotate('ann', 'rotated', 'whsec_new', time(9));
    const secrets = { secret: 'whsec_new', oldSecret: 'whsec_rotated', oldSecretUntil: time(9) };
    expect(rotated).toEqual({ ...webhookOf('rotated'), ...secrets });
    expect(await webhooks.list('ann')).toEqual([rotated]);
    const crowds = ['First', 'Second', 'Third'];
    for (const [i, id] of crowds.entries()) {
      await storage.createCrowd(crowdOf(id), CHARGE, 99, eventOf(id, i + 1));
      const [delivery] = await claim(storage, time(i + 1), time(50), 10);
      expect(delivery).toMatchObject({ messageId: id, webhook: secrets });
      await webhooks.settle(delivery, { kind: 'failed', at: time(i + 10), reason: `no ${id}` });
    }
    expect(await claim(other, time(59), time(60), 10)).toEqual([]);
    expect(await other.webhooks.listFailed('bob', 'rotated', 9)).toEqual([]);
    const failed = await other.webhooks.listFailed('ann', 'rotated', 2);
    expect(failed.map(({ id }) => id)).toEqual(['Third', 'Second']);
    const [first] = failed;
    expect(first).toEqual({
      id: 'Third',
      body: '{"id":"Third"}',
      attempts: 1,
      failedAt: time(12),
      reason: 'no Third',
    });
    expect(await webhooks.resend('bob', 'rotated', time(20))).toBe(0);
    expect(await webhooks.resend('ann', 'rotated', time(20), 'Second')).toBe(1);
    const [again] = await claim(other, time(20), time(50), 10);
    expect(again).toMatchObject({ messageId: 'Second', attempts: 0 });
    expect(await webhooks.listRetried('ann', 'rotated', 9)).toEqual([]);
    await webhooks.settle(again, { kind: 'taken' });
    expect(await webhooks.forgetFailed(time(10), 9)).toBe(0);
    expect(await webhooks.forgetFailed(time(11), 9)).toBe(1);
    expect(await webhooks.resend('ann', 'rotated', time(20))).toBe(1);
    expect(await webhooks.listFailed('ann', 'rotated', 9)).toEqual([]);
    await webhooks.remove('ann', 'rotated');
  });

  test('two processes claim each of 40 messages once', async () => {
    const all = Array.from({ length: 40 }, (_, i) => `many-${i}`);
    for (const id of all) await storage.webhooks.add(webhookOf(id), 99);
    await storage.createCrowd(crowdOf('Many'), CHARGE, 99, eventOf('many', 1));
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, i) => claim([storage, other][i % 2], time(2), time(9), 10)),
    );
    const ids = claims.flat().map(({ webhook }) => webhook.id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await claim(storage, time(2), time(9), 99);
    expect(new Set([...ids, ...rest.map(({ webhook }) => webhook.id)])).toEqual(new Set(all));
    for (const id of all) await storage.webhooks.remove('ann', id);
  });

  test('a webhook keeps its newest 1,000 messages, and counts those that were dropped', async () => {
    const { webhooks } = storage;
    await webhooks.add(webhookOf('full'), 9);
    const crowd = crowdOf('Full');
    await storage.createCrowd(crowd, CHARGE, 99);
    const at = (i: number) => new Date(Date.UTC(2026, 2, 1, 1, 0, 0, i)).toISOString();
    for (let i = 0; i < 1_010; i++) {
      const event = { ...eventOf(`full-${i}`, 0, 'crowd.updated'), at: at(i) };
      await storage.updateCrowd(crowd.id, (current) => ({ crowd: current, event }));
    }
    expect(await webhooks.findDue(time(90))).toEqual([
      { messageId: 'full-0', webhookId: 'full', accountId: 'ann', dueAt: at(0) },
    ]);
    const [first] = await claim(storage, time(90), time(95), 9);
    await webhooks.settle(first, { kind: 'retried', at: time(99), reason: 'it answered 503' });
    const [{ dropped }] = await webhooks.list('ann');
    expect(dropped).toBe(10);
    const [next] = await claim(storage, time(90), time(95), 9);
    expect(next).toMatchObject({ messageId: 'full-11', webhook: { dropped: 10 } });
    await webhooks.remove('ann', 'full');
  });
});

test('PostgreSQL reads a message for each webhook at a look, however many wait', async () => {
  const location = await createDatabase();
  const storage = await openStorage({ location });
  await storage.saveAccount({ id: 'ann', name: 'ann', plan: 'studio' });
  for (const id of ['long', 'short']) await storage.webhooks.add(webhookOf(id), 9);
  const client = new pg.Client(location);
  await client.connect();
  // All messages of one webhook are due before that of the other.
  await client.query(`
    insert into deliveries (message_id, webhook_id, body, trace, attempts, due_at)
    select 'm' || i, case when i < 20000 then 'long' else 'short' end, '{}', '{}', 0, '${time(1)}'
    from generate_series(1, 20000) as n (i)`);
  await client.query("update deliveries set due_at = $1 where webhook_id = 'short'", [time(2)]);
  await client.query('analyze deliveries');
  const countRead = async () => {
    const { rows } = await client.query(`
      select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables
      where relname = 'deliveries'`);
    return Number(rows[0].read);
  };
  await client.query('select pg_stat_force_next_flush()');
  const before = await countRead();
  const due = await storage.webhooks.findDue(time(3));
  expect(due.map(({ webhookId }) => webhookId)).toEqual(['long', 'short']);
  // The figures of a connection are complete once it has ended.
  await storage.close();
  await expect.poll(countRead).toBeGreaterThan(before);
  expect((await countRead()) - before).toBeLessThan(20);
  await client.end();
});

test('SQLite takes the same number of steps at a look, however many messages wait', async () => {
  const location = join(directory, 'steps.db');
  const prepare = vi.spyOn(Database.prototype, 'prepare');
  const storage = await openStorage({ location });
  await storage.saveAccount({ id: 'ann', name: 'ann', plan: 'studio' });
  for (const id of ['long', 'short']) await storage.webhooks.add(webhookOf(id), 9);
  const database = new Database(location);
  const queue = (from: number, to: number) =>
    database.exec(`
      insert into deliveries (message_id, webhook_id, body, trace, attempts, due_at)
      select 'm' || value, case when value > 2 then 'long' else 'short' end, '{}', '{}', 0, '${time(1)}'
      from generate_series(${from}, ${to})`);
  prepare.mockClear();
  let before = 0;
  /** Instructions of SQLite's virtual machine that a look takes. */
  const countSteps = async () => {
    const due = await storage.webhooks.findDue(time(3));
    expect(due.map(({ webhookId }) => webhookId).toSorted()).toEqual(['long', 'short']);
    const connection = prepare.mock.contexts[0] as Database.Database;
    const counter = connection.prepare('select nstep from sqlite_stmt where sql = ?');
    const { nstep } = counter.get(prepare.mock.calls[0][0]) as { nstep: number };
    const steps = nstep - before;
    before = nstep;
    return steps;
  };
  queue(1, 20);
  const steps = await countSteps();
  expect(steps).toBeGreaterThan(0);
  queue(21, 20_000);
  expect(await countSteps()).toBe(steps);
  prepare.mockRestore();
  database.close();
  await storage.close();
});
