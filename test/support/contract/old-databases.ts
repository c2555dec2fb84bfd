/** Databases of earlier versions with their data, as text, since the code of those versions is gone. */
import Database from 'libsql';
import pg from 'pg';
import { completeRecipe } from 'three-crowd/protocol';
import { KIT_MANIFEST } from './fake-kit.js';

export type EngineName = 'SQLite' | 'PostgreSQL';

/** The tables of 0.1.0 as it was first released. `TEXT` is the engine's type of a text. */
const FIRST_TABLES = `
  create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
  create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null);
  insert into kysely_migration values ('001_tables', '2026-01-01T00:00:00.000Z');
  insert into kysely_migration_lock values ('migration_lock', 0);
  create table accounts (id TEXT primary key, name TEXT not null unique, plan TEXT not null);
  create table api_keys (id TEXT primary key, hash TEXT not null unique, account_id TEXT not null references accounts (id),
    label TEXT not null, created_at TEXT not null, revoked_at TEXT);
  create table manifests (version TEXT primary key, content TEXT not null);
  create table crowds (id TEXT primary key, account_id TEXT not null references accounts (id), is_sample integer not null,
    name TEXT not null, recipe TEXT not null, manifest_version TEXT not null references manifests (version),
    created_at TEXT not null, updated_at TEXT not null);
  create index crowds_of_account on crowds (account_id, created_at desc, id);
  create table usage (account_id TEXT not null references accounts (id), period TEXT not null, used integer not null,
    constraint usage_key primary key (account_id, period));
  create table requests (account_id TEXT not null references accounts (id), key TEXT not null, fingerprint TEXT not null,
    crowd TEXT, created_at TEXT not null, constraint requests_key primary key (account_id, key));
  create index requests_by_age on requests (created_at);
`;

/** Statements of the second and third migration that differ between engines. */
const LATER_TABLES: Readonly<Record<EngineName, string>> = {
  SQLite: `
    alter table crowds add column collection text generated always as (recipe ->> '$.collection') virtual;
    create index crowds_in_lists on crowds (account_id, created_at desc, id, name, collection, updated_at);
    drop index crowds_of_account;
  `,
  PostgreSQL: `
    create function collection_of(recipe text) returns text language sql immutable strict
      as $$ select (recipe::json) ->> 'collection' $$;
    alter table crowds add column collection text collate "C" generated always as (collection_of(recipe)) stored;
  `,
};

const LATER_TABLES_OF_BOTH = `
  create table probes (id integer primary key, written_at TEXT not null, content TEXT not null);
  alter table api_keys add column access TEXT default 'write' not null;
  alter table api_keys add column collection TEXT;
  alter table api_keys add column origins TEXT;
  alter table api_keys add column expires_at TEXT;
  insert into kysely_migration values ('002_cheap_lists_and_probes', '2026-02-01T00:00:00.000Z');
  insert into kysely_migration values ('003_limits_of_keys', '2026-02-01T00:00:00.001Z');
  update api_keys set access = 'read', collection = 'harbour', origins = '["https://a.test"]',
    expires_at = '2027-01-01T00:00:00.000Z' where id = 'key_1a2b3c4d';
`;

export const AT = '2026-03-01T00:00:00.000Z';
export const RECIPE = completeRecipe({ v: 1, seed: 7, collection: 'harbour' });
const ROWS: readonly (readonly [table: string, ...values: (string | number | null)[]])[] = [
  ['accounts', 'ann', 'Ann', 'developer'],
  ['api_keys', 'key_1a2b3c4d', 'hash 1', 'ann', 'Old key', AT, null],
  ['api_keys', 'key_2a2b3c4d', 'hash 2', 'ann', 'Revoked', AT, AT],
  ['manifests', KIT_MANIFEST.version, JSON.stringify(KIT_MANIFEST)],
  ['crowds', 'cr_Saved000', 'ann', 0, 'Quay', JSON.stringify(RECIPE), KIT_MANIFEST.version, AT, AT],
  ['usage', 'ann', '2026-03', 41],
  ['requests', 'ann', 'once', 'f', null, AT],
];

/** Versions of the tables that can be migrated. */
export const OLD_VERSIONS = ['first', 'third'] as const;
export type OldVersion = (typeof OLD_VERSIONS)[number];

/** Fills an empty database. @param location a file for SQLite, an address for PostgreSQL */
export async function makeOldDatabase(
  engine: EngineName,
  version: OldVersion,
  location: string,
): Promise<void> {
  const type = engine === 'SQLite' ? 'text' : 'text collate "C"';
  const database = await (engine === 'SQLite' ? openSqlite(location) : openPostgres(location));
  await database.execute(FIRST_TABLES.replaceAll('TEXT', type));
  for (const [table, ...values] of ROWS) await database.insert(table, values);
  if (version === 'third') {
    await database.execute(LATER_TABLES[engine]);
    await database.execute(LATER_TABLES_OF_BOTH.replaceAll('TEXT', type));
  }
  await database.close();
}

/** Changes a database as another version would. */
export async function changeTables(
  engine: EngineName,
  location: string,
  statements: readonly string[],
): Promise<void> {
  const database = await (engine === 'SQLite' ? openSqlite(location) : openPostgres(location));
  for (const statement of statements) await database.execute(statement);
  await database.close();
}

interface OldDatabase {
  execute(statements: string): Promise<unknown>;
  insert(table: string, values: readonly (string | number | null)[]): Promise<unknown>;
  close(): Promise<void>;
}

async function openSqlite(file: string): Promise<OldDatabase> {
  const database = new Database(file);
  database.exec('pragma journal_mode = WAL');
  return {
    execute: async (statements) => database.exec(statements),
    insert: async (table, values) =>
      database.prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`).run(...values),
    close: async () => void database.close(),
  };
}

async function openPostgres(url: string): Promise<OldDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    execute: (statements) => client.query(statements),
    insert: (table, values) =>
      client.query(`insert into ${table} values (${values.map((_, i) => `$${i + 1}`).join(', ')})`, [
        ...values,
      ]),
    close: () => client.end(),
  };
}
