import type { Kysely } from 'kysely';
import type { DatabaseTime } from '../../core/database-time.js';
import type { RequestMark } from '../storage.js';
import type { Schema } from './schema.js';

/** Number of answers for one idempotency key. */
export interface NamedUses {
  readonly mark: RequestMark;
  readonly answers: number;
}

/** Uses of one account in one billing period. */
export interface UseBatch {
  readonly accountId: string;
  readonly period: string;
  /** Number of uses without an idempotency key. */
  readonly unnamed: number;
  /**
   * One entry for each idempotency key. A key that was first used before `expired` counts as a new request;
   * all entries have the same `expired`.
   */
  readonly named: readonly NamedUses[];
}

/**
 * A database whose waits count for a request.
 *
 * @param time of the request. @default each statement and each transaction has a time of its own
 */
export type Database = (time?: DatabaseTime) => Kysely<Schema>;

/**
 * Connections and differences of a database. SQLite uses fewer connections: several of these may be the same.
 */
export interface Engine {
  /** Connection for queries that change nothing. */
  readonly reading: Database;
  /** Connection whose commits survive a power failure. */
  readonly writing: Database;
  /** Connection whose commits survive the end of the process, but not a power failure. */
  readonly counting: Database;
  /**
   * Counts uses in a transaction of its own, or in the given one.
   *
   * @param db {@link counting}, or a transaction of it
   * @returns answers so far by key, including these; keys that belong to another request are left out
   */
  countBatch(db: Kysely<Schema>, batch: UseBatch): Promise<ReadonlyMap<string, number>>;
  /** Column that identifies a row during a statement. */
  readonly rowId: 'ctid' | 'rowid';
  /** True if queries can skip rows that another process has locked. */
  readonly skipsLocked: boolean;
  /** Metrics of the database, by name. */
  figures(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}
