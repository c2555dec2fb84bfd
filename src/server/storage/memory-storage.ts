import type { Account, SavedCrowd, Storage, StoredKey } from './storage.js';

/** Keeps everything in this process and forgets it at its end. */
export class MemoryStorage implements Storage {
  readonly #accounts = new Map<string, Account>();
  readonly #keys = new Map<string, StoredKey>();
  readonly #crowds = new Map<string, SavedCrowd>();

  async findAccount(id: string): Promise<Account | undefined> {
    return this.#accounts.get(id);
  }

  async saveAccount(account: Account): Promise<void> {
    this.#accounts.set(account.id, account);
  }

  async findKey(hash: Uint8Array): Promise<StoredKey | undefined> {
    return this.#keys.get(Buffer.from(hash).toString('hex'));
  }

  async saveKey(key: StoredKey): Promise<void> {
    this.#keys.set(Buffer.from(key.hash).toString('hex'), key);
  }

  async findCrowd(id: string): Promise<SavedCrowd | undefined> {
    return this.#crowds.get(id);
  }

  async saveCrowd(crowd: SavedCrowd): Promise<void> {
    this.#crowds.set(crowd.id, crowd);
  }

  async close(): Promise<void> {}
}
