import type { Recipe } from '../../protocol/index.js';

/** Who owns keys and crowds. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

export interface StoredKey {
  /** SHA-256 of the key; the key itself is kept nowhere. */
  readonly hash: Uint8Array;
  readonly accountId: string;
}

export interface SavedCrowd {
  /** `cr_` and eight letters or digits. */
  readonly id: string;
  readonly accountId: string;
  /** Whether every key may read it. */
  readonly isSample: boolean;
  readonly name: string;
  /** Complete: no field is left to its default. `recipe.collection` is the crowd's collection. */
  readonly recipe: Recipe;
  /** RFC 3339, UTC, with milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Where accounts, keys and crowds are kept. Reading what is not there gives undefined. */
export interface Storage {
  findAccount(id: string): Promise<Account | undefined>;
  saveAccount(account: Account): Promise<void>;
  findKey(hash: Uint8Array): Promise<StoredKey | undefined>;
  saveKey(key: StoredKey): Promise<void>;
  findCrowd(id: string): Promise<SavedCrowd | undefined>;
  /** Creates the crowd or replaces the one with its id. */
  saveCrowd(crowd: SavedCrowd): Promise<void>;
  close(): Promise<void>;
}
