import type { Kysely } from 'kysely';
import type { RequestMark } from '../storage.js';
import type { Schema } from './schema.js';

/** Uses of one account in one period. */
export interface Uses {
  readonly accountId: string;
  readonly period: string;
  /** How many requests count however often they come. */
  readonly unnamed: number;
  /** Those that count once; no two have the same key. */
  readonly marks: readonly RequestMark[];
}

/** A database as the storage uses it. Where an engine has no need of several connections, they are the same. */
export interface Engine {
  /** For what changes nothing. */
  readonly reading: Kysely<Schema>;
  /** What it commits survives the loss of power. */
  readonly writing: Kysely<Schema>;
  /** What it commits survives the process. */
  readonly counting: Kysely<Schema>;
  /**
   * Counts all uses that were not counted before, in one transaction.
   *
   * @returns the keys of the marks that were new
   */
  countUses(uses: Uses): Promise<ReadonlySet<string>>;
  /** Whether rows that another process has locked can be passed over. */
  readonly skipsLocked: boolean;
  /** What those who run the service want to see of it, by name. */
  figures(): Readonly<Record<string, number>>;
}
