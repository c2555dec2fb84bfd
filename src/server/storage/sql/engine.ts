import type { Kysely } from 'kysely';
import type { RequestMark } from '../storage.js';
import type { Schema } from './schema.js';

/** Answers given under one name. */
export interface NamedUses {
  readonly mark: RequestMark;
  readonly answers: number;
}

/** Uses of one account in one period. */
export interface UseBatch {
  readonly accountId: string;
  readonly period: string;
  /** Number of uses without a name. */
  readonly unnamed: number;
  /** Each key once. Requests under a key from before `expired` are others; the same for all that come together. */
  readonly named: readonly NamedUses[];
}

/** A database as the storage uses it. Where an engine has no need of several connections, they are the same. */
export interface Engine {
  /** For what changes nothing. */
  readonly reading: Kysely<Schema>;
  /** Its commits survive the loss of power. */
  readonly writing: Kysely<Schema>;
  /** Its commits survive the end of the process. */
  readonly counting: Kysely<Schema>;
  /**
   * Counts uses in one transaction, or as part of one.
   *
   * @param db {@link counting}, or a transaction of it
   * @returns answers so far by key, these included; without the keys that stand for another request
   */
  countBatch(db: Kysely<Schema>, batch: UseBatch): Promise<ReadonlyMap<string, number>>;
  /** Column with the place of a row, which is the same throughout a statement. */
  readonly rowId: 'ctid' | 'rowid';
  /** True if queries can skip rows that another process has locked. */
  readonly skipsLocked: boolean;
  /** Figures for the operator, by name. */
  figures(): Readonly<Record<string, number>>;
}
