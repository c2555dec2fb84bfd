import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { completeRecipe } from 'three-crowd/protocol';
import { openStorage } from 'three-crowd-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KIT_MANIFEST } from '../../support/contract/fake-kit.js';
import { startPostgres, type TestPostgres } from '../../support/contract/postgres.js';

/** The tables of the first version that was released, with data in them. `TEXT` is the engine's type of a text. */
const FIRST_VERSION = `
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

const AT = '2026-03-01T00:00:00.000Z';
const RECIPE = completeRecipe({ v: 1, seed: 7, collection: 'harbour' });
const ROWS: readonly (readonly [table: string, ...values: (string | number | null)[]])[] = [
  ['accounts', 'ann', 'Ann', 'developer'],
  ['api_keys', 'key_1a2b3c4d', 'hash 1', 'ann', 'Old key', AT, null],
  ['api_keys', 'key_2a2b3c4d', 'hash 2', 'ann', 'Revoked', AT, AT],
  ['manifests', KIT_MANIFEST.version, JSON.stringify(KIT_MANIFEST)],
  ['crowds', 'cr_Saved000', 'ann', 0, 'Quay', JSON.stringify(RECIPE), KIT_MANIFEST.version, AT, AT],
  ['usage', 'ann', '2026-03', 41],
  ['requests', 'ann', 'once', 'f', null, AT],
];

/** A busy machine takes its time to start a database. */
const STARTING_MILLISECONDS = 60_000;

let postgres: TestPostgres;
let directory: string;
beforeAll(async () => {
  [postgres, directory] = await Promise.all([startPostgres(), mkdtemp(join(tmpdir(), 'three-crowd-'))]);
}, STARTING_MILLISECONDS);
afterAll(async () => {
  await postgres.stop();
  await rm(directory, { recursive: true });
});

const ENGINES: Readonly<Record<string, () => Promise<string>>> = {
  async SQLite() {
    const location = join(directory, 'crowds.db');
    const database = new Database(location);
    database.exec(FIRST_VERSION.replaceAll('TEXT', 'text'));
    for (const [table, ...values] of ROWS) {
      database.prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`).run(...values);
    }
    database.close();
    return location;
  },
  async PostgreSQL() {
    const location = await postgres.createDatabase();
    const client = new pg.Client({ connectionString: location });
    await client.connect();
    await client.query(FIRST_VERSION.replaceAll('TEXT', 'text collate "C"'));
    for (const [table, ...values] of ROWS) {
      await client.query(
        `insert into ${table} values (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
        values,
      );
    }
    await client.end();
    return location;
  },
};

test.each(Object.entries(ENGINES))(
  '%s of the first version is taken over with all that it has',
  async (_name, make) => {
    const location = await make();
    // The second time there is nothing left to do.
    for (const _time of [1, 2]) await (await openStorage({ location })).close();
    const storage = await openStorage({ location });
    const limits = { access: 'write', collection: null, origins: null, expiresAt: null };
    expect(await storage.findKey('hash 1')).toEqual({
      hash: 'hash 1',
      account: { id: 'ann', name: 'Ann', plan: 'developer' },
      limits,
    });
    expect(await storage.findKey('hash 2')).toBeUndefined();
    expect(await storage.listKeys('ann')).toMatchObject([
      { id: 'key_1a2b3c4d', revokedAt: null, ...limits },
      { id: 'key_2a2b3c4d', revokedAt: AT, ...limits },
    ]);
    expect(await storage.findCrowd('cr_Saved000')).toMatchObject({ name: 'Quay', recipe: RECIPE });
    expect(await storage.listCrowds('ann', 10, undefined, 'harbour')).toHaveLength(1);
    expect(await storage.usage('ann', '2026-03')).toBe(41);
    const request = { key: 'once', fingerprint: 'f', at: AT, expired: '2026-02-01T00:00:00.000Z' };
    expect(await storage.meter([{ accountId: 'ann', period: '2026-03', request }])).toEqual(['repeated']);
    const renamed = await storage.updateCrowd('cr_Saved000', (crowd) => ({
      crowd: { ...crowd, name: 'Pier' },
    }));
    expect(renamed).toMatchObject({ name: 'Pier' });
    await storage.close();
  },
);
