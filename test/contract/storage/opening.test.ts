/** Databases that others have locked, as happens where several processes start at once, or that a pooler stands before. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'libsql';
import pg from 'pg';
import { openStorage } from 'three-crowd-server';
import { beforeAll, expect, test } from 'vitest';
import { DatabaseTime } from '../../../src/server/core/database-time.js';
import { startPooler } from '../../support/contract/pooler.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { startWire } from '../../support/contract/wire.js';
import { createDirectory } from '../../support/temporary-directory.js';

const HELD_MILLISECONDS = 200;

const data = await createDirectory();
beforeAll(async () => {
  // Loads the driver, so that the file is still locked when the opening gets to it.
  await (await openStorage({ location: ':memory:' })).close();
});

/** The locks that another connection may have on a file that is not yet in WAL mode. */
const LOCKS = [
  ['shared', 'begin; select * from others'],
  // SQLite refuses the switch to WAL at once here, whatever its `busy_timeout`.
  ['reserved', 'begin immediate'],
  ['exclusive', 'begin exclusive'],
] as const;

test.each(LOCKS)(
  'a file under a lock that is %s is opened once it is free, and the thread goes on meanwhile',
  async (lock, statements) => {
    const location = join(data, `${lock}.db`);
    const other = new Database(location);
    other.exec('create table others (id integer)');
    expect(other.pragma('journal_mode')).toMatchObject([{ journal_mode: 'delete' }]);
    for (const statement of statements.split('; ')) {
      if (statement.startsWith('select')) other.prepare(statement).all();
      else other.exec(statement);
    }
    let isHeld = true;
    // On this thread: an opening that waited on it would keep this from running.
    setTimeout(() => {
      other.exec('commit');
      other.close();
      isHeld = false;
    }, HELD_MILLISECONDS);
    const storage = await openStorage({ location });
    expect(isHeld).toBe(false);
    await storage.close();
    const reopened = new Database(location);
    expect(reopened.pragma('journal_mode')).toMatchObject([{ journal_mode: 'wal' }]);
    reopened.close();
  },
);

test('a file that is opened once more keeps its log, whatever other processes end', async () => {
  const location = join(data, 'twice.db');
  const first = await openStorage({ location });
  const second = await openStorage({ location });
  const log = await stat(`${location}-wal`);
  const program = `new (require('libsql'))(${JSON.stringify(location)}).exec('create table others (id)')`;
  await promisify(execFile)(process.execPath, ['-e', program]);
  expect((await stat(`${location}-wal`)).ino).toBe(log.ino);
  for (const storage of [first, second]) await storage.close();
});

test('a new file and those beside it are for nobody else on the machine', async () => {
  const location = join(data, 'own.db');
  const storage = await openStorage({ location });
  for (const suffix of ['', '-wal', '-shm']) {
    expect((await stat(location + suffix)).mode & 0o077, suffix).toBe(0);
  }
  await storage.close();
});

test('a pooler that gives every transaction another connection is refused, with what to do instead', async () => {
  const location = await createDatabase();
  const pooler = await startPooler(location);
  // It passes on what it should: two clients at a time have one process of the database.
  const clients = [1, 2].map(() => new pg.Client({ connectionString: pooler.location }));
  const pids = await Promise.all(
    clients.map(async (client) => {
      await client.connect();
      return (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number;
    }),
  );
  expect(pids[0]).toBeGreaterThan(0);
  expect(pids[1]).toBe(pids[0]);
  for (const client of clients) await client.end();
  await expect(openStorage({ location: pooler.location })).rejects.toThrow(/pool_mode = session/);
  await pooler.close();
  await (await openStorage({ location })).close();
});

test('a query takes a connection that comes free, while the one that is made for it takes long', async () => {
  const direct = await createDatabase();
  const wire = await startWire(Number(new URL(direct).port));
  const location = new URL(direct);
  location.port = String(wire.port);
  const storage = await openStorage({ location: location.href });
  expect(await storage.listCrowds('ann', 1)).toEqual([]);
  wire.cutNew();
  const other = new pg.Client(direct);
  await other.connect();
  await other.query('begin; lock table crowds');
  const { opened } = wire;
  const held = storage.listCrowds('ann', 1);
  const waiting = storage.listKeys('ann');
  await expect.poll(() => wire.opened).toBe(opened + 1);
  await other.query('rollback');
  await other.end();
  expect(await Promise.all([held, waiting])).toEqual([[], []]);
  wire.mend();
  await storage.close();
  await wire.close();
});

test('a request that has waited before is refused while one that has not waits on', async () => {
  const location = join(data, 'waits.db');
  const storage = await openStorage({ location });
  const other = new Database(location);
  other.exec('begin immediate');
  const refused: string[] = [];
  const revoke = (id: string, spent: number) =>
    storage
      .revokeKey(id, '2026-03-01T00:00:00.000Z', new DatabaseTime(spent))
      .catch((error: Error) => refused.push(`${id}: ${error.message}`));
  const error = 'the database is busy: another process is writing to its file';
  // For the file itself.
  await revoke('early', 4_900);
  expect(refused).toEqual([`early: ${error}`]);
  const patient = revoke('patient', 0);
  // For the connection, which the patient one holds.
  await revoke('late', 4_900);
  expect(refused).toEqual([`early: ${error}`, `late: ${error}`]);
  other.exec('rollback');
  other.close();
  await patient;
  expect(refused).toHaveLength(2);
  await storage.close();
});
