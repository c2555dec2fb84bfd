import { type Dialect, Kysely, Migrator } from 'kysely';
import { checkSessions } from './check-sessions.js';
import { COUNT_BATCH, countInPostgres } from './count-in-postgres.js';
import { countInSqlite } from './count-in-sqlite.js';
import type { Engine } from './engine.js';
import { createMigrations } from './migrations.js';
import type { Schema } from './schema.js';

/** Opens a PostgreSQL database with its tables up to date. */
export async function openPostgresEngine(url: string, onError: (error: Error) => void): Promise<Engine> {
  const { MIGRATION_LIMITS, openPostgres } = await import('./postgres.js');
  const migrating = new Kysely<Schema>({
    dialect: openPostgres(url, { onError, limits: MIGRATION_LIMITS }).dialect,
  });
  await checkSessions(migrating)
    .then(() => migrate(migrating, migrating, 'PostgreSQL'))
    .finally(() => migrating.destroy());
  const durable = openPostgres(url, { onError });
  const fast = openPostgres(url, { onError, isDurable: false, prepared: [COUNT_BATCH] });
  const db = new Kysely<Schema>({ dialect: durable.dialect });
  const counting = new Kysely<Schema>({ dialect: fast.dialect });
  return {
    reading: db,
    writing: db,
    counting,
    rowId: 'ctid',
    skipsLocked: true,
    countBatch: countInPostgres,
    figures: () => {
      const [of, ofCounting] = [durable.figures(), fast.figures()];
      return {
        three_crowd_database_connections_open: of.open + ofCounting.open,
        three_crowd_database_connections_idle: of.idle + ofCounting.idle,
        three_crowd_database_connections_waiting: of.waiting + ofCounting.waiting,
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
    rowId: 'rowid',
    skipsLocked: false,
    countBatch: countInSqlite,
    figures: () => ({ three_crowd_database_writers_waiting: dialects.waiting() }),
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
