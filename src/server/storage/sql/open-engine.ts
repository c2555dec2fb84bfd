import { CompiledQuery, type Dialect, Kysely, Migrator } from 'kysely';
import type { Engine, Uses } from './engine.js';
import { createMigrations } from './migrations.js';
import { countAgainstQuota } from './quota.js';
import type { Schema } from './schema.js';

/** Opens a PostgreSQL database with its tables up to date. */
export async function openPostgresEngine(url: string, onError: (error: Error) => void): Promise<Engine> {
  const { MIGRATION_LIMITS, openPostgres } = await import('./postgres.js');
  const migrating = new Kysely<Schema>({
    dialect: openPostgres(url, { onError, limits: MIGRATION_LIMITS }).dialect,
  });
  await migrate(migrating, migrating, 'PostgreSQL').finally(() => migrating.destroy());
  const durable = openPostgres(url, { onError });
  const fast = openPostgres(url, { onError, isDurable: false });
  const db = new Kysely<Schema>({ dialect: durable.dialect });
  const counting = new Kysely<Schema>({ dialect: fast.dialect });
  return {
    reading: db,
    writing: db,
    counting,
    skipsLocked: true,
    countUses: (uses) => countInOneStatement(counting, uses),
    figures: () => {
      const [of, ofCounting] = [durable.figures(), fast.figures()];
      return {
        database_connections_open: of.open + ofCounting.open,
        database_connections_idle: of.idle + ofCounting.idle,
        database_connections_waiting: of.waiting + ofCounting.waiting,
      };
    },
  };
}

/** Opens an SQLite database with its tables up to date. */
export async function openSqliteEngine(file: string): Promise<Engine> {
  const { openSqlite } = await import('./sqlite.js');
  const dialects = await openSqlite(file);
  const writing = new Kysely<Schema>({ dialect: dialects.writing });
  const open = (dialect: Dialect) =>
    dialect === dialects.writing ? writing : new Kysely<Schema>({ dialect });
  const [reading, counting] = [open(dialects.reading), open(dialects.counting)];
  await migrate(writing, reading, 'SQLite').catch(async (error: unknown) => {
    await Promise.all([...new Set([reading, writing, counting])].map((db) => db.destroy()));
    throw error;
  });
  return {
    reading,
    writing,
    counting,
    skipsLocked: false,
    countUses: (uses) => countInTransaction(counting, uses),
    figures: () => ({ database_writers_waiting: dialects.waiting() }),
  };
}

async function migrate(
  db: Kysely<Schema>,
  reading: Kysely<Schema>,
  engine: 'PostgreSQL' | 'SQLite',
): Promise<void> {
  const provider = await createMigrations(engine, reading);
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

/** Marks and counts in one statement, which is one round trip and a transaction by itself. */
const COUNT_IN_POSTGRES = `
with claimed as (
  insert into requests (account_id, key, fingerprint, crowd, created_at)
  select $1, mark ->> 0, mark ->> 1, null, mark ->> 2 from json_array_elements($2) as mark
  order by mark ->> 0
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, crowd = null, created_at = excluded.created_at
    where requests.created_at < $3
  returning key
), counted as (
  insert into usage (account_id, period, used)
  select $1, $4, units from (select $5::int + count(*)::int as units from claimed) as uses where units > 0
  on conflict (account_id, period) do update set used = usage.used + excluded.used
)
select key from claimed`;

async function countInOneStatement(
  db: Kysely<Schema>,
  { accountId, period, unnamed, marks }: Uses,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.executeQuery<{ key: string }>(
    CompiledQuery.raw(COUNT_IN_POSTGRES, [
      accountId,
      toJson(marks),
      marks[0]?.expired ?? '',
      period,
      unnamed,
    ]),
  );
  return new Set(rows.map(({ key }) => key));
}

const CLAIM_IN_SQLITE = `
insert into requests (account_id, key, fingerprint, crowd, created_at)
select ?, value ->> 0, value ->> 1, null, value ->> 2 from json_each(?) where true
on conflict (account_id, key) do update
  set fingerprint = excluded.fingerprint, crowd = null, created_at = excluded.created_at
  where requests.created_at < ?
returning key`;

async function countInTransaction(
  db: Kysely<Schema>,
  { accountId, period, unnamed, marks }: Uses,
): Promise<ReadonlySet<string>> {
  const [first] = marks;
  if (!first) {
    await countAgainstQuota(db, { accountId, period }, unnamed);
    return new Set();
  }
  return db.transaction().execute(async (transaction) => {
    const { rows } = await transaction.executeQuery<{ key: string }>(
      CompiledQuery.raw(CLAIM_IN_SQLITE, [accountId, toJson(marks), first.expired]),
    );
    const units = unnamed + rows.length;
    if (units > 0) await countAgainstQuota(transaction, { accountId, period }, units);
    return new Set(rows.map(({ key }) => key));
  });
}

/** One text for any number of marks: drivers write arrays of texts element by element. */
function toJson(marks: Uses['marks']): string {
  return JSON.stringify(marks.map(({ key, fingerprint, at }) => [key, fingerprint, at]));
}
