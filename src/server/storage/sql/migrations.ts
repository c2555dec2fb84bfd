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
  const migrations: Record<string, Migration> = {
    '001_tables': createTables(engine),
    '002_cheap_lists_and_probes': addListsAndProbes(engine),
    '003_limits_of_keys': addLimitsOfKeys(engine),
    '004_files': addFiles(engine),
    '005_webhooks': addWebhooks(engine),
    '006_secrets_and_failures_of_webhooks': addSecretsAndFailures(engine),
    '007_marks_without_lookups': freeMarksOfLookups(engine),
    '008_answers_of_marks': addAnswers(),
    '009_bounded_queues': addBounds(),
    '010_suspended_accounts': addSuspension(engine),
    '011_quotas_of_keys': addQuotasOfKeys(engine),
  };
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

/** Type of a text column that compares by code unit, as SQLite's and JavaScript's do. */
function textOf(engine: EngineName) {
  return sql.raw<string>(engine === 'PostgreSQL' ? 'text collate "C"' : 'text');
}

function createTables(engine: EngineName): Migration {
  const text = textOf(engine);
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('accounts')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('name', text, (column) => column.notNull().unique())
        .addColumn('plan', text, (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('api_keys')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('hash', text, (column) => column.notNull().unique())
        .addColumn('account_id', text, (column) => column.notNull().references('accounts.id'))
        .addColumn('label', text, (column) => column.notNull())
        .addColumn('created_at', text, (column) => column.notNull())
        .addColumn('revoked_at', text)
        .execute();
      await db.schema
        .createTable('manifests')
        .addColumn('version', text, (column) => column.primaryKey())
        .addColumn('content', text, (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('crowds')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('account_id', text, (column) => column.notNull().references('accounts.id'))
        .addColumn('is_sample', 'integer', (column) => column.notNull())
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('recipe', text, (column) => column.notNull())
        .addColumn('manifest_version', text, (column) => column.notNull().references('manifests.version'))
        .addColumn('created_at', text, (column) => column.notNull())
        .addColumn('updated_at', text, (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('crowds_of_account')
        .on('crowds')
        .columns(['account_id', 'created_at desc', 'id'])
        .execute();
      await db.schema
        .createTable('usage')
        .addColumn('account_id', text, (column) => column.notNull().references('accounts.id'))
        .addColumn('period', text, (column) => column.notNull())
        .addColumn('used', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_key', ['account_id', 'period'])
        .execute();
      await db.schema
        .createTable('requests')
        .addColumn('account_id', text, (column) => column.notNull().references('accounts.id'))
        .addColumn('key', text, (column) => column.notNull())
        .addColumn('fingerprint', text, (column) => column.notNull())
        .addColumn('crowd', text)
        .addColumn('created_at', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('requests_key', ['account_id', 'key'])
        .execute();
      await db.schema.createIndex('requests_by_age').on('requests').column('created_at').execute();
    },
  };
}

/**
 * Lists need a crowd's collection, which is a field of its recipe: the database derives it, whoever writes the recipe.
 * The check that the storage can write has a table of its own.
 */
function addListsAndProbes(engine: EngineName): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      if (engine === 'PostgreSQL') {
        // Recipes that are long are kept beside the row, so a list that does not name them does not read them.
        await sql`create function collection_of(recipe text) returns text language sql immutable strict
          as $$ select (recipe::json) ->> 'collection' $$`.execute(db);
        await sql`alter table crowds add column collection text collate "C"
          generated always as (collection_of(recipe)) stored`.execute(db);
      } else {
        // SQLite keeps long recipes within the row, but answers a list from an index that holds all of it.
        await sql`alter table crowds add column collection text
          generated always as (recipe ->> '$.collection') virtual`.execute(db);
        await sql`create index crowds_in_lists
          on crowds (account_id, created_at desc, id, name, collection, updated_at)`.execute(db);
        await db.schema.dropIndex('crowds_of_account').execute();
      }
      await db.schema
        .createTable('probes')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('written_at', textOf(engine), (column) => column.notNull())
        .addColumn('content', textOf(engine), (column) => column.notNull())
        .execute();
    },
  };
}

/** Keys of before may do everything, for ever. */
function addLimitsOfKeys(engine: EngineName): Migration {
  const text = textOf(engine);
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const keys = db.schema.alterTable('api_keys');
      await keys.addColumn('access', text, (column) => column.notNull().defaultTo('write')).execute();
      for (const name of ['collection', 'origins', 'expires_at']) await keys.addColumn(name, text).execute();
    },
  };
}

/** Kits, and files by the paths of their addresses, of all versions. */
function addFiles(engine: EngineName): Migration {
  const text = textOf(engine);
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('kits')
        .addColumn('version', text, (column) => column.primaryKey())
        .addColumn('manifest_version', text, (column) => column.notNull())
        .addColumn('files', text, (column) => column.notNull())
        .addColumn('saved_at', text, (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('files')
        .addColumn('path', text, (column) => column.primaryKey())
        .addColumn('hash', text, (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('file_contents')
        .addColumn('hash', text, (column) => column.primaryKey())
        .addColumn('bytes', engine === 'PostgreSQL' ? 'bytea' : 'blob', (column) => column.notNull())
        .execute();
    },
  };
}

function addWebhooks(engine: EngineName): Migration {
  const text = textOf(engine);
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('webhooks')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('account_id', text, (column) => column.notNull().references('accounts.id'))
        .addColumn('url', text, (column) => column.notNull())
        .addColumn('events', text, (column) => column.notNull())
        .addColumn('secret', text, (column) => column.notNull())
        .addColumn('created_at', text, (column) => column.notNull())
        .execute();
      await db.schema.createIndex('webhooks_of_account').on('webhooks').column('account_id').execute();
      await db.schema
        .createTable('deliveries')
        .addColumn('message_id', text, (column) => column.notNull())
        .addColumn('webhook_id', text, (column) => column.notNull())
        .addColumn('body', text, (column) => column.notNull())
        .addColumn('trace', text, (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('due_at', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('deliveries_key', ['message_id', 'webhook_id'])
        .execute();
      for (const columns of [['due_at'], ['webhook_id', 'due_at']]) {
        const name = `deliveries_by_${columns.join('_and_')}`;
        await db.schema.createIndex(name).on('deliveries').columns(columns).execute();
      }
    },
  };
}

/** Secrets can be replaced, and messages that nobody took are kept. */
function addSecretsAndFailures(engine: EngineName): Migration {
  const text = textOf(engine);
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const [table, ...columns] of [
        ['webhooks', 'old_secret', 'old_secret_until'],
        ['deliveries', 'failed_at', 'reason'],
      ]) {
        for (const column of columns) await db.schema.alterTable(table).addColumn(column, text).execute();
      }
    },
  };
}

/**
 * A mark is written with every named read, and PostgreSQL looked its account up for each: 4 µs of the 20 that a mark took
 * in batches of 50. Nothing deletes accounts, and what counts the use in the same statement names the account as well.
 * SQLite drops a constraint only with its table, so there it stays.
 */
function freeMarksOfLookups(engine: EngineName): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      if (engine === 'SQLite') return;
      // Others lock the two tables in either order, so this takes both at once or lets go of the first again.
      await sql`do $$
        begin
          loop
            begin
              set local lock_timeout = '100ms';
              lock table accounts, requests in access exclusive mode;
              exit;
            exception when lock_not_available then
              perform pg_sleep(0.05);
            end;
          end loop;
        end
      $$`.execute(db);
      await sql`set local lock_timeout = 0`.execute(db);
      await sql`alter table requests drop constraint if exists requests_account_id_fkey`.execute(db);
    },
  };
}

/** One unit pays for several answers under a name, but not for any number. */
function addAnswers(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('requests')
        .addColumn('answers', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
    },
  };
}

/** Webhooks count the messages that were dropped. */
function addBounds(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('webhooks')
        .addColumn('dropped', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  };
}

function addSuspension(engine: EngineName): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('accounts').addColumn('suspended_at', textOf(engine)).execute();
    },
  };
}

/** Keys of before have no quota of their own. */
function addQuotasOfKeys(engine: EngineName): Migration {
  const text = textOf(engine);
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('api_keys').addColumn('quota', 'integer').execute();
      await db.schema
        .createTable('key_usage')
        .addColumn('hash', text, (column) => column.notNull())
        .addColumn('period', text, (column) => column.notNull())
        .addColumn('used', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('key_usage_key', ['hash', 'period'])
        .execute();
    },
  };
}
