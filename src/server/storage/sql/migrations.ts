import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, type MigrationProvider, sql } from 'kysely';
import type { Schema } from './schema.js';

type EngineName = 'PostgreSQL' | 'SQLite';

/** Prefix of the numbers of steps that only add to those before. */
const HUNDRED = '0';

/**
 * Steps that build the tables. Never edit a released step: add the next one. Processes of the previous version use the
 * same tables during an update, and may be started again to undo it, so steps only add. A step that has to do more begins
 * the next hundred, and older versions refuse its tables.
 *
 * @param reading the database, whose later steps are accepted if they are of the same hundred
 */
export async function createMigrations(
  engine: EngineName,
  reading: Kysely<Schema>,
): Promise<MigrationProvider> {
  const migrations: Record<string, Migration> = {};
  for (const [name, step] of Object.entries(STEPS)) {
    const statements = typeof step === 'string' ? step : step[engine];
    migrations[name] = { up: (db) => run(db, engine, statements) };
  }
  // Found before they are run: what runs them may hold the one connection that writes.
  const later = await findLaterSteps(reading, Object.keys(migrations));
  for (const name of later) migrations[name] = { up: async () => {} };
  return { getMigrations: async () => migrations };
}

/** The steps of later versions that a database has been through, and that this one can work with. */
async function findLaterSteps(db: Kysely<Schema>, known: readonly string[]): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(
    db,
  );
  return rows.rows
    .map(({ name }) => name)
    .filter((name) => !known.includes(name) && name.startsWith(HUNDRED));
}

/** Runs statements, each of which ends with a semicolon at the end of a line. `TEXT` and `BYTES` are the engine's types. */
async function run(db: Kysely<unknown>, engine: EngineName, statements: string): Promise<void> {
  // Compares by code unit, as SQLite's and JavaScript's texts do.
  const [text, bytes] = engine === 'PostgreSQL' ? ['text collate "C"', 'bytea'] : ['text', 'blob'];
  for (const statement of statements.replaceAll('TEXT', text).replaceAll('BYTES', bytes).split(/;\n/)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
  }
}

const PROBES = `
  create table probes (id integer primary key, written_at TEXT not null, content TEXT not null);
`;

/** The same for both engines, or for each its own. */
const STEPS: Readonly<Record<string, string | Readonly<Record<EngineName, string>>>> = {
  '001_tables': `
    create table accounts (id TEXT primary key, name TEXT not null unique, plan TEXT not null);
    create table api_keys (id TEXT primary key, hash TEXT not null unique,
      account_id TEXT not null references accounts (id), label TEXT not null, created_at TEXT not null, revoked_at TEXT);
    create table manifests (version TEXT primary key, content TEXT not null);
    create table crowds (id TEXT primary key, account_id TEXT not null references accounts (id),
      is_sample integer not null, name TEXT not null, recipe TEXT not null,
      manifest_version TEXT not null references manifests (version), created_at TEXT not null, updated_at TEXT not null);
    create index crowds_of_account on crowds (account_id, created_at desc, id);
    create table usage (account_id TEXT not null references accounts (id), period TEXT not null, used integer not null,
      constraint usage_key primary key (account_id, period));
    create table requests (account_id TEXT not null references accounts (id), key TEXT not null, fingerprint TEXT not null,
      crowd TEXT, created_at TEXT not null, constraint requests_key primary key (account_id, key));
    create index requests_by_age on requests (created_at);
  `,
  // Lists need a crowd's collection, a field of its recipe: the database derives it, whoever writes the recipe.
  '002_cheap_lists_and_probes': {
    // Long recipes are kept beside the row, so a list that does not name them does not read them.
    PostgreSQL: `
      create function collection_of(recipe text) returns text language sql immutable strict
        as $$ select (recipe::json) ->> 'collection' $$;
      alter table crowds add column collection TEXT generated always as (collection_of(recipe)) stored;
      ${PROBES}`,
    // Long recipes are kept within the row, so an index holds all that lists need.
    SQLite: `
      alter table crowds add column collection TEXT generated always as (recipe ->> '$.collection') virtual;
      create index crowds_in_lists on crowds (account_id, created_at desc, id, name, collection, updated_at);
      drop index crowds_of_account;
      ${PROBES}`,
  },
  // Older keys may do everything, for ever.
  '003_limits_of_keys': `
    alter table api_keys add column access TEXT default 'write' not null;
    alter table api_keys add column collection TEXT;
    alter table api_keys add column origins TEXT;
    alter table api_keys add column expires_at TEXT;
  `,
  '004_files': `
    create table kits (version TEXT primary key, manifest_version TEXT not null, files TEXT not null,
      saved_at TEXT not null);
    create table files (path TEXT primary key, hash TEXT not null);
    create table file_contents (hash TEXT primary key, bytes BYTES not null);
  `,
  '005_webhooks': `
    create table webhooks (id TEXT primary key, account_id TEXT not null references accounts (id), url TEXT not null,
      events TEXT not null, secret TEXT not null, created_at TEXT not null);
    create index webhooks_of_account on webhooks (account_id);
    create table deliveries (message_id TEXT not null, webhook_id TEXT not null, body TEXT not null, trace TEXT not null,
      attempts integer not null, due_at TEXT not null, constraint deliveries_key primary key (message_id, webhook_id));
    create index deliveries_by_due_at on deliveries (due_at);
    create index deliveries_by_webhook_id_and_due_at on deliveries (webhook_id, due_at);
  `,
  '006_secrets_and_failures_of_webhooks': `
    alter table webhooks add column old_secret TEXT;
    alter table webhooks add column old_secret_until TEXT;
    alter table deliveries add column failed_at TEXT;
    alter table deliveries add column reason TEXT;
  `,
  // PostgreSQL looked the account up for each mark of a read: 4 µs of the 20 that a mark took in batches of 50. Nothing
  // deletes accounts, and the use that is counted in the same statement names the account as well. SQLite drops a
  // constraint only with its table.
  '007_marks_without_lookups': {
    SQLite: '',
    // Other transactions lock the two tables in either order, so this takes both at once or lets go of the first again.
    PostgreSQL: `
      do $$
        begin
          loop
            begin set local lock_timeout = '100ms'; lock table accounts, requests in access exclusive mode; exit; exception
              when lock_not_available then perform pg_sleep(0.05); end; end loop; end
      $$;
      set local lock_timeout = 0;
      alter table requests drop constraint if exists requests_account_id_fkey;
    `,
  },
  '008_answers_of_marks': 'alter table requests add column answers integer default 1 not null;\n',
  '009_bounded_queues': 'alter table webhooks add column dropped integer default 0 not null;\n',
  '010_suspended_accounts': 'alter table accounts add column suspended_at TEXT;\n',
  '011_quotas_of_keys': `
    alter table api_keys add column quota integer;
    create table key_usage (hash TEXT not null, period TEXT not null, used integer not null,
      constraint key_usage_key primary key (hash, period));
  `,
};
