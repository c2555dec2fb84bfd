import { type Kysely, type Migration, type MigrationProvider, sql } from 'kysely';

/**
 * How the tables came to be what they are. A step that was released is never edited: the next one is added.
 *
 * @param text type of a text column that compares by code unit, as SQLite's and JavaScript's do
 */
export function createMigrations(text: string): MigrationProvider {
  const migrations: Record<string, Migration> = {
    '001_tables': createTables(text),
    '003_limits_of_keys': addLimitsOfKeys(text),
  };
  return { getMigrations: async () => migrations };
}

function createTables(textType: string): Migration {
  const text = sql.raw<string>(textType);
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

/** Keys of before may do everything, for ever. */
function addLimitsOfKeys(textType: string): Migration {
  const text = sql.raw<string>(textType);
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const keys = db.schema.alterTable('api_keys');
      await keys.addColumn('access', text, (column) => column.notNull().defaultTo('write')).execute();
      for (const name of ['collection', 'origins', 'expires_at']) await keys.addColumn(name, text).execute();
    },
  };
}
