import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely';
import Database from 'libsql';
import type { LendConnection } from './sql-storage.js';

/** Milliseconds to wait for another process that is writing. */
const PATIENCE_MILLISECONDS = 5_000;
const MOST_STATEMENTS = 100;

/** Takes the right to write at the start: taken half-way, it is refused if another process wrote in between. */
class WritingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class WritingDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new WritingDriver({ database: this.#database });
  }
}

/**
 * Opens an SQLite database so that what is committed survives the loss of power.
 *
 * @param file made where it is missing; `:memory:` for one that ends with the process
 */
export function openSqlite(file: string): SqliteDialect {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  database.pragma(`busy_timeout = ${PATIENCE_MILLISECONDS}`);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return new WritingDialect(keepStatements(database));
}

/** Texts of statements are few, and parsing one takes longer than running it. */
function keepStatements(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        if (statements.size === MOST_STATEMENTS) statements.clear();
        statement = database.prepare(sql) as unknown as SqliteStatement;
        statements.set(sql, statement);
      }
      return statement;
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

/**
 * Lends a connection that does not wait for the disk: what it commits survives the process, but not the loss of power.
 * Right for counting uses, which come with every request: a count may be lost, a crowd never.
 */
export const lendWithoutWaiting: LendConnection = (db, work) =>
  db.connection().execute(async (connection) => {
    await sql`pragma synchronous = NORMAL`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`pragma synchronous = FULL`.execute(connection);
    }
  });
