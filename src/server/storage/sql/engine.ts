import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';
import type { CountedUses, UseBatch } from './use-batch.js';

/** A database as the storage uses it. Where an engine has no need of several connections, they are the same. */
export interface Engine {
  /** For what changes nothing. */
  readonly reading: Kysely<Schema>;
  /** What it commits survives the loss of power. */
  readonly writing: Kysely<Schema>;
  /** What it commits survives the process. */
  readonly counting: Kysely<Schema>;
  /** Counts all uses that were not counted before and whose basis holds, in one transaction. */
  countBatch(batch: UseBatch): Promise<CountedUses>;
  /** Whether rows that another process has locked can be passed over. */
  readonly skipsLocked: boolean;
  /** What those who run the service want to see of it, by name. */
  figures(): Readonly<Record<string, number>>;
}
