import { type Dialect, Kysely, Migrator } from 'kysely';
import type { DatabaseTime } from '../../core/database-time.js';
import { checkSessions } from './check-sessions.js';
import { COUNT_BATCH, countInPostgres } from './count-in-postgres.js';
import { countInSqlite } from './count-in-sqlite.js';
import type { Database, Engine } from './engine.js';
import { createMigrations } from './migrations.js';
import type { Schema } from './schema.js';

/** Opens a PostgreSQL database with its tables up to date. */
export async function openPostgresEngine(url: string, onError: (error: Error) => void): Promise<Engine> {
  const { MIGRATION_LIMITS, openPostgres } = await import('./postgres.js');
  const patient = openPostgres(url, { onError, limits: MIGRATION_LIMITS });
  const migrating = open(patient.dialect)();
  await checkSessions(migrating)
    .then(() => migrate(migrating, migrating, 'PostgreSQL'))
    .finally(() => patient.close());
  const durable = openPostgres(url, { onError });
  const fast = openPostgres(url, { onError, isDurable: false, prepared: [COUNT_BATCH] });
  const db = open(durable.dialect);
  return {
    reading: db,
    writing: db,
    counting: open(fast.dialect),
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
    close: async () => {
      await Promise.all([durable.close(), fast.close()]);
    },
  };
}

/** Opens an SQLite database with its tables up to date. */
export async function openSqliteEngine(file: string): Promise<Engine> {
  const { openSqlite } = await import('./sqlite.js');
  const { reading, writing, counting, waiting, close } = await openSqlite(file);
  const engine = { reading: open(reading), writing: open(writing), counting: open(counting) };
  await migrate(engine.writing(), engine.reading(), 'SQLite').catch((error: unknown) => {
    close();
    throw error;
  });
  return {
    ...engine,
    rowId: 'rowid',
    skipsLocked: false,
    countBatch: countInSqlite,
    figures: () => ({ three_crowd_database_writers_waiting: waiting() }),
    close: async () => close(),
  };
}

/** Requests have a Kysely of their own, which takes 1 µs to make, and share the connections. */
function open(dialectFor: (time?: DatabaseTime) => Dialect): Database {
  const db = new Kysely<Schema>({ dialect: dialectFor() });
  return (time) => (time ? new Kysely<Schema>({ dialect: dialectFor(time) }) : db);
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
