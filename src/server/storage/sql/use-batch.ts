import type { ReadBasis, RequestMark } from '../storage.js';

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

/** What statements compare to see whether a basis holds. */
export function toRow({ keyHash, plan, crowd }: ReadBasis) {
  return [keyHash, plan, crowd.id, crowd.manifestVersion, crowd.updatedAt] as const;
}

/** Marks that were made before are forgotten; the same for all that come together. */
export function expiryOf(parts: UseBatch['parts']): string {
  return parts.find(({ marks }) => marks.length > 0)?.marks[0].expired ?? '';
}
