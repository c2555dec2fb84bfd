import type { Kysely } from 'kysely';
import type { ReadBasis, RequestMark } from '../storage.js';
import type { Schema } from './schema.js';

/** Uses of one account in one period. */
export interface UseBatch {
  readonly accountId: string;
  readonly period: string;
  /** No two have marks with the same key. */
  readonly parts: readonly UsesOfBasis[];
}

/** Those that count only if one basis still holds. */
export interface UsesOfBasis {
  /** Undefined for those that count in any case. */
  readonly basis: ReadBasis | undefined;
  /** How many requests count however often they come. */
  readonly unnamed: number;
  /** Those that count once. */
  readonly marks: readonly RequestMark[];
}

/** What became of some uses. */
export interface CountedUses {
  /** Those of a basis that still holds. */
  readonly counted: ReadonlySet<UsesOfBasis>;
  /** The keys of their marks that had been counted before. */
  readonly repeated: ReadonlySet<string>;
}

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
