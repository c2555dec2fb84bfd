/** How an SQLite file is opened that another process has locked, as happens where several start at once. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { openStorage } from 'three-crowd-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const HELD_MILLISECONDS = 200;

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'three-crowd-'));
  // Loads the driver, so that the file is still locked when the opening gets to it.
  await (await openStorage({ location: ':memory:' })).close();
});
afterAll(() => rm(data, { recursive: true }));

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

test('a new file and those beside it are for nobody else on the machine', async () => {
  const location = join(data, 'own.db');
  const storage = await openStorage({ location });
  for (const suffix of ['', '-wal', '-shm']) {
    expect((await stat(location + suffix)).mode & 0o077, suffix).toBe(0);
  }
  await storage.close();
});
