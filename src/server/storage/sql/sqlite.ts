import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import Database from 'libsql';
import { DatabaseTime, LONGEST_DATABASE_TIME } from '../../core/database-time.js';
import { Semaphore } from '../../core/semaphore.js';
import { StorageUnavailableError } from '../storage.js';

/** Milliseconds between two attempts: short at first, since most writes are. */
const PAUSES = [1, 2, 5, 10, 25, 50];
const MOST_STATEMENTS = 100;
/**
 * Pages that are written beside the file before they are moved into it: 16 MB. Marks of requests are all over their
 * table, so that later ones change the same pages again: ten take 430 µs with SQLite's 1,000 pages, 290 with these, and 330
 * with four times as many.
 */
const CHECKPOINT_PAGES = 4_000;

/** A connection, for what counts for a time. @param time @default each use of the connection has its own */
type Connection = (time?: DatabaseTime) => SqliteDialect;

/** The connections to one file. */
export interface SqliteConnections {
  /** Reads, also while others write. */
  readonly reading: Connection;
  /** Its commits survive the loss of power. */
  readonly writing: Connection;
  /**
   * Its commits survive the end of the process, but not the loss of power: they do not wait for the disk. Right for
   * counts, which come with every request: a count may be lost, a crowd never.
   */
  readonly counting: Connection;
  /** Number of tasks that wait to write. */
  readonly waiting: () => number;
  readonly close: () => void;
}

/** Opens an SQLite database. @param file made where it is missing; `:memory:` for one that ends with the process */
export async function openSqlite(file: string): Promise<SqliteConnections> {
  // One writer at a time: without a queue, connections of this process would meet each other's locks.
  const writers = new Semaphore({
    permits: 1,
    timeout: LONGEST_DATABASE_TIME,
    refuse: () => new StorageUnavailableError(BUSY),
  });
  const waiting = () => writers.waiting;
  const databases: SqliteDatabase[] = [];
  const close = () => {
    for (const database of databases) database.close();
  };
  const share = (database: SqliteDatabase, queue?: Semaphore): Connection => {
    databases.push(database);
    return (time) => new QueuedSqliteDialect(database, queue, time);
  };
  if (file === ':memory:') {
    const only = share(connect(file, 'FULL'), writers);
    return { reading: only, writing: only, counting: only, waiting, close };
  }
  mkdirSync(dirname(file), { recursive: true });
  createForOwner(file);
  try {
    return {
      // One after the other, since the first one creates the file and switches it to WAL.
      writing: share(await connectPatiently(file, 'FULL'), writers),
      counting: share(await connectPatiently(file, 'NORMAL'), writers),
      reading: share(await connectPatiently(file, 'NORMAL')),
      waiting,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Creates an empty file that only its owner can read; files beside it get the same mode. An existing file is not opened:
 * closing it would release all locks of this process on it (POSIX), and the next process to end would remove the log that
 * connections of this one still write.
 */
function createForOwner(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

type Synchronous = 'FULL' | 'NORMAL';

/**
 * Connects however many processes do so at once. The switch to WAL needs the file for itself, and where two processes
 * that both read it ask for that, SQLite refuses one at once, whatever its `busy_timeout`: only if that one lets go of
 * its lock can the other go on. Hence a new connection for each attempt.
 */
async function connectPatiently(file: string, synchronous: Synchronous): Promise<SqliteDatabase> {
  return retryWhileBusy(() => connect(file, synchronous), performance.now() + LONGEST_DATABASE_TIME);
}

function connect(file: string, synchronous: Synchronous): SqliteDatabase {
  const database = new Database(file);
  try {
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.pragma('foreign_keys = ON');
  } catch (error) {
    database.close();
    throw error;
  }
  return keepStatements(database);
}

/**
 * Tries again after a pause, in which the thread does other work. SQLite's own `busy_timeout` would block the thread, and
 * with it all other requests, so it stays 0.
 */
async function retryWhileBusy<Result>(
  work: () => Result | Promise<Result>,
  deadline: number,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw explain(error);
    }
    await setTimeout(PAUSES[Math.min(attempt, PAUSES.length - 1)]);
  }
}

/** Texts of statements are few, and parsing one takes longer than running it. */
function keepStatements(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        if (statements.size === MOST_STATEMENTS) statements.clear();
        statement = keepReader(database.prepare(sql) as unknown as SqliteStatement);
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

/** Caches whether a statement returns rows: asking libsql takes as long as some statements do. */
function keepReader(statement: SqliteStatement): SqliteStatement {
  const { reader } = statement;
  return {
    reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  };
}

class QueuedSqliteDialect extends SqliteDialect {
  readonly #driver: SqliteDriver;

  constructor(database: SqliteDatabase, writers?: Semaphore, time?: DatabaseTime) {
    super({ database });
    this.#driver = new QueuedSqliteDriver(database, writers, time);
  }

  override createDriver(): SqliteDriver {
    return this.#driver;
  }

  /** Migrations run in one transaction, so that processes that start at once do them one after the other. */
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Waits for other processes without blocking the thread. */
class QueuedSqliteDriver extends SqliteDriver {
  readonly #writers: Semaphore | undefined;
  readonly #time: DatabaseTime | undefined;

  constructor(database: SqliteDatabase, writers?: Semaphore, time?: DatabaseTime) {
    super({ database });
    this.#writers = writers;
    this.#time = time;
  }

  override async acquireConnection(): Promise<QueuedSqliteConnection> {
    const time = this.#time ?? new DatabaseTime();
    time.start();
    try {
      await this.#writers?.acquire(time.left);
    } catch (error) {
      time.end();
      throw error;
    }
    return new QueuedSqliteConnection(await super.acquireConnection(), this.#writers !== undefined, time);
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    await super.releaseConnection();
    this.#writers?.release();
    (connection as QueuedSqliteConnection).time.end();
  }

  override beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as QueuedSqliteConnection).begin();
  }

  override commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as QueuedSqliteConnection).commit();
  }

  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as QueuedSqliteConnection).rollback();
  }
}

/** A connection during one task. */
class QueuedSqliteConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #isWriter: boolean;
  /** Of the request that has the connection. */
  readonly time: DatabaseTime;
  readonly #deadline: number;
  #isInTransaction = false;

  constructor(connection: DatabaseConnection, isWriter: boolean, time: DatabaseTime) {
    this.#connection = connection;
    this.#isWriter = isWriter;
    this.time = time;
    this.#deadline = performance.now() + time.left;
  }

  /**
   * Takes the right to write at the start. Taken half-way, it is refused if another process wrote in between; and a
   * statement that is refused it stays open in libsql, with a lock, until it is run again.
   */
  async begin(): Promise<void> {
    await this.#run(CompiledQuery.raw('begin immediate'));
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    await this.#run(CompiledQuery.raw('commit'));
    this.#isInTransaction = false;
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false;
    // On a full disk SQLite has rolled back by itself; the error that it did so for is the one to report.
    await this.#run(CompiledQuery.raw('rollback')).catch((error: Error) => {
      if (!/no transaction is active/.test(error.message)) throw error;
    });
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#isWriter || this.#isInTransaction) return this.#run(query);
    await this.begin();
    try {
      const result = await this.#run<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  streamQuery<Row>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, size);
  }

  #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return retryWhileBusy(() => this.#connection.executeQuery<Row>(query), this.#deadline);
  }
}

const BUSY = 'the database is busy: another process is writing to its file';

/** Failures that end by themselves, or once there is room. The codes are SQLite's. */
const PASSING: readonly [code: RegExp, message: string][] = [
  [/^SQLITE_(?:BUSY|LOCKED)/, BUSY],
  [/^SQLITE_FULL/, "the database's disk is full"],
  [/^SQLITE_(?:IOERR|CANTOPEN|READONLY)/, 'the database cannot read or write its file'],
];

function isBusy(error: unknown): boolean {
  return PASSING[0][0].test(codeOf(error));
}

function explain(error: unknown): unknown {
  const message = PASSING.find(([code]) => code.test(codeOf(error)))?.[1];
  return message === undefined ? error : new StorageUnavailableError(message, { cause: error });
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code);
}
