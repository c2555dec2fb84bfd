import { CrowdError } from '../../errors/index.js';
import type { Manifest, Recipe } from '../../protocol/index.js';
import type { DatabaseTime } from '../core/database-time.js';
import type { CrowdEvent, WebhookStorage } from './webhook-storage.js';

/** The owner of keys and crowds. */
export interface Account {
  readonly id: string;
  /** Unique, for people. */
  readonly name: string;
  /** Name of the plan that says what the account may do. */
  readonly plan: string;
}

/** An account as its operator sees it. */
export interface AccountUse extends Account {
  /** Time of its suspension; null for an active account. */
  readonly suspendedAt: string | null;
  /** Units used in a period. */
  readonly used: number;
}

/** Limits of a key. */
export interface KeyLimits {
  /** `read`: gets and lists crowds only. */
  readonly access: 'read' | 'write';
  /** The only collection that it may use; null for all. */
  readonly collection: string | null;
  /** Origins of the pages that may send it, such as `https://shop.example`; null for pages and programs alike. */
  readonly origins: readonly string[] | null;
  /** Time of its expiry; null for never. */
  readonly expiresAt: string | null;
  /** Billable requests a month; null for as many as its account has. */
  readonly quota: number | null;
}

/** A key as it is kept. */
export interface StoredKey extends KeyLimits {
  /** Identifies the key in lists. */
  readonly id: string;
  /** SHA-256 of the key, in hex; the key itself is not stored. */
  readonly hash: string;
  readonly accountId: string;
  /** Name that the owner gave it. */
  readonly label: string;
  readonly createdAt: string;
  /** Time of its revocation; null for none. */
  readonly revokedAt: string | null;
}

/** The account and limits of a key that is not revoked. */
export interface KeyOwner {
  readonly hash: string;
  readonly account: Account;
  readonly limits: KeyLimits;
  /** True if the account's keys are refused. */
  readonly isSuspended: boolean;
}

/** A crowd as it is kept. */
export interface SavedCrowd {
  /** `cr_` and eight letters or digits. */
  readonly id: string;
  readonly accountId: string;
  /** True if every key may read it. */
  readonly isSample: boolean;
  readonly name: string;
  /** Complete: no field is left to its default. `recipe.collection` is the crowd's collection. */
  readonly recipe: Recipe;
  /** The catalogue that its characters are drawn from, whatever kits come later. */
  readonly manifestVersion: string;
  /** RFC 3339, UTC, with milliseconds. */
  readonly createdAt: string;
  /** Likewise; no two states of a crowd have the same. */
  readonly updatedAt: string;
}

/** A crowd as an entry of a list: without its recipe. */
export interface ListedCrowd {
  readonly id: string;
  readonly name: string;
  readonly collection: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Identifies a request that must not be counted twice. */
export interface RequestMark {
  /** Value of `Idempotency-Key`. */
  readonly key: string;
  /** Hash of the request, so that a name cannot stand for two different requests. */
  readonly fingerprint: string;
  readonly at: string;
  /** Marks older than this are forgotten. */
  readonly expired: string;
}

/** A request of an account that is made once, and answered as before when it is repeated. */
export interface OwnedRequest extends RequestMark {
  readonly accountId: string;
}

/** One unit of use. */
export interface Use {
  readonly accountId: string;
  /** Month of the use, `2026-01`. */
  readonly period: string;
  /** @default counts however often it comes */
  readonly request?: RequestMark | undefined;
  /** The key that asks, where it has a quota of its own. @default none */
  readonly key?: KeyQuota | undefined;
}

/** A key's own quota. */
export interface KeyQuota {
  readonly hash: string;
  /** Units a period. */
  readonly quota: number;
}

/** Answers under one name that one unit pays for: the first and two retries, as `CrowdClient` makes. */
export const ANSWERS_A_UNIT = 3;

/**
 * `repeated`: an earlier unit pays for it. `reused`: the request's name was given to another request. `exhausted`: the
 * key's own quota is used up.
 */
export type UseOutcome = 'counted' | 'repeated' | 'reused' | 'exhausted';

/** Outcome of creating a crowd. */
export type CreateOutcome =
  /** Saved and counted. */
  | { readonly kind: 'created' }
  /** The same request was answered before; nothing is counted again. */
  | { readonly kind: 'repeated'; readonly crowd: SavedCrowd }
  | { readonly kind: 'reused' }
  /** The period's quota is used up: of the account, or of the key. */
  | { readonly kind: 'exhausted'; readonly of: 'account' | 'key' }
  /** There is a crowd with this id already. */
  | { readonly kind: 'taken' };

/** A crowd's next state. */
export interface Revision {
  readonly crowd: SavedCrowd;
  /** The unit that it costs; undefined where the change is free. */
  readonly use?: Use | undefined;
  /** Event for webhooks. @default none */
  readonly event?: CrowdEvent | undefined;
}

/**
 * A crowd after a change, or as it was deleted. `reused`: the request's name was given to another request. `exhausted`: the
 * key's own quota is used up. Undefined where there is no such crowd.
 */
export type ChangeOutcome = SavedCrowd | 'reused' | 'exhausted' | undefined;

/** A kit as it is listed for all servers; its files are kept under the paths of their addresses. */
export interface SavedKit {
  /** Part of its files' addresses. */
  readonly version: string;
  /** That of its catalogue. */
  readonly manifestVersion: string;
  /** Names of its files, such as `clips/walk.glb`. */
  readonly files: readonly string[];
  readonly savedAt: string;
}

/** Files that all servers of one service share, of all versions. */
export interface FileStore {
  /** @returns those of some paths under which there is no file */
  findMissing(paths: readonly string[]): Promise<string[]>;
  /** Keeps a file, unless there is one under its path. @param path of its address, such as `assets/1a2b/lod.glb` */
  saveFile(path: string, bytes: Uint8Array): Promise<void>;
  findFile(path: string): Promise<Uint8Array | undefined>;
}

/** Start of a page: after this crowd. */
export interface ListPosition {
  readonly createdAt: string;
  readonly id: string;
}

/**
 * Storage of accounts, keys, crowds and, unless there is another {@link FileStore}, files. Reading a missing entry returns
 * undefined. Every method is one transaction, and its result survives the process. No method waits without limit: while
 * the storage is unavailable, all reject with a `StorageUnavailableError`.
 *
 * Methods that requests use take the request's time last: all its waits share one limit. Without it, each call has its own.
 *
 * @experimental its methods change with the tables
 */
export interface Storage extends FileStore {
  readonly webhooks: WebhookStorage;
  /** Creates the account, or gives the one of this id another name or plan. */
  saveAccount(account: Account): Promise<void>;
  /** Creates the account, unless there is one of this name. @returns the one that there is then */
  addAccount(account: Account): Promise<Account>;
  findAccount(name: string): Promise<Account | undefined>;
  /** All accounts with their use in a period, by name. */
  listAccounts(period: string): Promise<AccountUse[]>;
  /** Suspends an account from a time on, or resumes it. @param at null to resume. @returns whether there is one */
  suspendAccount(name: string, at: string | null): Promise<boolean>;
  /**
   * Creates the key, and replaces none.
   *
   * @param most keys of the account that are neither revoked nor expired when the key is created. @default any number
   * @returns `taken` where there is a key with its id or hash, `full` where the account has as many keys as it may
   */
  addKey(key: StoredKey, most?: number, time?: DatabaseTime): Promise<'added' | 'taken' | 'full'>;
  /** A key that was not revoked, whether or not it has expired. */
  findKey(hash: string, time?: DatabaseTime): Promise<KeyOwner | undefined>;
  /** Oldest first. */
  listKeys(accountId: string, time?: DatabaseTime): Promise<StoredKey[]>;
  /** @returns whether there was such a key that still opened something */
  revokeKey(id: string, at: string, time?: DatabaseTime): Promise<boolean>;
  /** Keeps a catalogue under its version; the same version again does no harm. */
  saveManifest(manifest: Manifest): Promise<void>;
  findManifest(version: string, time?: DatabaseTime): Promise<Manifest | undefined>;
  /** Lists a kit whose files are kept; the same version again does no harm. */
  saveKit(kit: SavedKit): Promise<void>;
  /** The kit with a catalogue, the newest of several. */
  findKit(manifestVersion: string, time?: DatabaseTime): Promise<SavedKit | undefined>;
  findCrowd(id: string, time?: DatabaseTime): Promise<SavedCrowd | undefined>;
  /**
   * Newest first, then by id; at most `limit`.
   *
   * @param collection those of this one alone. @default null, all
   */
  listCrowds(
    accountId: string,
    limit: number,
    after?: ListPosition,
    collection?: string | null,
    time?: DatabaseTime,
  ): Promise<ListedCrowd[]>;
  /** Creates the crowd or replaces the one with its id. Counts nothing. */
  saveSample(crowd: SavedCrowd): Promise<void>;
  /**
   * Creates a crowd and counts it, unless the account has used `quota` units in the use's period.
   *
   * @param event sent to webhooks. @default none
   */
  createCrowd(
    crowd: SavedCrowd,
    use: Use,
    quota: number,
    event?: CrowdEvent,
    time?: DatabaseTime,
  ): Promise<CreateOutcome>;
  /**
   * Replaces a crowd by the result of `revise`, with the crowd locked. An error of `revise` undoes everything.
   *
   * @param request a change that was made under its key before is answered as then, and not made again
   */
  updateCrowd(
    id: string,
    revise: (crowd: SavedCrowd) => Revision,
    request?: OwnedRequest,
    time?: DatabaseTime,
  ): Promise<ChangeOutcome>;
  /**
   * Deletes a crowd, unless `check` throws; for the rest as {@link Storage.updateCrowd}.
   *
   * @param check returns the event for webhooks, undefined for none
   */
  deleteCrowd(
    id: string,
    check: (crowd: SavedCrowd) => CrowdEvent | undefined,
    request?: OwnedRequest,
    time?: DatabaseTime,
  ): Promise<ChangeOutcome>;
  /** Counts several uses in one call. Outcomes have the order of the uses. A count may be lost with the machine's power. */
  countUses(uses: readonly Use[], time?: DatabaseTime): Promise<UseOutcome[]>;
  /** Units that an account used in a period. */
  usage(accountId: string, period: string, time?: DatabaseTime): Promise<number>;
  /** Units that a key with a quota of its own used in a period. */
  keyUsage(hash: string, period: string, time?: DatabaseTime): Promise<number>;
  /** Forgets some request marks older than a time, at most `limit`. @returns how many it forgot */
  forgetRequests(before: string, limit: number): Promise<number>;
  /** Rejects while the storage cannot be reached, or takes no writes. */
  check(): Promise<void>;
  /** Figures for the operator, by names such as `connections_open`. */
  figures(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * The storage is away, busy, or its disk is full. If a connection broke during a change, the change may have been saved:
 * send the request again with the same `Idempotency-Key`.
 */
export class StorageUnavailableError extends CrowdError {
  override readonly name = 'StorageUnavailableError';
}
